// Replies as a model reads them: one JSON value, without what it cannot use.

import type { CallToolResult } from "@modelcontextprotocol/server";
import type { ToolPage } from "../../catalog/catalog.ts";
import type { DirectReply } from "../../direct-call.ts";
import type { GatewayError } from "../../errors.ts";
import type { CallSummary, JsonObject, JsonValue, Run } from "../../vocabulary.ts";

/** A client shows the text or the structured copy. Above this size it gets the text alone. */
const MAX_COPIED_CHARS = 512 * 1024;

export function runReply(run: Run): CallToolResult {
  const reply = toolReply(withoutNoise(run), run.status === "failed" || run.status === "blocked");
  return { ...reply, _meta: { "sallyport/stats": run.stats } };
}

export function callReply(reply: DirectReply): CallToolResult {
  const { id, session, status, stats } = reply;
  const { text: result, media } = "result" in reply ? apart(reply.result) : { text: null, media: [] };
  const told = "error" in reply ? { status, error: reply.error } : { status, result };
  const said = toolReply({ ...told, session, id }, "error" in reply);
  return { ...said, content: [...said.content, ...media], _meta: { "sallyport/stats": stats } };
}

/** Images and sounds among the blocks of a result: a model looks at them, and could not read them as text. */
function apart(result: JsonValue): { text: JsonValue; media: CallToolResult["content"] } {
  if (!Array.isArray(result)) return { text: result, media: [] };
  const isMedia = (block: JsonValue): boolean => {
    const { type, data, mimeType } = (block ?? {}) as JsonObject;
    return (type === "image" || type === "audio") && typeof data === "string" && typeof mimeType === "string";
  };
  const media = result.filter(isMedia) as CallToolResult["content"];
  return { text: media.length > 0 ? result.filter((block) => !isMedia(block)) : result, media };
}

export function searchReply(page: ToolPage): CallToolResult {
  if (page.total > 0) return toolReply(page, false);
  return toolReply(
    { ...page, hint: "Nothing matches. Use other words, or leave query out to list all." },
    false,
  );
}

export function errorReply({ code, message, hint }: GatewayError): CallToolResult {
  return toolReply({ error: { code, message, ...(hint ? { hint } : {}) } }, true);
}

export function toolReply(value: object, isError: boolean): CallToolResult {
  const text = JSON.stringify(value);
  return {
    content: [{ type: "text", text }],
    ...(text.length <= MAX_COPIED_CHARS ? { structuredContent: value as JsonObject } : {}),
    ...(isError ? { isError } : {}),
  };
}

/** Calls are counted out only where one of them, or the run, did not succeed. */
function withoutNoise({ status, error, result, violations, toolCalls, logs, session, id }: Run): object {
  const smooth = status === "succeeded" && toolCalls.every((call) => call.status === "succeeded");
  return {
    status,
    ...(error ? { error } : {}),
    ...(status === "succeeded" || result !== null ? { result } : {}),
    ...(violations.length > 0 ? { violations } : {}),
    ...(smooth || toolCalls.length === 0 ? {} : { toolCalls: countCalls(toolCalls) }),
    ...(logs.length > 0 ? { logs } : {}),
    session,
    id,
  };
}

/** A thousand equal calls are one line. */
function countCalls(calls: CallSummary[]): { tool: string; status: string; count: number }[] {
  const counted = new Map<string, { tool: string; status: string; count: number }>();
  for (const { tool, status } of calls) {
    const key = `${status} ${tool}`;
    const entry = counted.get(key) ?? { tool, status, count: 0 };
    entry.count++;
    counted.set(key, entry);
  }
  return [...counted.values()];
}
