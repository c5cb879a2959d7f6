// Decisions per second and their latency, by the number of rules. The cost should follow the rules that can match
// a tool, not all rules there are.
// Run: node bench/decide.ts [--rounds 20000] [--json]

import { parseArgs } from "node:util";
import { loadPolicyTexts, type PolicySnapshot } from "../src/decide/decide.ts";
import type { JsonObject, TokenUse } from "../src/vocabulary.ts";
import type { Figure } from "./figures.ts";
import { openBench } from "./open-bench.ts";
import { percentile } from "./percentiles.ts";

const GOAL_P99_MS = 0.1;

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "20000" }, json: { type: "boolean" } },
});
const rounds = Number(values.rounds);
const WARM_UP = Math.min(2000, rounds);

type Shape = { name: string; rules: number; sameTool: boolean; flows: boolean };

const SHAPES: Shape[] = [
  ...[10, 100, 1000].map((rules) => ({
    name: "rules about many tools",
    rules,
    sameTool: false,
    flows: false,
  })),
  ...[10, 100, 1000].map((rules) => ({ name: "rules about one tool", rules, sameTool: true, flows: false })),
  ...[10, 100, 1000].map((rules) => ({
    name: "rules, a flow for each tool",
    rules,
    sameTool: false,
    flows: true,
  })),
];

function policyOf({ rules, sameTool, flows }: Shape): string {
  const tool = (index: number) => (sameTool ? "shop.order" : `shop${index % 50}.order_${index}`);
  return JSON.stringify({
    policy: 1,
    id: "bench",
    applies_to: { agents: ["*"] },
    tools: Array.from({ length: rules }, (_, index) => ({
      id: `r${index}`,
      match: [tool(index)],
      // With one tool, each rule is about another amount: all of them are evaluated, one of them matches.
      args: {
        id: { pattern: "[A-Z][0-9]{1,8}" },
        amount: { range: sameTool ? [index, index] : [0, 1000] },
        to: { max_items: 3, each: { class: "EMAIL" } },
      },
      effect: "allow",
    })),
    ...(flows && {
      flows: Array.from({ length: rules }, (_, index) => ({
        id: `f${index}`,
        class: ["EMAIL"],
        from: ["crm.get"],
        to: [`${tool(index)}#/to`],
        effect: "allow",
      })),
    }),
  });
}

type Call = { tool: string; args: JsonObject; tokens: TokenUse[]; effect: "allow" | "deny" };

function callOf({ rules, sameTool, flows }: Shape): Call {
  const last = rules - 1;
  const tool = sameTool ? "shop.order" : `shop${last % 50}.order_${last}`;
  const args = { id: "A17", amount: sameTool ? last : 20, ...(flows && { to: ["EMAIL_001"] }) };
  const sources = [{ tool: "crm.get", call: "call_1", pointer: "/0/email" }];
  const token: TokenUse = {
    token: "EMAIL_001",
    class: "EMAIL",
    pointer: "/to/0",
    known: true,
    whole: true,
    sources,
  };
  return { tool, args, tokens: flows ? [token] : [], effect: "allow" };
}

function load(text: string): PolicySnapshot {
  const loaded = loadPolicyTexts([{ path: "bench.yaml", text }], { patterns: [] });
  if (!loaded.ok) throw new Error(loaded.problems[0]?.message ?? "the policy does not load");
  return loaded.policies;
}

function measure(shape: Shape): { perSecond: number; p50: number; p99: number } {
  const policies = load(policyOf(shape));
  const { tool, args, tokens, effect } = callOf(shape);
  const facts = {
    principal: { name: "bot", role: "agent" as const, groups: [] },
    tool,
    args,
    tokens,
    runLabels: [],
    now: new Date(0),
  };
  const decision = policies.decideCall(facts);
  if (decision.effect !== effect)
    throw new Error(`${decision.effect} by ${decision.rule}: the bench measures nothing`);
  for (let turn = 0; turn < WARM_UP; turn++) policies.decideCall(facts);
  const times: number[] = [];
  const started = performance.now();
  for (let turn = 0; turn < rounds; turn++) {
    const from = performance.now();
    policies.decideCall(facts);
    times.push(performance.now() - from);
  }
  const perSecond = rounds / ((performance.now() - started) / 1000);
  return { perSecond, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

const bench = openBench("decide", SHAPES.length);
const figures: Figure[] = [];
for (const shape of SHAPES) {
  const { name, rules } = shape;
  const { perSecond, p50, p99 } = measure(shape);
  const speed = `${Math.round(perSecond).toString().padStart(8)}/s  p50 ${p50.toFixed(4)} ms  p99 ${p99.toFixed(4)} ms`;
  bench.detail(`${name.padEnd(26)} ${String(rules).padStart(5)} rules  ${speed}`);
  const goal = rules === 100 ? { goal: { atMost: GOAL_P99_MS } } : {};
  figures.push({ what: `${rules} ${name}, p99`, ours: p99, unit: "ms", ...goal });
  bench.step();
}
await bench.report(figures);
