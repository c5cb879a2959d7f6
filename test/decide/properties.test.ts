// Promises that hold for every set of policies, tried on generated ones. The seed is fixed: a failure repeats.

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import fc from "fast-check";
import type { CallFacts, PolicySnapshot } from "../../src/decide/decide.ts";
import { placeTestTokens } from "../../src/decide/format/test-tokens.ts";
import type { Effect, JsonObject } from "../../src/vocabulary.ts";
import { load } from "./policy-fixtures.ts";

const RUNS = { seed: 20_260_101, numRuns: 120 };
const RANK: Record<Effect, number> = { deny: 0, approve: 1, allow: 2 };

type Rule = {
  match: string;
  effect: string;
  args?: object | undefined;
  when?: object | undefined;
  mode?: string;
};
type Flow = { class: string; from: string; to: string; effect: string; mode?: string };
type File = { tools: Rule[]; flows: Flow[]; agents: string };

const pattern = fc.constantFrom("s.t", "s.*", "s.u", "x.t", "x.*", "s.t*");
const matcher = fc.constantFrom(
  {},
  { one_of: ["a", "b"] },
  { max_len: 3 },
  { no_tokens: true },
  { prefix: "a" },
);
const args = fc.option(fc.dictionary(fc.constantFrom("p", "q"), matcher, { minKeys: 1 }), {
  nil: undefined,
  freq: 1,
});
const when = fc.option(
  fc.constantFrom<object>(
    { run_labels_any: ["seen"] },
    { hours: "08:00-18:00" },
    { days: ["mon"] },
    { session_age: { under: "1h" } },
  ),
  { nil: undefined },
);
const rule = (...effects: string[]) =>
  fc.record({ match: pattern, effect: fc.constantFrom(...effects), args, when }).map(compact);
const flow = fc
  .record({
    class: fc.constantFrom("EMAIL", "PERSON"),
    from: fc.constantFrom("crm.get", "crm.*"),
    to: fc.constantFrom("s.t", "s.*#/p", "x.t#/q"),
    effect: fc.constantFrom("allow", "allow", "allow", "deny"),
  })
  .map(compact);
const file: fc.Arbitrary<File> = fc.record({
  tools: fc.array(rule("allow", "allow", "approve", "approve", "escalate", "escalate", "deny"), {
    minLength: 1,
    maxLength: 3,
  }),
  flows: fc.array(flow, { maxLength: 3 }),
  agents: fc.constantFrom("*", "bot"),
});
// Most sets grant something to most calls: a promise about denied calls alone would prove little.
const OPEN: File = {
  tools: [{ match: "s.*", effect: "allow" }],
  flows: [{ class: "EMAIL", from: "crm.*", to: "s.*", effect: "allow" }],
  agents: "*",
};
const files = fc
  .tuple(fc.array(file, { minLength: 1, maxLength: 2 }), fc.constantFrom([OPEN], [OPEN], [OPEN], []))
  .map(([list, open]) => [...open, ...list]);
const value = fc.constantFrom("a", "b", "a", "b", "abcd", "<EMAIL@crm.get:r1>", "x <PERSON@crm.get:r2>", 5);
const facts: fc.Arbitrary<CallFacts> = fc
  .record({
    tool: fc.constantFrom("s.t", "s.t", "s.u", "s.u", "x.t", "y.t"),
    args: fc.dictionary(fc.constantFrom("p", "q", "z"), value),
    labels: fc.constantFrom([], ["seen"]),
    now: fc.constantFrom("2026-01-05T09:00:00Z", "2026-01-06T20:00:00Z"),
    sessionAgeMs: fc.constantFrom(undefined, 1000, 7_200_000),
  })
  .map(({ tool, args: given, labels, now, sessionAgeMs }) => ({
    principal: { name: "bot", role: "agent", groups: [] },
    tool,
    ...placeTestTokens({ ...given } as JsonObject),
    runLabels: labels,
    now: new Date(now),
    ...(sessionAgeMs !== undefined && { sessionAgeMs }),
  }));

function compact<T extends object>(rule: T): T {
  return Object.fromEntries(Object.entries(rule).filter(([, part]) => part !== undefined)) as T;
}

/** JSON is YAML: rules keep their names wherever they stand. */
function textsOf(list: readonly File[], role = "grant", prefix = "f"): string[] {
  return list.map(({ tools, flows, agents }, index) =>
    JSON.stringify({
      policy: 1,
      id: `${prefix}${index}`,
      role,
      applies_to: { agents: [agents] },
      tools: tools.map(({ match, ...rest }, place) => ({ id: `r${place}`, match: [match], ...rest })),
      ...(flows.length > 0 && {
        flows: flows.map(({ class: kind, from, to, ...rest }, place) => ({
          id: `w${place}`,
          class: [kind],
          from: [from],
          to: [to],
          ...rest,
        })),
      }),
    }),
  );
}

function decide(policies: PolicySnapshot, call: CallFacts) {
  const { shadow: _watched, ...enforced } = policies.decideCall(call);
  return enforced;
}

/** The same rules in another order, under the same names. */
function shuffled(texts: readonly string[], order: readonly number[]): string[] {
  const turn = <T>(list: T[]): T[] =>
    list
      .map((item, index) => ({ item, key: order[index % order.length] ?? 0 }))
      .sort((a, b) => a.key - b.key)
      .map(({ item }) => item);
  return turn([...texts]).map((text) => {
    const content = JSON.parse(text);
    return JSON.stringify({
      ...content,
      tools: turn(content.tools),
      ...(content.flows && { flows: turn(content.flows) }),
    });
  });
}

suite("for every set of policies and every call", () => {
  test("the generated calls are allowed, held and denied in fair parts", () => {
    const counts: Record<Effect, number> = { allow: 0, approve: 0, deny: 0 };
    for (const [list, call] of fc.sample(fc.tuple(files, facts), RUNS))
      counts[decide(load(...textsOf(list)), call).effect] += 1;
    for (const count of Object.values(counts)) assert.ok(count >= 12, JSON.stringify(counts));
  });

  test("shuffling files and rules never changes a decision", () => {
    const order = fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(files, facts, order, (list, call, keys) => {
        const texts = textsOf(list);
        const [one, other] = [load(...texts), load(...shuffled(texts, keys))];
        assert.deepEqual(other.decideCall(call), one.decideCall(call));
      }),
      RUNS,
    );
  });

  test("adding a deny or an escalate never widens", () => {
    fc.assert(
      fc.property(files, facts, rule("deny", "escalate"), (list, call, further) => {
        const [first, ...rest] = list;
        if (!first) return;
        const before = decide(load(...textsOf(list)), call);
        const after = decide(
          load(...textsOf([{ ...first, tools: [...first.tools, further] }, ...rest])),
          call,
        );
        assert.ok(RANK[after.effect] <= RANK[before.effect], `${before.effect} became ${after.effect}`);
      }),
      RUNS,
    );
  });

  test("a ceiling never widens", () => {
    const ceiling = fc.record({
      tools: fc.array(rule("deny", "escalate"), { minLength: 1, maxLength: 3 }),
      flows: fc.array(
        flow.map((it) => ({ ...it, effect: "deny" })),
        { maxLength: 2 },
      ),
      agents: fc.constantFrom("*", "bot", "other"),
    });
    fc.assert(
      fc.property(files, facts, ceiling, (list, call, top) => {
        const before = decide(load(...textsOf(list)), call);
        const after = decide(load(...textsOf(list), ...textsOf([top], "ceiling", "c")), call);
        assert.ok(RANK[after.effect] <= RANK[before.effect], `${before.effect} became ${after.effect}`);
        if (after.effect !== "deny") assert.deepEqual(after.restores, before.restores);
      }),
      RUNS,
    );
  });

  test("a rule or a file in shadow mode never changes an enforced decision", () => {
    const shadows = fc.record({
      tools: fc.array(rule("allow", "approve", "deny", "escalate"), { minLength: 1, maxLength: 3 }),
      flows: fc.array(flow, { maxLength: 2 }),
    });
    fc.assert(
      fc.property(files, facts, shadows, (list, call, more) => {
        const [first, ...rest] = list;
        if (!first) return;
        const watched = <T extends object>(items: T[]): T[] =>
          items.map((item) => ({ ...item, mode: "shadow" }));
        const inFile = {
          ...first,
          tools: [...first.tools, ...watched(more.tools)],
          flows: [...first.flows, ...watched(more.flows)],
        };
        const before = decide(load(...textsOf(list)), call);
        assert.deepEqual(decide(load(...textsOf([inFile, ...rest])), call), before);
        const [text = ""] = textsOf([{ ...more, agents: "*" }], "grant", "shadow");
        const asFile = JSON.stringify({ ...JSON.parse(text), mode: "shadow" });
        assert.deepEqual(decide(load(...textsOf(list), asFile), call), before);
      }),
      RUNS,
    );
  });

  test("no grant means deny, and a call that is not denied has a flow for each of its tokens", () => {
    fc.assert(
      fc.property(files, facts, (list, call) => {
        const decision = load(...textsOf(list)).decideCall(call);
        if (decision.effect === "deny") return;
        assert.equal(decision.restores.length, call.tokens.length);
        const grants = list
          .flatMap(({ tools }) => tools)
          .filter(({ effect }) => effect === "allow" || effect === "approve");
        assert.ok(grants.length > 0);
      }),
      RUNS,
    );
  });
});
