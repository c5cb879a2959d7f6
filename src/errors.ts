// Error codes are public API: add, never rename. docs/errors.md is generated from this table.

export type Stage =
  | "admit"
  | "analyze"
  | "decide"
  | "execute"
  | "protect"
  | "record"
  | "upstream"
  | "gateway";

type ErrorKind = { stage: Stage; status: number; retryable: boolean; meaning: string };

export const ERROR_CODES = {
  BAD_REQUEST: {
    stage: "admit",
    status: 400,
    retryable: false,
    meaning: "The request is not what the route expects.",
  },
  BAD_JSON: { stage: "admit", status: 400, retryable: false, meaning: "The body is not valid JSON." },
  BAD_SESSION: {
    stage: "admit",
    status: 400,
    retryable: false,
    meaning: "A session name is 1 to 64 of A-Z a-z 0-9 _ -.",
  },
  UNAUTHENTICATED: {
    stage: "admit",
    status: 401,
    retryable: false,
    meaning: "No key, or a key that is unknown or revoked.",
  },
  FORBIDDEN: {
    stage: "admit",
    status: 403,
    retryable: false,
    meaning: "The key's role may not use this route.",
  },
  HOST_REFUSED: {
    stage: "admit",
    status: 403,
    retryable: false,
    meaning: "The Host or Origin header is not one that the gateway serves.",
  },
  NOT_FOUND: { stage: "admit", status: 404, retryable: false, meaning: "No such route or id." },
  METHOD_NOT_ALLOWED: {
    stage: "admit",
    status: 405,
    retryable: false,
    meaning: "The route exists, the method does not.",
  },
  TOO_LARGE: { stage: "admit", status: 413, retryable: false, meaning: "The body is over the size limit." },
  RATE_LIMITED: {
    stage: "admit",
    status: 429,
    retryable: true,
    meaning: "The key has made too many requests.",
  },
  BUSY: { stage: "admit", status: 429, retryable: true, meaning: "The queue for runs is full." },

  SYNTAX_ERROR: { stage: "analyze", status: 422, retryable: false, meaning: "The code does not parse." },
  CODE_TOO_LARGE: {
    stage: "analyze",
    status: 413,
    retryable: false,
    meaning: "The code is over the size limit.",
  },
  CODE_TOO_DEEP: {
    stage: "analyze",
    status: 422,
    retryable: false,
    meaning: "The code is nested too deeply to be checked.",
  },
  CODE_FORBIDDEN: {
    stage: "analyze",
    status: 422,
    retryable: false,
    meaning: "The code breaks a rule; see the violations.",
  },

  POLICY_DENIED: {
    stage: "decide",
    status: 403,
    retryable: false,
    meaning: "Policy does not grant this run.",
  },
  POLICY_INVALID: { stage: "decide", status: 500, retryable: false, meaning: "A policy file does not load." },
  TOOL_DENIED: {
    stage: "decide",
    status: 403,
    retryable: false,
    meaning: "Policy does not grant this tool call.",
  },
  TOOL_UNKNOWN: {
    stage: "decide",
    status: 404,
    retryable: false,
    meaning: "There is no such tool for this key.",
  },
  TOOL_DRIFT: {
    stage: "decide",
    status: 409,
    retryable: false,
    meaning: "The tool's definition differs from its pin.",
  },
  FLOW_DENIED: {
    stage: "decide",
    status: 403,
    retryable: false,
    meaning: "No flow lets this value go to that argument.",
  },
  TOKEN_UNKNOWN: {
    stage: "decide",
    status: 403,
    retryable: false,
    meaning: "An argument carries a token that this session never issued.",
  },
  CALL_RATE_LIMITED: {
    stage: "decide",
    status: 429,
    retryable: true,
    meaning: "The rule's rate for this tool is used up.",
  },
  APPROVAL_REQUIRED: {
    stage: "decide",
    status: 403,
    retryable: false,
    meaning: "The rule wants a person's approval before this happens.",
  },
  BAD_ARGUMENTS: {
    stage: "decide",
    status: 400,
    retryable: false,
    meaning: "The arguments do not fit the tool.",
  },

  RUNTIME_ERROR: { stage: "execute", status: 422, retryable: false, meaning: "The program threw an error." },
  TIMEOUT: {
    stage: "execute",
    status: 422,
    retryable: false,
    meaning: "The run took longer than its wall clock limit.",
  },
  CPU_LIMIT: { stage: "execute", status: 422, retryable: false, meaning: "The program computed too long." },
  MEMORY_LIMIT: {
    stage: "execute",
    status: 422,
    retryable: false,
    meaning: "The program used too much memory.",
  },
  CALL_LIMIT: {
    stage: "execute",
    status: 422,
    retryable: false,
    meaning: "The program made too many tool calls.",
  },
  ARGUMENT_LIMIT: {
    stage: "execute",
    status: 422,
    retryable: false,
    meaning: "The arguments of one call are too large.",
  },
  TIMER_LIMIT: {
    stage: "execute",
    status: 422,
    retryable: false,
    meaning: "The program holds too many pending timers.",
  },
  RESULT_LIMIT: { stage: "execute", status: 422, retryable: false, meaning: "The result is too large." },
  RESULT_INVALID: {
    stage: "execute",
    status: 422,
    retryable: false,
    meaning: "The result cannot be written as JSON.",
  },
  WORKSPACE_FULL: {
    stage: "execute",
    status: 422,
    retryable: false,
    meaning: "The session's workspace has no room left.",
  },
  WORKER_DIED: {
    stage: "execute",
    status: 500,
    retryable: true,
    meaning: "The sandbox process ended unexpectedly.",
  },
  CANCELLED: { stage: "execute", status: 499, retryable: false, meaning: "The caller stopped the run." },

  PII_BLOCKED: {
    stage: "protect",
    status: 403,
    retryable: false,
    meaning: "The data holds a class that policy blocks.",
  },
  VAULT_FULL: {
    stage: "protect",
    status: 503,
    retryable: false,
    meaning: "The session's vault holds no more tokens.",
  },
  VAULT_UNAVAILABLE: {
    stage: "protect",
    status: 503,
    retryable: true,
    meaning: "The vault cannot be read or written.",
  },
  DATA_TOO_DEEP: {
    stage: "protect",
    status: 422,
    retryable: false,
    meaning: "The data is nested too deeply to be checked.",
  },

  AUDIT_UNAVAILABLE: {
    stage: "record",
    status: 503,
    retryable: true,
    meaning: "The trail cannot be written, so nothing happens.",
  },

  TOOL_FAILED: {
    stage: "upstream",
    status: 502,
    retryable: false,
    meaning: "The tool ran and reported an error.",
  },
  TOOL_TIMEOUT: {
    stage: "upstream",
    status: 504,
    retryable: true,
    meaning: "The tool did not answer in time.",
  },
  CALL_RESULT_LIMIT: {
    stage: "upstream",
    status: 502,
    retryable: false,
    meaning: "The tool's result is too large.",
  },
  UPSTREAM_UNAVAILABLE: {
    stage: "upstream",
    status: 502,
    retryable: true,
    meaning: "The tool's server cannot be reached.",
  },

  SETTINGS_INVALID: {
    stage: "gateway",
    status: 500,
    retryable: false,
    meaning: "A setting is unknown or has a wrong value.",
  },
  STORAGE_UNAVAILABLE: {
    stage: "gateway",
    status: 503,
    retryable: true,
    meaning: "The data folder cannot be read or written.",
  },
  INTERNAL: {
    stage: "gateway",
    status: 500,
    retryable: false,
    meaning: "A fault of the gateway; the log has the details.",
  },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof ERROR_CODES;

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
