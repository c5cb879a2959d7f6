// The nouns that cross folders. A word that only one folder uses lives in that folder.

import { randomBytes } from "node:crypto";

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };
export type JsonObject = { [key: string]: JsonValue };

export const ROLES = ["agent", "reviewer", "approver", "auditor", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** The authenticated caller. `name` is the key's name: policies name it, and it owns sessions. */
export type Principal = { name: string; role: Role; groups: string[] };

/** One conversation of one principal. `key` is unique over all principals, `name` only within one. */
export type Session = { key: string; name: string; principal: string };

export const SESSION_NAME = /^[A-Za-z0-9_-]{1,64}$/;

export function sessionOf(principal: Principal, name: string): Session {
  return { key: `${principal.name}/${name}`, name, principal: principal.name };
}

/** For callers that name none. */
export function newSessionName(): string {
  return `ses_${randomBytes(10).toString("hex")}`;
}

export const SEVERITIES = ["info", "low", "medium", "high", "critical"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** One rule's remark on the code. Line and column are 1-based places in the author's text. */
export type Finding = {
  rule: string;
  severity: Severity;
  message: string;
  line: number;
  column: number;
  hint?: string;
};

export type RiskLevel = "low" | "medium" | "high" | "critical";
export type Risk = { level: RiskLevel; score: number };

/** What policy limits are compared with; measured by analyze, decided by decide. */
export type CodeFacts = {
  sourceBytes: number;
  astNodes: number;
  nesting: number;
  complexity: number;
  toolCallSites: number;
  /** Module specifiers as written, e.g. `servers/github`. */
  imports: string[];
  /** Tools the code names as constants, `server.tool`. */
  tools: string[];
  /** True when some tool name is computed at run time. */
  dynamicTools: boolean;
};

/** The code after analysis: exactly the module text that V8 will compile. */
export type Program = {
  /** Module text: line 1 holds imports and the wrapper, the author's line n is line n + 1. */
  moduleText: string;
  sha256: string;
  /** Servers whose objects the code mentions by import or by global name. */
  servers: string[];
  /** Text inserted into an author's line, so that run-time columns can be mapped back; a negative length is a cut. */
  insertions: { line: number; column: number; length: number }[];
  /**
   * String literals and template pieces of the author's code, as offsets into `moduleText` (a string's quotes
   * included, a template piece without its delimiters), so that personal values in them can be tokenized.
   */
  literals: { start: number; end: number; value: string; kind: "string" | "template" }[];
};

/** `program` is null exactly when the text cannot run at all (syntax, size, depth). */
export type Analysis = { findings: Finding[]; risk: Risk; facts: CodeFacts; program: Program | null };

export type Effect = "allow" | "approve" | "deny";

/**
 * The answer of policy. `rule` names what decided: a rule's id, or a fixed word such as `no_match`.
 * `shadow` holds what rules in shadow mode would have changed; it is recorded and never enforced.
 */
export type Decision = {
  effect: Effect;
  rule: string;
  policy: string | null;
  reason: string;
  hint?: string;
  shadow: { rule: string; policy: string; effect: Effect | "escalate" }[];
};

export const PII_CLASSES = [
  "EMAIL",
  "PHONE",
  "CREDIT_CARD",
  "IBAN",
  "US_SSN",
  "NATIONAL_ID",
  "PASSPORT",
  "IP_ADDRESS",
  "MAC_ADDRESS",
  "API_KEY",
  "URL_CREDENTIALS",
  "CRYPTO_WALLET",
  "PERSON",
  "ADDRESS",
  "DATE_OF_BIRTH",
  "LITERAL",
  "USERNAME",
  "COORDINATES",
  "BANK_ACCOUNT",
] as const;
/** The built-in classes; names that a policy adds (`pii.custom`) have this type too. */
export type PiiClass = (typeof PII_CLASSES)[number];

/** What policy wants done with each class of personal data. */
export type PiiAction = "tokenize" | "redact" | "block" | "pass";

/**
 * What holds where no policy speaks. Logins and coordinates stay: tools are addressed by them (assignees, maps), they stand
 * in URLs and paths as well, and most of them name an account or a place and no private person.
 */
export const DEFAULT_PII_ACTIONS = Object.fromEntries(
  PII_CLASSES.map((name) => [name, name === "USERNAME" || name === "COORDINATES" ? "pass" : "tokenize"]),
) as Record<PiiClass, PiiAction>;

export const PII_CONFIDENCES = ["low", "medium", "high"] as const;
/** `low`: also what only a word nearby suggests. `medium`: the shape says so. `high`: a checksum, a prefix or a field name does. */
export type PiiConfidence = (typeof PII_CONFIDENCES)[number];

/** What may be said about a token's value without showing it. */
export const PII_FACTS = ["domain", "country", "last4", "brand", "ageBand", "initials", "equals"] as const;
export type PiiFact = (typeof PII_FACTS)[number];

/** `shaped`: stand-ins pass format checks where a range is reserved for that; other classes keep `label`. */
/** Which content that nobody can read reaches the caller: none, pictures and sounds, or everything. */
export const BINARY_CONTENT = ["none", "media", "all"] as const;
export type BinaryContent = (typeof BINARY_CONTENT)[number];

export const PII_STYLES = ["label", "shaped"] as const;
export type PiiStyle = (typeof PII_STYLES)[number];

/** Whatever stands at this place of a tool's results is of this class. `pointer` may hold `*` and `**`. */
export type PiiField = { tool: string; pointer: string; class: PiiClass; action?: PiiAction };

/** A class of the operator's own: a pattern of the linear-time engine, or words. */
export type PiiCustom = { class: PiiClass; pattern: string } | { class: PiiClass; words: readonly string[] };

/** `actions` names every class, custom ones too. A value stays when every list of `allow` holds it. */
export type PiiRules = {
  actions: Record<PiiClass, PiiAction>;
  fields?: readonly PiiField[];
  custom?: readonly PiiCustom[];
  allow?: readonly (readonly string[])[];
  minConfidence?: PiiConfidence;
  facts?: readonly PiiFact[];
  style?: PiiStyle;
  /** Default `media`. */
  binary?: BinaryContent;
};

/** Where a token's value was seen. `tool` is `server.tool`, or one of the agent's own channels. */
export type TokenSource = { tool: string; call: string; pointer: string };

/** What a server may ask of its client while it works on a call. */
export const SERVER_REQUESTS = ["sampling", "elicitation", "roots"] as const;
export type ServerRequest = (typeof SERVER_REQUESTS)[number];

/** What a client asks of a server beside its tools. */
export const CLIENT_REQUESTS = [
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "resources/subscribe",
  "resources/unsubscribe",
  "prompts/list",
  "prompts/get",
  "completion/complete",
  "logging/setLevel",
] as const;

/** What passes between client and server beside calls. Policies name it like a tool (`crm.resources/read`); no tool may have such a name. */
export const SERVER_OPERATIONS = [
  "tools/list",
  ...CLIENT_REQUESTS,
  "notifications",
  "sampling/createMessage",
  "elicitation/create",
  "roots/list",
] as const;
export type ServerOperation = (typeof SERVER_OPERATIONS)[number];

/** The sources that are not tools: text that the agent itself wrote. */
export const AGENT_SOURCES = ["code", "context", "direct"] as const;

/** One appearance of a token in the arguments of a call. `known` is false for tokens this session never issued. */
export type TokenUse = {
  token: string;
  class: PiiClass;
  /** JSON pointer of the string (or key) that holds the token. */
  pointer: string;
  known: boolean;
  /** True when the token is the whole string, false when it stands inside other text. */
  whole: boolean;
  /** True when the text beside the token would make another value of it, as `.evil.example` behind an address. */
  joined?: boolean;
  sources: TokenSource[];
};

/** Hard limits of one run. Policy sets them, the host enforces them, the caller may only lower `wallMs`. */
export type RunLimits = {
  wallMs: number;
  cpuMs: number;
  memoryMb: number;
  toolCalls: number;
  parallelCalls: number;
  resultBytes: number;
  logBytes: number;
  logLines: number;
  argumentBytes: number;
  callResultBytes: number;
  timers: number;
  stackKb: number;
};

/** Did the effect happen? `unknown` after a lost connection or a crash. */
export type Executed = "yes" | "no" | "unknown";

export type CallStatus = "succeeded" | "failed" | "denied" | "not_executed" | "unknown";
export type CallSummary = { tool: string; status: CallStatus; durationMs: number };

/** Of MCP, the least severe first. */
export const LOG_LEVELS = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type LogLine = { level: "debug" | "log" | "info" | "warn" | "error"; message: string };

export type RunStatus = "succeeded" | "failed" | "blocked" | "pending" | "cancelled";

export type RunError = { code: string; message: string; hint?: string; line?: number; column?: number };

export type RunStats = {
  durationMs: number;
  cpuMs: number;
  memoryBytes: number;
  resultTokens: number;
  savedTokens: number;
  pii: Partial<Record<PiiClass, number>>;
};

/** The reply to one submission: the public shape of `POST /v1/runs`. */
export type Run = {
  id: string;
  session: string;
  status: RunStatus;
  result: JsonValue;
  logs: LogLine[];
  error?: RunError;
  violations: Finding[];
  risk: Risk;
  toolCalls: CallSummary[];
  stats: RunStats;
};

/** A tool behind the gateway, as an upstream server defines it. */
export type ToolDefinition = {
  server: string;
  /** The name at the server, unchanged. */
  name: string;
  title?: string;
  description: string;
  inputSchema: JsonObject;
  outputSchema?: JsonObject;
  annotations?: JsonObject;
};

/** `server.tool`: how policies, programs and the trail name a tool. */
export function toolId(tool: { server: string; name: string }): string {
  return `${tool.server}.${tool.name}`;
}
