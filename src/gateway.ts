// What a surface can ask of the gateway. Surfaces translate to and from this; they decide nothing.

import type { Keyring, RateLimiter } from "./admit/admit.ts";
import type { Approvals } from "./approvals/approvals.ts";
import type { ToolPage, ToolSearch, ToolSignatures } from "./catalog/catalog.ts";
import type { PolicyReload } from "./decide/decide.ts";
import type { DirectCalls } from "./direct-call.ts";
import type { PassThroughs } from "./pass-through.ts";
import type { AuditDesk, VerifyResult } from "./record/record.ts";
import type { CheckReply } from "./run/check-code.ts";
import type { RunRegistry } from "./run/run-registry.ts";
import type { FindRun } from "./services/find-run.ts";
import type { RevealToken } from "./services/reveal-token.ts";
import type { SessionNotes } from "./services/session-notes.ts";
import type { SkillDesk } from "./services/skills/skill-desk.ts";
import type { VaultTending } from "./services/tend-vault.ts";
import type { TrailFilter } from "./storage/storage.ts";
import type { JsonObject, JsonValue, PiiClass, Principal } from "./vocabulary.ts";

export type Readiness = {
  ready: boolean;
  trail: "ok" | "unavailable";
  /** `problems`: why the files on disk are not in force; the last good set is. */
  policies: { sha256: string; files: number; problems: string[] };
  workers: { alive: number; idle: number; queued: number };
  servers: { name: string; state: string; tools: number; error?: string; cached?: true }[];
};

export type TokenizeReply = {
  data: JsonValue;
  tokens: { token: string; class: PiiClass }[];
  session: string;
};

export type Gateway = {
  keyring: Keyring;
  limiter: RateLimiter;
  runs: Omit<RunRegistry, "close" | "cancelAllOf" | "find">;
  /** Also a run that only the trail still knows. Throws NOT_FOUND for an unknown id and for another principal's run alike. */
  findRun: FindRun;
  /** One tool call without a program. */
  callTool: DirectCalls["call"];
  /** A conversation between an MCP client and one server, every request of it through the gate. */
  openPassThrough: PassThroughs["open"];
  approvals: Pick<Approvals, "list" | "decide">;
  skills: SkillDesk;
  /** Workspaces of sessions, for clients that read them as resources. */
  notes: SessionNotes;
  check(principal: Principal, code: string, typecheck?: boolean): Promise<CheckReply>;
  searchTools(principal: Principal, search: ToolSearch): Promise<ToolPage>;
  /** All tools of the principal in one line each; null where they are too many to be read before the work begins. */
  signatures(principal: Principal): ToolSignatures | null;
  /** Called when tools may look different to somebody; returns how to stop. */
  onToolsChanged(listener: () => void): () => void;
  /** The declaration of one tool, uncut; null for a tool that the principal may not call. */
  typesOf(principal: Principal, tool: string): string | null;
  tokenize(principal: Principal, data: JsonValue, session?: string): Promise<TokenizeReply>;
  /** Everything that auditors ask; each question is itself an event. */
  audit: AuditDesk;
  /** The page for Prometheus; absent where nothing is counted. */
  metrics?(): Promise<{ contentType: string; text: string }>;
  /** Reading the trail is itself an event. */
  readTrail(principal: Principal, filter: TrailFilter): Promise<JsonObject[]>;
  verifyTrail(principal: Principal): Promise<VerifyResult>;
  createKey(
    by: Principal,
    key: { name: string; role: Principal["role"]; groups: string[] },
  ): Promise<JsonObject>;
  /** The clear value behind one token; on the trail before it is returned. */
  revealToken: RevealToken;
  /** Forgets sessions and values, and changes the master key, while work goes on. */
  vault: VaultTending;
  revokeKey(by: Principal, idOrName: string): Promise<JsonObject[]>;
  reloadPolicies(): Promise<PolicyReload>;
  readiness(): Readiness;
  close(): Promise<void>;
};
