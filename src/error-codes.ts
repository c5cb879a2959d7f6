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

/** The same request would fail again. */
function final(stage: Stage, status: number, meaning: string): ErrorKind {
  return { stage, status, retryable: false, meaning };
}

/** The same request may succeed later. */
function passing(stage: Stage, status: number, meaning: string): ErrorKind {
  return { stage, status, retryable: true, meaning };
}

export const ERROR_CODES = {
  BAD_REQUEST: final("admit", 400, "The request is not what the route expects."),
  BAD_JSON: final("admit", 400, "The body is not valid JSON, or readers would take it for different things."),
  BAD_SESSION: final("admit", 400, "A session name is 1 to 64 of A-Z a-z 0-9 _ -."),
  UNAUTHENTICATED: final("admit", 401, "No key, or a key that is unknown or revoked."),
  FORBIDDEN: final("admit", 403, "The key's role may not use this route."),
  HOST_REFUSED: final("admit", 403, "The Host or Origin header is not one that the gateway serves."),
  NOT_FOUND: final("admit", 404, "No such route or id."),
  METHOD_NOT_ALLOWED: final("admit", 405, "The route exists, the method does not."),
  TOO_LARGE: final("admit", 413, "The body is over the size limit."),
  RATE_LIMITED: passing("admit", 429, "The key has made too many requests."),
  BUSY: passing("admit", 429, "The queue for runs is full."),

  SYNTAX_ERROR: final("analyze", 422, "The code does not parse."),
  CODE_TOO_LARGE: final("analyze", 413, "The code is over the size limit."),
  CODE_TOO_DEEP: final("analyze", 422, "The code is nested too deeply to be checked."),
  CODE_FORBIDDEN: final("analyze", 422, "The code breaks a rule; see the violations."),

  POLICY_DENIED: final("decide", 403, "Policy does not grant this run."),
  POLICY_INVALID: final("decide", 500, "A policy file does not load."),
  TOOL_DENIED: final("decide", 403, "Policy does not grant this tool call."),
  TOOL_UNKNOWN: final("decide", 404, "There is no such tool for this key."),
  TOOL_DRIFT: final("decide", 409, "The tool's definition differs from its pin."),
  FLOW_DENIED: final("decide", 403, "No flow lets this value go to that argument."),
  TOKEN_UNKNOWN: final("decide", 403, "An argument carries a token that this session never issued."),
  CALL_RATE_LIMITED: passing("decide", 429, "The rule's rate for this tool is used up."),
  APPROVAL_DENIED: final("decide", 403, "A person looked at it and said no."),
  APPROVAL_EXPIRED: passing("decide", 403, "Nobody decided in time, so it did not happen."),
  APPROVAL_CLOSED: final("decide", 409, "The approval was decided, has expired or was withdrawn."),
  BAD_ARGUMENTS: final("decide", 400, "The arguments do not fit the tool or the skill."),
  SKILL_UNKNOWN: final("decide", 404, "There is no such skill for this key."),
  SKILL_EXISTS: final("decide", 409, "The name belongs to somebody else's skill."),
  SKILL_REFUSED: final("decide", 422, "The skill cannot be kept as it is; the message says why."),
  SKILL_NOT_APPROVED: passing("decide", 403, "A person has to approve the skill first."),
  SKILL_QUARANTINED: final("decide", 409, "A tool of the skill has changed; it waits for a new approval."),
  WORKSPACE_DENIED: final("decide", 403, "Policy does not share this workspace with the key."),
  BUNDLE_INVALID: final(
    "decide",
    422,
    "The bundle of skills is not what was signed, or nobody trusts its key.",
  ),

  RUNTIME_ERROR: final("execute", 422, "The program threw an error."),
  TIMEOUT: final("execute", 422, "The run took longer than its wall clock limit."),
  CPU_LIMIT: final("execute", 422, "The program computed too long."),
  MEMORY_LIMIT: final("execute", 422, "The program used too much memory."),
  CALL_LIMIT: final("execute", 422, "The program made too many tool calls."),
  ARGUMENT_LIMIT: final("execute", 422, "The arguments of one call are too large."),
  STACK_LIMIT: final("execute", 422, "The program's calls are nested too deep."),
  TIMER_LIMIT: final("execute", 422, "The program holds too many pending timers."),
  RESULT_LIMIT: final("execute", 422, "The result is too large."),
  RESULT_INVALID: final("execute", 422, "The result cannot be written as JSON."),
  WORKSPACE_FULL: final("execute", 422, "The session's workspace has no room left."),
  WORKER_DIED: passing("execute", 500, "The sandbox process ended unexpectedly."),
  CANCELLED: final("execute", 499, "The caller stopped the run."),

  PII_BLOCKED: final("protect", 403, "The data holds a class that policy blocks."),
  VAULT_FULL: final("protect", 503, "The session, or the vault as a whole, holds as many tokens as it may."),
  VALUES_WRITTEN_LIMIT: final(
    "protect",
    403,
    "The session has written as many personal values of its own as it may.",
  ),
  VAULT_UNAVAILABLE: passing("protect", 503, "The vault cannot be read or written."),
  RESULT_WITHHELD: final("protect", 403, "Policy withholds the whole result of the tool."),
  DATA_TOO_DEEP: final("protect", 422, "The data is nested too deeply to be checked."),

  AUDIT_UNAVAILABLE: passing("record", 503, "The trail cannot be written, so nothing happens."),

  TOOL_FAILED: final("upstream", 502, "The tool ran and reported an error."),
  TOOL_TIMEOUT: passing("upstream", 504, "The tool did not answer in time."),
  CALL_RESULT_LIMIT: final("upstream", 502, "The tool's result is too large."),
  UPSTREAM_UNAVAILABLE: passing("upstream", 502, "The tool's server cannot be reached."),

  SETTINGS_INVALID: final("gateway", 500, "A setting is unknown or has a wrong value."),
  STORAGE_UNAVAILABLE: passing("gateway", 503, "The data folder cannot be read or written."),
  INTERNAL: final("gateway", 500, "A fault of the gateway; the log has the details."),
} satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof ERROR_CODES;
