// What the gateway says about a request that was passed on, in the words of MCP.

import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { CallError } from "../../../call/tool-refusal.ts";
import type { Passed } from "../../../pass-through.ts";
import type { PassedMethod } from "../../../passing/client-request.ts";
import type { JsonObject } from "../../../vocabulary.ts";
import { RPC } from "../rpc-error.ts";

const LISTED = "tools/list names the tools that you may call.";

/** Throws what is an error of the protocol; a refused tool call is a result, because models read only those. */
export function answerOf(method: PassedMethod, passed: Passed): JsonObject {
  if ("result" in passed) return passed.result;
  if ("failure" in passed) {
    const { code, message, data } = passed.failure;
    throw new ProtocolError(code, message, data);
  }
  const { error } = passed;
  const { code, message } = error;
  const hint = code === "TOOL_UNKNOWN" ? LISTED : error.hint;
  if (method !== "tools/call" || code === "TOOL_UNKNOWN") {
    throw new ProtocolError(numberOf(error), message, { code, ...(hint ? { hint } : {}) });
  }
  const told = { error: { code, message, ...(hint ? { hint } : {}), executed: error.executed } };
  return { content: [{ type: "text", text: JSON.stringify(told) }], isError: true };
}

function numberOf({ code }: CallError): number {
  if (code === "TOOL_UNKNOWN" || code === "BAD_ARGUMENTS") return ProtocolErrorCode.InvalidParams;
  return code === "INTERNAL" ? ProtocolErrorCode.InternalError : RPC.refused;
}
