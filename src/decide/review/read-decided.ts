// Decisions as the trail holds them → the facts they were made from, so that they can be made again.

import type {
  CodeFacts,
  Effect,
  Finding,
  JsonObject,
  JsonValue,
  Principal,
  TokenUse,
} from "../../vocabulary.ts";
import { ROLES } from "../../vocabulary.ts";
import type { CallFacts, DrawnCounts } from "../decide.ts";
import type { PolicyBundle } from "../format/load-policies.ts";
import { valueAt } from "../matchers/json-pointer.ts";

/** What the trail says about keys: `key.created` events, by the key's name. */
export type KnownPrincipals = ReadonlyMap<string, Pick<Principal, "role" | "groups">>;

/** Facts that a set of policies looks at and that older trails do not hold. */
export type FactNeeds = { groups: boolean; roles: boolean; sessionAge: boolean };

export type Recorded = { effect: Effect; rule: string };
export type DecidedCall = {
  recorded: Recorded;
  facts: CallFacts;
  policyHash: string | null;
  /** By `policy/flow`: what flows with a bound over calls had restored before. */
  drawn: ReadonlyMap<string, DrawnCounts>;
};
export type DecidedCode = { recorded: Recorded; principal: Principal; facts: CodeFacts; findings: Finding[] };
export type Unreadable = { why: string };

export function needsOf({ files }: Pick<PolicyBundle, "files">): FactNeeds {
  const contents = files.map(({ content }) => content);
  return {
    groups: contents.some(({ applies_to: { groups } }) => groups !== undefined),
    roles: contents.some(({ applies_to: { roles } }) => roles !== undefined),
    sessionAge: contents.some(({ tools }) => tools?.some(({ when }) => when?.session_age !== undefined)),
  };
}

// What the gate decides by itself: a policy has nothing to say about it.
const NOT_POLICY: Record<string, string> = {
  tool_unknown: "the tool did not exist",
  tool_drift: "the tool differed from its pin",
  pii_blocked: "the arguments were not kept, because policy blocks what they held",
  policy_changed: "policy wanted another approval by the time it was given",
  rate: "a rate was used up, and rates are not counted again",
};

type Reading = { principals: KnownPrincipals; needs: FactNeeds };

export function readDecidedCall(event: JsonObject, { principals, needs }: Reading): DecidedCall | Unreadable {
  const body = asObject(event["body"]);
  const recorded = readRecorded(event);
  if (!body || !recorded) return { why: "the event is incomplete" };
  const other = NOT_POLICY[recorded.rule];
  if (other !== undefined) return { why: other };
  if (body["approval"] !== undefined)
    return { why: "it is the second record of a call that a person approved" };
  if (body["argsShortened"] === true) return { why: "its arguments were too long to be kept whole" };
  const args = asObject(body["args"]);
  const tokens = readTokens(body["tokens"], args ?? {});
  const principal = readPrincipal(event, body, { principals, needs });
  if (!args || !tokens) return { why: "its arguments or tokens were not recorded" };
  if ("why" in principal) return principal;
  const sessionAgeMs = body["sessionAgeMs"];
  if (needs.sessionAge && typeof sessionAgeMs !== "number")
    return { why: "the age of its session was not recorded, and a rule asks for it" };
  const drawn = readDrawn(body["draws"]);
  const facts: CallFacts = {
    principal,
    tool: String(event["tool"] ?? ""),
    args,
    tokens,
    runLabels: texts(body["labels"]),
    now: new Date(String(event["at"])),
    ...(typeof sessionAgeMs === "number" && { sessionAgeMs }),
    drawnBefore: (flow) => drawn.get(flow) ?? { run: 0, session: 0 },
  };
  const { policyHash } = body;
  return { recorded, facts, policyHash: typeof policyHash === "string" ? policyHash : null, drawn };
}

function readDrawn(value: JsonValue | undefined): Map<string, DrawnCounts> {
  const drawn = new Map<string, DrawnCounts>();
  for (const item of Array.isArray(value) ? value : []) {
    const { flow, before } = asObject(item) ?? {};
    const { run, session } = asObject(before) ?? {};
    if (typeof flow === "string" && typeof run === "number" && typeof session === "number")
      drawn.set(flow, { run, session });
  }
  return drawn;
}

/** `checked` is the body of the run's `code.checked` event. */
export function readDecidedCode(
  event: JsonObject,
  checked: JsonObject | undefined,
  reading: Reading,
): DecidedCode | Unreadable {
  const recorded = readRecorded(event);
  const facts = asObject(checked?.["facts"]) as CodeFacts | null;
  const findings = checked?.["findings"];
  if (!recorded) return { why: "the event is incomplete" };
  if (!facts || !Array.isArray(findings)) return { why: "what was found in its code was not recorded" };
  if (recorded.effect === "deny" && recorded.rule === "code_accepted")
    return { why: "the run was refused for another reason than policy" };
  const principal = readPrincipal(event, asObject(event["body"]) ?? {}, reading);
  if ("why" in principal) return principal;
  return { recorded, principal, facts, findings: findings as Finding[] };
}

function readRecorded(event: JsonObject): Recorded | null {
  const { decision, rule } = event;
  if (decision !== "allow" && decision !== "approve" && decision !== "deny") return null;
  return typeof rule === "string" ? { effect: decision, rule } : null;
}

function readPrincipal(
  event: JsonObject,
  body: JsonObject,
  { principals, needs }: Reading,
): Principal | Unreadable {
  const { principal: name } = event;
  if (typeof name !== "string") return { why: "the event names no principal" };
  const known = principals.get(name);
  const role = ROLES.find((it) => it === body["role"]) ?? known?.role;
  const groups = Array.isArray(body["groups"]) ? texts(body["groups"]) : known?.groups;
  if (needs.groups && groups === undefined)
    return { why: "the groups of its principal are unknown, and a policy names groups" };
  if (needs.roles && role === undefined)
    return { why: "the role of its principal is unknown, and a policy names roles" };
  return { name, role: role ?? "agent", groups: groups ?? [] };
}

function readTokens(value: JsonValue | undefined, args: JsonObject): TokenUse[] | null {
  if (!Array.isArray(value)) return null;
  const uses = value.map((item) => readToken(asObject(item) as unknown as TokenUse | null, args));
  // One token less could open what was refused because of it.
  return uses.every((use) => use !== null) ? uses : null;
}

function readToken(use: TokenUse | null, args: JsonObject): TokenUse | null {
  if (!use || typeof use.pointer !== "string" || !Array.isArray(use.sources)) return null;
  const { token, class: name, pointer, sources, joined } = use;
  const whole = use.whole ?? valueAt(args, pointer) === token;
  const known = use.known ?? sources.length > 0;
  return { token, class: name, pointer, sources, whole, known, ...(joined && { joined }) };
}

export function asObject(value: JsonValue | undefined): JsonObject | null {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? value : null;
}

function texts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
