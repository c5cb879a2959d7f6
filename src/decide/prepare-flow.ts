// A flow as it concerns one call. What every token would ask again is worked out once: a call may hold many
// thousands of tokens, and their number is the agent's choice.

import type { JsonObject, JsonValue, TokenSource, TokenUse } from "../vocabulary.ts";
import { AGENT_SOURCES } from "../vocabulary.ts";
import type { FlowRule } from "./compile-policies.ts";
import type { DrawnBefore, DrawnCounts, FlowDraw } from "./decide.ts";
import { foldName } from "./matchers/fold-name.ts";
import { covers, escapeSegment, parentOf, valueAt } from "./matchers/json-pointer.ts";
import type { TokenPlaces } from "./matchers/matching.ts";
import { matchesSource, matchesTool } from "./matchers/tool-pattern.ts";

export type FlowCall = {
  tool: string;
  args: JsonObject;
  tokens: readonly TokenUse[];
  places: TokenPlaces;
  drawnBefore?: DrawnBefore;
};

export type PreparedFlow = {
  flow: FlowRule;
  /** Does it name the token's class and the place where it is used? */
  speaksOf(use: TokenUse): boolean;
  comesFrom(source: TokenSource): boolean;
  /** Which condition of the flow the call breaks for this token, or null. */
  brokenFor(use: TokenUse): string | null;
  /** What the call draws from it; null where only calls are bounded, or nothing. */
  draw(): FlowDraw | null;
};

export function prepareFlow(flow: FlowRule, call: FlowCall): PreparedFlow {
  // A deny also means the argument that a server takes for the named one.
  const spelled = flow.effect === "deny" ? foldName : (pointer: string) => pointer;
  const targets = flow.to
    .filter(({ tool }) => matchesTool(tool, call.tool))
    .map(({ pointer }) => (pointer === null ? null : spelled(pointer)));
  const isNamed = remembered((tool: string) => flow.from.some((pattern) => matchesSource(pattern, tool)));
  const comesFrom = ({ tool }: TokenSource) => isNamed(tool);
  const speaksOf = ({ class: name, pointer }: TokenUse) =>
    (flow.classes.has("*") || flow.classes.has(name)) &&
    targets.some((target) => target === null || covers(target, spelled(pointer)));
  const distinct = onceAsked(() => distinctTokens(call, { flow, speaksOf, comesFrom }));
  const before = onceAsked(() => call.drawnBefore?.(flow.name, distinct()) ?? NOTHING);
  const sharesRecord = onceAsked(() => recordCheck(call, { flow, comesFrom }));
  return {
    flow,
    speaksOf,
    comesFrom,
    brokenFor(use) {
      const tooMany = isBounded(flow) ? beyondBound(flow, distinct().size, before) : null;
      if (tooMany !== null) return tooMany;
      if (flow.sameRecordAs === null || sharesRecord()(use)) return null;
      return `the value does not come from the same record as ${flow.sameRecordAs}`;
    },
    draw() {
      const { run, session } = flow.maxDistinct;
      if (Math.min(run, session) === Infinity || distinct().size === 0) return null;
      return { flow: flow.name, tokens: [...distinct()], before: before() };
    },
  };
}

const NOTHING: DrawnCounts = { run: 0, session: 0 };

function isBounded({ maxDistinct: { call, run, session } }: FlowRule): boolean {
  return Math.min(call, run, session) !== Infinity;
}

function beyondBound({ maxDistinct }: FlowRule, now: number, before: () => DrawnCounts): string | null {
  if (now > maxDistinct.call) return `${now} distinct tokens would use it, at most ${maxDistinct.call} may`;
  for (const span of ["run", "session"] as const) {
    const most = maxDistinct[span];
    if (most === Infinity || before()[span] + now <= most) continue;
    return `${before()[span] + now} distinct tokens would have used it in this ${span}, at most ${most} may`;
  }
  return null;
}

export function isPersonal(use: TokenUse): boolean {
  return use.class !== "LITERAL";
}

// What the agent wrote is only the source of a value that no tool has shown: repeating a customer's address in
// code does not make it the agent's own.
export function effectiveSources(use: TokenUse): readonly TokenSource[] {
  const tools = use.sources.filter((source) => !(AGENT_SOURCES as readonly string[]).includes(source.tool));
  return tools.length > 0 ? tools : use.sources;
}

type Speaking = Pick<PreparedFlow, "flow" | "speaksOf" | "comesFrom">;

// All tokens that could use the flow are counted, so the answer does not depend on which flow is tried first.
function distinctTokens({ tokens }: FlowCall, { speaksOf, comesFrom }: Speaking): ReadonlySet<string> {
  const using = tokens.filter(
    (use) => isPersonal(use) && speaksOf(use) && effectiveSources(use).some(comesFrom),
  );
  return new Set(using.map((use) => use.token));
}

// Strict on purpose: one recipient who is not that customer, or any clear text beside the tokens, and the
// customer's data would reach somebody else.
function recordCheck(
  call: FlowCall,
  { flow, comesFrom }: Pick<Speaking, "flow" | "comesFrom">,
): (use: TokenUse) => boolean {
  const pointer = flow.sameRecordAs ?? "";
  const anchor = valueAt(call.args, pointer);
  const uses = anchor === undefined ? null : wholeTokens(anchor, pointer, call.places);
  if (!uses || uses.length === 0) return () => false;
  const anchors = new Map(
    uses.map((use) => {
      const records = use.sources.flatMap(recordOf);
      return [JSON.stringify(records), records];
    }),
  );
  const known = new Map<string, boolean>();
  return (use) => {
    const remembered = known.get(use.token);
    if (remembered !== undefined) return remembered;
    const own = new Set(use.sources.filter(comesFrom).flatMap(recordOf));
    const shares = [...anchors.values()].every((records) => records.some((record) => own.has(record)));
    known.set(use.token, shares);
    return shares;
  };
}

// A bare text or an element of a list is no field of an object: neighbors there belong to anybody.
function recordOf(source: TokenSource): string[] {
  if (source.pointer === "" || /\/\d+$/.test(source.pointer)) return [];
  return [JSON.stringify([source.tool, source.call, parentOf(source.pointer)])];
}

/** The tokens that make up a value, or null when it holds anything else. */
function wholeTokens(root: JsonValue, rootPointer: string, places: TokenPlaces): TokenUse[] | null {
  const found: TokenUse[] = [];
  const pending: { value: JsonValue; pointer: string }[] = [{ value: root, pointer: rootPointer }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, pointer } = next;
    if (typeof value === "string") {
      const whole = places.at(pointer).find((use) => use.whole && use.known && use.token === value);
      if (!whole) return null;
      found.push(whole);
    } else if (value !== null && typeof value === "object") {
      for (const [key, item] of Object.entries(value))
        pending.push({ value: item, pointer: `${pointer}/${escapeSegment(key)}` });
    } else {
      return null;
    }
  }
  return found;
}

function remembered(ask: (key: string) => boolean): (key: string) => boolean {
  const known = new Map<string, boolean>();
  return (key) => {
    const answer = known.get(key) ?? ask(key);
    known.set(key, answer);
    return answer;
  };
}

function onceAsked<T>(ask: () => T): () => T {
  let answer: { value: T } | null = null;
  return () => {
    answer ??= { value: ask() };
    return answer.value;
  };
}
