// One policy test → the answer of the snapshot, whatever the test asks about.

import { isDeepStrictEqual } from "node:util";
import type { JsonObject, JsonValue, Principal, ServerRequest } from "../../vocabulary.ts";
import { cutToBytes } from "../cut-to-bytes.ts";
import type { CallDecision, CallFacts, PolicySnapshot, PolicyTest } from "../decide.ts";
import { questionOf } from "../format/check-test.ts";
import { durationMs } from "../format/duration.ts";
import { placeTestTokens } from "../format/test-tokens.ts";
import { splitTool } from "../matchers/tool-pattern.ts";
import type { CodeAnalyzer } from "./run-policy-tests.ts";

export type TestDecision = Pick<CallDecision, "effect" | "rule" | "policy" | "reason"> & {
  restores?: CallDecision["restores"];
  rates?: CallDecision["rates"];
  approvals?: readonly { rule: string; policy: string | null }[];
  shadow: readonly { rule: string; policy: string }[];
  /** Rules that filtered the result. */
  applied?: readonly string[];
  /** What came out otherwise than the test says, beside effect and rule. */
  differs?: string[];
};

// Tests without `at` are decided at one moment, so that they give the same result on every day.
const TEST_TIME = "2026-01-01T12:00:00Z";
const ANOTHER = "(another key)";

export function decideTest(
  policies: PolicySnapshot,
  entry: PolicyTest,
  analyzeCode: CodeAnalyzer,
): TestDecision {
  const { test } = entry;
  const caller = callerOf(entry);
  switch (questionOf(test)) {
    case "code": {
      const { facts, findings } = analyzeCode(test.code ?? "");
      return policies.decideCode(caller, facts, findings);
    }
    case "result_of":
      return filterTest(policies, entry, caller);
    case "save_skill":
      return policies.decideSkillSave(caller);
    case "see_skill":
      return seenAs(
        policies.maySeeSkill(caller, { name: test.see_skill ?? "", owner: ANOTHER, approved: true }),
      );
    case "workspace":
      return policies.decideWorkspace(caller, test.workspace ?? "", test.access ?? "read");
    case "request": {
      const { server, tool } = splitTool(test.request ?? "");
      return policies.decideRequest(caller, server, tool as ServerRequest);
    }
    default:
      return policies.decideCall(factsOfTest(entry));
  }
}

function filterTest(policies: PolicySnapshot, { test }: PolicyTest, caller: Principal): TestDecision {
  const filtered = policies.filterResult(caller, test.result_of ?? "", (test.value ?? null) as JsonValue);
  const { applied, labels, withheldBy, maxBytes, shadow } = filtered;
  const value = maxBytes === null ? filtered.value : cutToBytes(filtered.value, maxBytes).value;
  const isExpected = test.rule !== undefined && applied.includes(test.rule);
  const differs = [
    ...(test.gives === undefined || isDeepStrictEqual(test.gives, value)
      ? []
      : [`It gives ${JSON.stringify(value)}.`]),
    ...(test.labels === undefined || isDeepStrictEqual([...test.labels].sort(), labels)
      ? []
      : [`Its labels are [${labels.join(", ")}].`]),
  ];
  return {
    effect: withheldBy === null ? "allow" : "deny",
    rule: withheldBy ?? (isExpected ? (test.rule ?? "") : (applied[0] ?? "no_match")),
    policy: null,
    reason: withheldBy === null ? "The result is shown." : "The result is withheld.",
    shadow: shadow.map((rule) => ({ rule, policy: "*" })),
    applied,
    differs,
  };
}

function seenAs(isSeen: boolean): TestDecision {
  return {
    effect: isSeen ? "allow" : "deny",
    rule: "skill_seeing",
    policy: null,
    reason: isSeen ? "The skill is seen." : "The skill is not seen.",
    shadow: [],
  };
}

export function factsOfTest(entry: PolicyTest): CallFacts {
  const { test } = entry;
  const { args, tokens } = placeTestTokens((test.args ?? {}) as JsonObject);
  return {
    principal: callerOf(entry),
    tool: test.call ?? "",
    args,
    tokens,
    runLabels: test.run_labels ?? [],
    now: new Date(test.at ?? TEST_TIME),
    ...(test.session_age && { sessionAgeMs: durationMs(test.session_age) }),
  };
}

function callerOf({ appliesTo, test: { who } }: PolicyTest): Principal {
  if (who) return { name: who.agent ?? "test-agent", role: who.role ?? "agent", groups: who.groups ?? [] };
  const named = appliesTo.agents?.find((name) => name !== "*");
  return {
    name: named ?? "test-agent",
    role: appliesTo.roles?.[0] ?? "agent",
    groups: appliesTo.groups ?? [],
  };
}
