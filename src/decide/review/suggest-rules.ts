// Narrow proposals from repeated denials. Each is a whole policy file with its test, proven against the present
// policies before it is shown; nothing here is ever applied by itself.

import { stringify } from "yaml";
import type { JsonObject, JsonValue, TokenUse } from "../../vocabulary.ts";
import type { CallFacts, LoadOptions } from "../decide.ts";
import { bundlePolicies, type PolicyBundle } from "../format/load-policies.ts";
import { escapeSegment } from "../matchers/json-pointer.ts";
import { generalizeArguments } from "./generalize-arguments.ts";
import { type KnownPrincipals, needsOf, readDecidedCall } from "./read-decided.ts";
import { type CodeAnalyzer, runPolicyTests } from "./run-policy-tests.ts";

export type Suggestion = {
  principal: string;
  tool: string;
  denials: number;
  rule: "no_match" | "no_flow";
  from: string;
  until: string;
  calls: string[];
  /** A complete policy file. */
  text: string;
  /** How many of the kept calls it would grant. */
  grants: number;
  of: number;
};

export type SuggestOptions = {
  bundle: PolicyBundle;
  patterns: LoadOptions["patterns"];
  principals: KnownPrincipals;
  analyzeCode: CodeAnalyzer;
  /** Denials of one kind before it is worth a proposal. */
  least: number;
};

type Group = {
  principal: string;
  tool: string;
  rule: Suggestion["rule"];
  count: number;
  from: string;
  until: string;
  calls: string[];
  samples: CallFacts[];
};

const MOST_GROUPS = 500;
const MOST_SAMPLES = 50;

export async function suggestRules(
  events: AsyncIterable<JsonObject>,
  options: SuggestOptions,
): Promise<Suggestion[]> {
  const groups = new Map<string, Group>();
  const reading = { principals: options.principals, needs: needsOf(options.bundle) };
  for await (const event of events) {
    const { kind, decision, rule } = event;
    if (kind !== "call.decided" || decision !== "deny" || (rule !== "no_match" && rule !== "no_flow"))
      continue;
    const read = readDecidedCall(event, reading);
    if (!("why" in read)) collect(groups, event, { facts: read.facts, rule });
  }
  return [...groups.values()]
    .filter((group) => group.count >= options.least)
    .sort((a, b) => b.count - a.count)
    .flatMap((group) => propose(group, options) ?? []);
}

type Denied = { facts: CallFacts; rule: Suggestion["rule"] };

function collect(groups: Map<string, Group>, event: JsonObject, { facts, rule }: Denied): void {
  const { principal, tool } = facts;
  const key = JSON.stringify([principal.name, tool, rule]);
  const at = String(event["at"]);
  const group = groups.get(key) ?? {
    principal: principal.name,
    tool,
    rule,
    count: 0,
    from: at,
    until: at,
    calls: [],
    samples: [],
  };
  if (!groups.has(key) && groups.size >= MOST_GROUPS) return;
  groups.set(key, group);
  group.count += 1;
  group.until = at;
  if (group.calls.length < 5) group.calls.push(String(event["call"]));
  if (group.samples.length < MOST_SAMPLES) group.samples.push(facts);
}

function propose(group: Group, options: SuggestOptions): Suggestion | null {
  const { principal, tool, rule, count, from, until, calls, samples } = group;
  const id = `suggested-${tool}-${rule}`.replaceAll(/[^A-Za-z0-9._-]/g, "-").slice(0, 64);
  const [example] = samples;
  if (!example || !/^[A-Za-z0-9_-]+\.[A-Za-z0-9_./-]+$/.test(tool)) return null;
  const flows = flowsFor(group);
  const ruleId = `${tool}.suggested`.replaceAll(/[^A-Za-z0-9._-]/g, "-").slice(0, 60);
  const grant = { id: ruleId, match: [tool], args: generalizeArguments(samples), effect: "approve" };
  const expectsGrant = rule === "no_match" ? { expect: "approve", rule: ruleId } : { expect: "allow" };
  const test = { name: `${tool} as it was called`, call: tool, args: markTokens(example), ...expectsGrant };
  const write = (expected: object) =>
    stringify(
      {
        policy: 1,
        id,
        description: `Proposed from ${count} denials between ${from} and ${until}; review before use.`,
        applies_to: { agents: [principal] },
        ...(rule === "no_match" && { tools: [grant] }),
        ...(flows.length > 0 && { flows }),
        tests: [{ ...test, ...expected }],
      },
      { lineWidth: 0 },
    );
  // Another rule may ask a person as well; the test says what really happens.
  for (const expected of [{}, { expect: "approve" }]) {
    const text = write(expected);
    const granted = prove(text, samples, { ...options, path: `${id}.yaml` });
    if (granted > 0)
      return {
        principal,
        tool,
        denials: count,
        rule,
        from,
        until,
        calls,
        text,
        grants: granted,
        of: samples.length,
      };
  }
  return null;
}

/** How many of the calls the proposal grants beside the present policies; none when its own test fails. */
function prove(
  text: string,
  samples: readonly CallFacts[],
  options: SuggestOptions & { path: string },
): number {
  const present = options.bundle.files.map(({ path, text: own }) => ({ path, text: own }));
  const loaded = bundlePolicies(
    { policies: [...present, { path: options.path, text }], tests: [] },
    { patterns: options.patterns },
  );
  if (!loaded.ok) return 0;
  const { policies, tests } = loaded.bundle;
  const own = tests.filter(({ file }) => file === options.path);
  if (runPolicyTests(policies, options.analyzeCode, own).some(({ passed }) => !passed)) return 0;
  return samples.filter((facts) => policies.decideCall(facts).effect !== "deny").length;
}

function flowsFor({ samples, tool }: Group): object[] {
  const paths = new Map<string, { kind: string; source: string; pointer: string; most: number }>();
  for (const { tokens } of samples) {
    const counts = new Map<string, Set<string>>();
    for (const { class: kind, sources, pointer, token } of tokens.filter((use) => use.class !== "LITERAL")) {
      for (const source of sources) {
        const place = pointer.replace(/(\/\d+)+$/, "");
        const key = JSON.stringify([kind, source.tool, place]);
        counts.set(key, (counts.get(key) ?? new Set()).add(token));
        const path = paths.get(key) ?? { kind, source: source.tool, pointer: place, most: 0 };
        paths.set(key, { ...path, most: Math.max(path.most, counts.get(key)?.size ?? 0) });
      }
    }
  }
  return [...paths.values()].map(({ kind, source, pointer, most }, index) => ({
    id: `flow.suggested-${index + 1}`,
    class: [kind],
    from: [source],
    to: [`${tool}#${pointer}`],
    max_distinct: most,
    effect: "allow",
  }));
}

/** Arguments with `<CLASS@source:record>` in the place of tokens, as tests write them. */
export function markTokens({ args, tokens }: Pick<CallFacts, "args" | "tokens">): JsonValue {
  const marks = new Map(tokens.map((use) => [use.token, markOf(use)]));
  const walk = (value: JsonValue, pointer: string): JsonValue => {
    if (typeof value === "string") {
      const here = tokens.filter((use) => use.pointer === pointer);
      return here.reduce((text, use) => text.replaceAll(use.token, marks.get(use.token) ?? use.token), value);
    }
    if (Array.isArray(value)) return value.map((item, index) => walk(item, `${pointer}/${index}`));
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, walk(item, `${pointer}/${escapeSegment(key)}`)]),
    );
  };
  return walk(args, "");
}

function markOf({ token, class: kind, sources, known }: TokenUse): string {
  const [source] = sources;
  // The number tells tokens of one class apart; one record for all would make two people one.
  return `<${kind}@${known && source ? source.tool : "unknown"}:${token.replace(/^.*_/, "r")}>`;
}
