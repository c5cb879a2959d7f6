// A result that is too large for the model stays in the session's workspace; the model gets a handle and a shape.

import { GatewayError } from "../errors.ts";
import { describeShape } from "../text/describe-shape.ts";
import type { CallScope } from "../tool-gate.ts";
import type { JsonValue } from "../vocabulary.ts";
import type { Workspace } from "./workspace.ts";

export type StoredResult = { stored: string; bytes: number; shape: string; hint: string };

/** The value itself where it fits; `value` holds tokens only. */
export async function fitResult(
  scope: CallScope,
  workspace: Workspace,
  value: JsonValue,
): Promise<JsonValue | StoredResult> {
  const text = JSON.stringify(value);
  const bytes = Buffer.byteLength(text);
  if (bytes <= scope.limits.resultBytes) return value;
  const key = `results/${scope.run}`;
  try {
    await workspace.set(scope.session.key, key, { kind: "value", text, labels: [...scope.labels] });
  } catch (error) {
    throw tooLarge(scope.limits.resultBytes, bytes, error);
  }
  const hint = `Read it in a later run of this session: (await workspace.get("${key}")).`;
  return { stored: key, bytes, shape: describeShape(value), hint };
}

function tooLarge(most: number, bytes: number, cause: unknown): GatewayError {
  const message = `The result has ${bytes} bytes; at most ${most} are returned, and the workspace has no room for it.`;
  return new GatewayError("RESULT_LIMIT", message, {
    hint: "Return less: filter, count or group inside the program, or delete old notes.",
    cause,
  });
}
