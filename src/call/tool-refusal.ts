// Why a call did not give a result, in the words that a program gets.

import type { CallDecision } from "../decide/decide.ts";
import { ERROR_CODES, type ErrorCode, GatewayError } from "../errors.ts";
import { cutText } from "../text/cut-text.ts";
import type { Executed, JsonValue, PiiClass } from "../vocabulary.ts";
import type { Found } from "./route.ts";

export type CallError = {
  code: ErrorCode;
  message: string;
  hint?: string;
  retryable: boolean;
  executed: Executed;
};

export function toCallError(error: GatewayError, executed: Executed): CallError {
  const { retryable } = ERROR_CODES[error.code];
  return {
    code: error.code,
    message: error.message,
    ...(error.hint ? { hint: error.hint } : {}),
    retryable,
    executed,
  };
}

/** Could some rule let this principal call the tool? Then its existence is no secret. */
type IsVisible = (tool: string) => boolean;

export function describeRefusal(
  decision: CallDecision,
  id: string,
  found: Found,
  isVisible: IsVisible,
): GatewayError {
  if ("missing" in found && found.missing === "drift" && isVisible(id)) {
    return new GatewayError(
      "TOOL_DRIFT",
      `The tool ${id} changed since it was pinned, so it is not available.`,
      {
        hint: "A reviewer has to look at the new definition and pin it again.",
      },
    );
  }
  const isUngranted = decision.rule === "no_match" || decision.rule === "no_policy";
  if ("missing" in found || (isUngranted && !isVisible(id))) return unknownTool(id, found, isVisible);
  const message = `Policy refuses ${id} (rule ${decision.rule}): ${decision.reason}`;
  return new GatewayError(denialCode(decision), message, decision.hint ? { hint: decision.hint } : {});
}

function denialCode(decision: CallDecision): ErrorCode {
  if (decision.rule === "rate") return "CALL_RATE_LIMITED";
  if (decision.rule === "unknown_token") return "TOKEN_UNKNOWN";
  return decision.byFlow ? "FLOW_DENIED" : "TOOL_DENIED";
}

function unknownTool(id: string, found: Found, isVisible: IsVisible): GatewayError {
  const near = "missing" in found ? found.didYouMean : undefined;
  return new GatewayError("TOOL_UNKNOWN", `There is no tool "${id}" for this key.`, {
    hint:
      near && isVisible(near)
        ? `Did you mean "${near}"?`
        : "searchTools() lists the tools that you may call.",
  });
}

export function blockedArguments(tool: string, blocked: PiiClass | undefined): GatewayError {
  const message = `The arguments of ${tool} hold ${blocked} data, which policy blocks.`;
  return new GatewayError("PII_BLOCKED", message, {
    hint: "Leave the value out, or have a reviewer change the class to tokenize.",
  });
}

export function blockedResult(tool: string, blocked: PiiClass): CallError {
  const error = new GatewayError(
    "PII_BLOCKED",
    `The result of ${tool} holds ${blocked} data, which policy blocks.`,
    {
      hint: "Ask the tool for fewer fields, or have a reviewer change the class to tokenize.",
    },
  );
  return toCallError(error, "yes");
}

export function withheldResult(tool: string, rule: string): CallError {
  const message = `The rule ${rule} withholds the result of ${tool}: it holds text that addresses the model.`;
  const error = new GatewayError("RESULT_WITHHELD", message, {
    hint: "Ask the tool for other data, or have a reviewer look at the source.",
  });
  return toCallError(error, "yes");
}

/** The tool ran and said itself that it failed; `said` is tokenized. */
export function failedTool(tool: string, said: JsonValue): CallError {
  const text = typeof said === "string" ? said : JSON.stringify(said);
  return toCallError(new GatewayError("TOOL_FAILED", `${tool} failed: ${cutText(text, 2000)}`), "yes");
}
