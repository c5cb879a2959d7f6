// A result that is too large for the model stays in the session's workspace, as for runs; the client gets its shape.

import { fitResult } from "../run/store-large-result.ts";
import type { Workspace } from "../run/workspace.ts";
import type { CallScope } from "../tool-gate.ts";
import type { JsonObject, JsonValue } from "../vocabulary.ts";

/** Binary content is aside by now and does not count. Only results of tools are ever replaced: the rest has no place for it. */
export async function fitPassed(
  scope: CallScope,
  workspace: Workspace,
  result: JsonObject,
): Promise<JsonObject> {
  if (!Array.isArray(result["content"])) return result;
  const whole = (result["structuredContent"] ?? result["content"]) as JsonValue;
  const fitted = await fitResult(scope, workspace, whole);
  const copied = await fitResult(scope, workspace, result["content"] as JsonValue);
  if (fitted === whole && copied === result["content"]) return result;
  const told = fitted === whole ? copied : fitted;
  const text = `The result is too large to be sent. ${JSON.stringify(told)}`;
  // Clients refuse a success without the structured content that a tool has promised.
  const promised = result["structuredContent"] !== undefined;
  return { content: [{ type: "text", text }], ...(promised ? { isError: true } : {}) };
}
