// Failures that callers may see.

import { ERROR_CODES, type ErrorCode } from "./error-codes.ts";

export { ERROR_CODES, type ErrorCode };

/**
 * An error that a caller may see. `message` and `hint` hold no secrets and no personal data;
 * what the caller must not see goes into `cause`, which only the log shows.
 */
export class GatewayError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = "GatewayError";
    this.code = code;
    this.hint = options.hint;
  }

  get status(): number {
    return ERROR_CODES[this.code].status;
  }
}

/** Anything thrown, as an error that callers may see. Unknown errors lose their text on purpose. */
export function toGatewayError(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  return new GatewayError("INTERNAL", "The gateway failed to handle this request.", {
    hint: "The gateway's log has the details; the operator can find them by time.",
    cause: error,
  });
}

/** What an operator may see of a fault. The stack only: messages of foreign errors may quote data. */
export function describeFault({ cause, message }: GatewayError): string {
  if (!(cause instanceof Error)) return cause === undefined ? message : typeof cause;
  const frames = (cause.stack ?? "").split("\n").filter((line) => line.trimStart().startsWith("at "));
  return [cause.name, ...frames.slice(0, 6).map((line) => line.trim())].join(" ");
}
