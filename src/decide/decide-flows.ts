// May every token of a call go where it is used? Allow flows are grants, deny flows win over them.

import type { JsonObject, JsonValue, TokenSource, TokenUse } from "../vocabulary.ts";
import { AGENT_SOURCES } from "../vocabulary.ts";
import type { FlowRule } from "./compile-policies.ts";
import { byName } from "./compile-policies.ts";
import { foldName } from "./matchers/fold-name.ts";
import { covers, escapeSegment, parentOf, valueAt } from "./matchers/json-pointer.ts";
import type { TokenPlaces } from "./matchers/matching.ts";
import { matchesSource, matchesTool } from "./matchers/tool-pattern.ts";

export type FlowCall = { tool: string; args: JsonObject; tokens: readonly TokenUse[]; places: TokenPlaces };
export type Restore = { token: string; pointer: string; flow: string };

/** `flow` is the allow flow that came nearest, null when none names this class, source and target. */
export type FlowRefusal = { use: TokenUse; flow: FlowRule | null; why: string };

/** Uses that a deny flow (or a flow in shadow mode) speaks about: any source counts, also the agent's own. */
export function touches(flow: FlowRule, call: FlowCall): boolean {
  return call.tokens.some(
    (use) =>
      isPersonal(use) &&
      speaksOf(flow, use, call.tool) &&
      use.sources.some((source) => comesFrom(flow, source)),
  );
}

/** Refuses unless every source of every token is covered by a flow whose conditions this call keeps. */
export function routeTokens(
  flows: readonly FlowRule[],
  call: FlowCall,
): { restores: Restore[]; refusals: FlowRefusal[] } {
  const allows = flows.filter((flow) => flow.effect === "allow").sort(byName);
  const counts = new Map(allows.map((flow) => [flow, distinctTokens(flow, call)]));
  const restores: Restore[] = [];
  const refusals: FlowRefusal[] = [];
  for (const use of call.tokens) {
    if (!isPersonal(use)) {
      restores.push({ token: use.token, pointer: use.pointer, flow: "literal" });
      continue;
    }
    const candidates = allows.filter((flow) => speaksOf(flow, use, call.tool));
    const usable: FlowRule[] = [];
    let broken: { flow: FlowRule; why: string } | null = null;
    for (const flow of candidates) {
      const why = brokenCondition(flow, use, call, counts.get(flow) ?? 0);
      if (why === null) usable.push(flow);
      else if (effectiveSources(use).some((source) => comesFrom(flow, source))) broken ??= { flow, why };
    }
    const routes = effectiveSources(use).map((source) => usable.filter((flow) => comesFrom(flow, source)));
    if (routes.length > 0 && routes.every((route) => route.length > 0)) {
      restores.push({ token: use.token, pointer: use.pointer, flow: routeName(routes) });
    } else {
      refusals.push({
        use,
        flow: broken?.flow ?? null,
        why: broken?.why ?? "no flow names its class, source and target",
      });
    }
  }
  return { restores, refusals };
}

function isPersonal(use: TokenUse): boolean {
  return use.class !== "LITERAL";
}

function speaksOf(flow: FlowRule, use: TokenUse, tool: string): boolean {
  if (!flow.classes.has("*") && !flow.classes.has(use.class)) return false;
  // A deny also means the argument that a server takes for the named one.
  const spelled = flow.effect === "deny" ? foldName : (pointer: string) => pointer;
  return flow.to.some(
    ({ tool: pattern, pointer }) =>
      matchesTool(pattern, tool) && (pointer === null || covers(spelled(pointer), spelled(use.pointer))),
  );
}

function comesFrom(flow: FlowRule, source: TokenSource): boolean {
  return flow.from.some((pattern) => matchesSource(pattern, source.tool));
}

// What the agent wrote is only the source of a value that no tool has shown: repeating a customer's address in
// code does not make it the agent's own.
function effectiveSources(use: TokenUse): readonly TokenSource[] {
  const tools = use.sources.filter((source) => !(AGENT_SOURCES as readonly string[]).includes(source.tool));
  return tools.length > 0 ? tools : use.sources;
}

// All tokens that could use the flow are counted, so the answer does not depend on which flow is tried first.
function distinctTokens(flow: FlowRule, call: FlowCall): number {
  if (flow.maxDistinct === Number.POSITIVE_INFINITY) return 0;
  const using = call.tokens.filter(
    (use) =>
      isPersonal(use) &&
      speaksOf(flow, use, call.tool) &&
      effectiveSources(use).some((source) => comesFrom(flow, source)),
  );
  return new Set(using.map((use) => use.token)).size;
}

function brokenCondition(flow: FlowRule, use: TokenUse, call: FlowCall, distinct: number): string | null {
  if (distinct > flow.maxDistinct)
    return `${distinct} distinct tokens would use it, at most ${flow.maxDistinct} may`;
  if (flow.sameRecordAs === null || sharesRecord(flow, use, call, flow.sameRecordAs)) return null;
  return `the value does not come from the same record as ${flow.sameRecordAs}`;
}

// Strict on purpose: one recipient who is not that customer, or any clear text beside the tokens, and the
// customer's data would reach somebody else.
function sharesRecord(flow: FlowRule, use: TokenUse, call: FlowCall, pointer: string): boolean {
  const anchor = valueAt(call.args, pointer);
  const uses = anchor === undefined ? null : wholeTokens(anchor, pointer, call.places);
  if (!uses || uses.length === 0) return false;
  const own = new Set(use.sources.filter((source) => comesFrom(flow, source)).flatMap(recordOf));
  return uses.every((other) => other.sources.flatMap(recordOf).some((record) => own.has(record)));
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

function routeName(routes: FlowRule[][]): string {
  const names = routes.map((route) => route.map((flow) => flow.id).sort()[0] ?? "");
  return [...new Set(names)].sort().join("+");
}
