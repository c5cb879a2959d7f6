// Policy files → decisions with reasons. Guarantees: no grant means deny, a rule that errors denies, the order
// of files and rules never matters, and the same snapshot gives the same answer for the same facts.

import type {
  CodeFacts,
  Decision,
  Finding,
  JsonObject,
  JsonValue,
  PiiRules,
  Principal,
  RunLimits,
  ServerRequest,
  TokenUse,
} from "../vocabulary.ts";
import type { Approval } from "./compile-policies.ts";
import type { FilteredResult } from "./filter-result.ts";
import type { PolicyFile } from "./format/policy-schema.ts";
import type { TestText } from "./format/test-schema.ts";

export { cutToBytes as cutResult } from "./cut-to-bytes.ts";
export type { FilteredResult } from "./filter-result.ts";
export { FIXED_RULE_MEANINGS } from "./fixed-rules.ts";
export { createFlowDraws, type FlowDraws } from "./flow-draws.ts";
export { readCallFile } from "./format/call-file.ts";
export { findRule, type ListedRule, listRules } from "./format/list-rules.ts";
export {
  bundleFolder,
  bundlePolicies,
  loadPolicies,
  loadPolicyTexts,
  type PolicyBundle,
} from "./format/load-policies.ts";
export { policyJsonSchema, policyReference } from "./format/policy-reference.ts";
export { isPolicyName, type PolicySource, sortTexts } from "./format/read-policy-folder.ts";
export {
  type PolicyReload,
  type PolicyWatch,
  type WatchOptions,
  watchPolicies,
} from "./format/watch-policies.ts";
export type { PathChange } from "./review/compare-flows.ts";
export { diffPolicies, type PolicyDiff } from "./review/diff-policies.ts";
export { type Explanation, explainCall } from "./review/explain-call.ts";
export { type Wording, wordExplanation } from "./review/explain-wording.ts";
export { formatPolicy } from "./review/format-policy.ts";
export { namesOfCall } from "./review/known-tools.ts";
export { type Mutant, policyMutants } from "./review/mutate-policies.ts";
export { policyCoverage, type RuleCoverage } from "./review/policy-coverage.ts";
export { promoteRule } from "./review/promote-rule.ts";
export { type KnownPrincipals, needsOf, readDecidedCall } from "./review/read-decided.ts";
export { type Flip, type ReplayReport, replayDecisions } from "./review/replay-decisions.ts";
export { type KnownTools, type PolicyRemark, reviewPolicies } from "./review/review-policies.ts";
export { type CodeAnalyzer, type PolicyTestResult, runPolicyTests } from "./review/run-policy-tests.ts";
export { type ShadowEvidence, shadowEvidence } from "./review/shadow-evidence.ts";
export { STARTER_LEVELS, type StarterLevel, starterPolicy } from "./review/starter-policy.ts";
export { type Suggestion, suggestRules } from "./review/suggest-rules.ts";
export { addressesTheModel } from "./visible-text.ts";

export type PolicyProblem = {
  file: string;
  line: number;
  column: number;
  code: "POLICY_INVALID";
  message: string;
};

export type LoadResult =
  | { ok: true; policies: PolicySnapshot; warnings: PolicyProblem[] }
  | { ok: false; problems: PolicyProblem[] };

export type LoadOptions = {
  /** Rule ids of analyze: what `code.risks[].pattern` may name. */
  patterns: readonly string[];
};

/** Everything policy needs to know about one call; all of it is recorded, so that it can be decided again. */
export type CallFacts = {
  principal: Principal;
  /** `server.tool`. */
  tool: string;
  args: JsonObject;
  tokens: TokenUse[];
  runLabels: readonly string[];
  now: Date;
  /** How long the session has existed; left out where nobody knows. */
  sessionAgeMs?: number;
  /** What flows have restored before this call; left out where nothing was. */
  drawnBefore?: DrawnBefore;
};

/** How many other values than those of this call the flow, as `policy/flow`, has restored before. */
export type DrawnBefore = (flow: string, now: ReadonlySet<string>) => DrawnCounts;
export type DrawnCounts = { run: number; session: number };

/** The values of one call that count for a flow with a bound over runs or sessions. */
export type FlowDraw = { flow: string; tokens: string[]; before: DrawnCounts };

/** `key` is unique per rule and counted thing; window and maximum belong to it. */
export type RateClaim = { rule: string; key: string; max: number; windowMs: number };

/** One approval that the call needs; several of them must all be given. `show: null` shows every argument. */
export type ApprovalClaim = Approval & { rule: string; policy: string };

export type CallDecision = Decision & {
  /** Flow that lets each token through; complete exactly when the effect is not `deny`. */
  restores: { token: string; pointer: string; flow: string }[];
  /** What the call draws from flows that bound a run or a session, or would draw. */
  draws?: FlowDraw[];
  /** Rates that must have room before the call may happen. */
  rates: RateClaim[];
  /** Present exactly when the effect is `approve`. */
  approvals?: ApprovalClaim[];
  /** The approval that turned `approve` into `allow`. */
  approval?: string;
  /** True when the tool itself is granted and a flow, or the lack of one, refuses. */
  byFlow?: boolean;
};

export type ResultRule = { id: string; labels: string[]; maxBytes: number | null; maxItems: number | null };

/** `approvals` is present exactly when the effect is `approve`: the skill is a draft until all of them are satisfied. */
export type SkillDecision = Decision & {
  approvals?: { rule: string; policy: string | null; by: readonly string[]; count: number }[];
};

export type SharedWorkspace = { name: string; access: "read" | "write"; policy: string };

/** A test as a policy file states it, with the place where it stands. */
export type PolicyTest = {
  file: string;
  line: number;
  column: number;
  appliesTo: PolicyFile["applies_to"];
  test: TestText;
};

/** One immutable, compiled set of policy files. */
export type PolicySnapshot = {
  sha256: string;
  files: { path: string; id: string; rules: number }[];
  tests: readonly PolicyTest[];
  decideCode(principal: Principal, facts: CodeFacts, findings: readonly Finding[]): Decision;
  decideCall(facts: CallFacts): CallDecision;
  /** May this principal ever call the tool? For listing: true when some grant matches its name and no deny always does. */
  mayCall(principal: Principal, tool: string): boolean;
  limits(principal: Principal): RunLimits;
  /** Runs that one session of the principal may have under way: `most` is the gateway's own bound. */
  sessionRuns(principal: Principal, most: number): number;
  pii(principal: Principal): PiiRules;
  /** Labels, cuts and filters for the result of a tool: the result as the run may see it. */
  filterResult(principal: Principal, tool: string, value: JsonValue): FilteredResult;
  /** `allow`: its author may run the skill at once; others see it only when a person has approved it. */
  decideSkillSave(principal: Principal): SkillDecision;
  /** For finding, showing, running and importing alike: a skill that is not seen does not exist for the principal. */
  maySeeSkill(principal: Principal, skill: { name: string; owner: string; approved: boolean }): boolean;
  /** Shared workspaces of the principal, by name. */
  sharedWorkspaces(principal: Principal): SharedWorkspace[];
  /** One use of a shared workspace; one that does not exist gets the same answer as one that is not shared. */
  decideWorkspace(principal: Principal, name: string, access: "read" | "write"): Decision;
  /** A request that a server makes; null when nobody can say on whose behalf. */
  decideRequest(principal: Principal | null, server: string, request: ServerRequest): Decision;
};
