// A tool that ran has answered, whatever the answer looks like. The SDK makes an error about invalid params of a result
// that the protocol does not know, which says that nothing ran: so what does not fit goes to the client as text.

import { isSpecType } from "@modelcontextprotocol/server";
import type { JsonObject, JsonValue } from "../../../vocabulary.ts";

/** `anyStructure`: the newest revision knows structured content of every type, older ones objects only. */
export function fitToolResult(result: JsonObject, anyStructure: boolean): JsonObject {
  if (result["resultType"] === "input_required") return result;
  const { content, structuredContent, isError, ...rest } = result;
  const isKept = structuredContent === undefined || anyStructure || isObject(structuredContent);
  const blocks = [...listOf(content), ...(isKept ? [] : [structuredContent as JsonValue])];
  const fitted = {
    content: blocks.map((block) => (isSpecType.ContentBlock(block) ? (block as JsonObject) : asText(block))),
    ...(isKept && structuredContent !== undefined ? { structuredContent } : {}),
    ...(isError === undefined ? {} : { isError: Boolean(isError) }),
  };
  const whole: JsonObject = { ...rest, ...fitted };
  return isSpecType.CallToolResult(whole) || anyStructure ? whole : fitted;
}

function listOf(content: JsonValue | undefined): JsonValue[] {
  if (Array.isArray(content)) return content;
  return content === undefined || content === null ? [] : [content];
}

function asText(block: JsonValue): JsonObject {
  return { type: "text", text: typeof block === "string" ? block : JSON.stringify(block) };
}

function isObject(value: JsonValue): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
