// Replies as a model reads them: one JSON value, without what it cannot use.

import type { CallToolResult } from "@modelcontextprotocol/server";
import type { ToolPage } from "../../catalog/catalog.ts";
import type { DirectReply } from "../../direct-call.ts";
import type { GatewayError } from "../../errors.ts";
import type { CallSummary, JsonObject, JsonValue, Run } from "../../vocabulary.ts";

/** A client shows the text or the structured copy. Above this size it gets the text alone. */
const MAX_COPIED_CHARS = 512 * 1024;

export function runReply(run: Run): CallToolResult {
  const { text: result, media } = apart(run.result);
  const isError = run.status === "failed" || run.status === "blocked";
  const reply = toolReply(withoutNoise({ ...run, result }), isError);
  return { ...reply, content: [...reply.content, ...media], _meta: { "sallyport/stats": run.stats } };
}

export function callReply(reply: DirectReply): CallToolResult {
  const { id, session, status, stats } = reply;
  const { text: result, media } = "result" in reply ? apart(reply.result) : { text: null, media: [] };
  const told = "error" in reply ? { status, error: reply.error } : { status, result };
  const said = toolReply({ ...told, session, id }, "error" in reply);
  return { ...said, content: [...said.content, ...media], _meta: { "sallyport/stats": stats } };
}

type Block = CallToolResult["content"][number];

const MEDIA: readonly unknown[] = ["image", "audio"];
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Images and sounds, wherever they stand in a result: a model looks at them, and could not read them as text. */
function apart(result: JsonValue): { text: JsonValue; media: Block[] } {
  const media: Block[] = [];
  const lift = (value: JsonValue): JsonValue => {
    if (value === null || typeof value !== "object") return value;
    if (Array.isArray(value)) return value.map(lift);
    if (!isMedia(value))
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, lift(item)]));
    media.push(value as Block);
    const { type, mimeType } = value;
    return { type, mimeType, content: media.length } as JsonObject;
  };
  return { text: lift(result), media };
}

/** Whatever is no base64 would cost the client the whole reply. */
function isMedia({ type, data, mimeType }: JsonObject): boolean {
  return (
    MEDIA.includes(type) && typeof mimeType === "string" && typeof data === "string" && BASE64.test(data)
  );
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
