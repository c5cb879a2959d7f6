// May every token of a call go where it is used? Allow flows are grants, deny flows win over them.

import type { TokenUse } from "../vocabulary.ts";
import type { FlowRule } from "./compile-policies.ts";
import { byName } from "./compile-policies.ts";
import type { FlowDraw } from "./decide.ts";
import type { FlowCall, PreparedFlow } from "./prepare-flow.ts";
import { effectiveSources, isPersonal, prepareFlow } from "./prepare-flow.ts";

export type { FlowCall } from "./prepare-flow.ts";
export type Restore = { token: string; pointer: string; flow: string };

/** `flow` is the allow flow that came nearest, null when none names this class, source and target. */
export type FlowRefusal = { use: TokenUse; flow: FlowRule | null; why: string };

/** Uses that a deny flow (or a flow in shadow mode) speaks about: any source counts, also the agent's own. */
export function touches(flow: FlowRule, call: FlowCall): boolean {
  const { speaksOf, comesFrom } = prepareFlow(flow, call);
  return call.tokens.some((use) => isPersonal(use) && speaksOf(use) && use.sources.some(comesFrom));
}

/** Refuses unless every source of every token is covered by a flow whose conditions this call keeps. */
export function routeTokens(
  flows: readonly FlowRule[],
  call: FlowCall,
): { restores: Restore[]; refusals: FlowRefusal[]; draws: FlowDraw[] } {
  const allows = flows
    .filter((flow) => flow.effect === "allow")
    .sort(byName)
    .map((flow) => prepareFlow(flow, call));
  const restores: Restore[] = [];
  const refusals: FlowRefusal[] = [];
  for (const use of call.tokens) {
    const { token, pointer } = use;
    const route = isPersonal(use) ? routeOf(use, allows) : { flow: "literal" };
    if ("why" in route) refusals.push(route);
    else restores.push({ token, pointer, flow: route.flow });
  }
  return { restores, refusals, draws: allows.flatMap((prepared) => prepared.draw() ?? []) };
}

function routeOf(use: TokenUse, allows: readonly PreparedFlow[]): { flow: string } | FlowRefusal {
  const sources = effectiveSources(use);
  const usable: PreparedFlow[] = [];
  let broken: { flow: FlowRule; why: string } | null = null;
  for (const prepared of allows.filter((it) => it.speaksOf(use))) {
    const why = prepared.brokenFor(use);
    if (why === null) usable.push(prepared);
    else if (sources.some(prepared.comesFrom)) broken ??= { flow: prepared.flow, why };
  }
  const routes = sources.map((source) => usable.filter((prepared) => prepared.comesFrom(source)));
  if (routes.length > 0 && routes.every((route) => route.length > 0)) return { flow: routeName(routes) };
  const why = broken?.why ?? "no flow names its class, source and target";
  return { use, flow: broken?.flow ?? null, why };
}

function routeName(routes: readonly PreparedFlow[][]): string {
  const names = routes.map((route) => route.map(({ flow }) => flow.id).sort()[0] ?? "");
  return [...new Set(names)].sort().join("+");
}
