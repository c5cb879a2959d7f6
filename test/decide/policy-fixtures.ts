// Policies written in the tests, and calls against them.

import assert from "node:assert/strict";
import type { CallDecision, CallFacts, PolicyBundle, PolicySnapshot } from "../../src/decide/decide.ts";
import { bundlePolicies, loadPolicyTexts, sortTexts } from "../../src/decide/decide.ts";
import { placeTestTokens } from "../../src/decide/format/test-tokens.ts";
import type { CodeFacts, JsonObject, Principal } from "../../src/vocabulary.ts";

export const PATTERNS = ["dynamic-tool-name", "prototype-mutation", "unbounded-loop", "string-built-url"];

export const BOT: Principal = { name: "bot", role: "agent", groups: [] };

export const CODE_FACTS: CodeFacts = {
  sourceBytes: 100,
  astNodes: 20,
  nesting: 2,
  complexity: 3,
  toolCallSites: 1,
  imports: [],
  tools: [],
  dynamicTools: false,
};

/** A complete file around some sections; `head` replaces the default role and reach. */
export function policyText(body: string, head = 'id: p\napplies_to: { agents: ["*"] }'): string {
  return `policy: 1\n${head}\n${body}\n`;
}

export function load(...texts: string[]): PolicySnapshot {
  const sources = texts.map((text, index) => ({ path: `policies/${index}.yaml`, text }));
  const result = loadPolicyTexts(sources, { patterns: PATTERNS });
  assert.ok(
    result.ok,
    result.ok ? "" : result.problems.map((p) => `${p.line}:${p.column} ${p.message}`).join("\n"),
  );
  return result.policies;
}

/** The same with texts and places; file names are given, so that tests can name them. */
export function bundle(files: Record<string, string>): PolicyBundle {
  const sources = Object.entries(files).map(([path, text]) => ({ path, text }));
  const result = bundlePolicies(sortTexts(sources), { patterns: PATTERNS });
  assert.ok(
    result.ok,
    result.ok ? "" : result.problems.map((p) => `${p.line}:${p.column} ${p.message}`).join("\n"),
  );
  return result.bundle;
}

export const NO_FINDINGS = () => ({ facts: CODE_FACTS, findings: [] });

/** A decision as the trail presents it. */
export function decidedEvent(tool: string, changes: JsonObject = {}): JsonObject {
  const { body, ...columns } = changes;
  return {
    seq: 1,
    at: "2026-01-05T10:00:00.000Z",
    kind: "call.decided",
    principal: "bot",
    session: "main",
    run: "run_1",
    call: "call_1",
    tool,
    decision: "allow",
    rule: "g",
    body: {
      args: {},
      tokens: [],
      labels: [],
      policyHash: "x",
      shadow: [],
      ...(body as JsonObject | undefined),
    },
    ...columns,
  };
}

export async function* stream(...events: JsonObject[]): AsyncGenerator<JsonObject> {
  yield* events;
}

export function problemsOf(...texts: string[]): string[] {
  const sources = texts.map((text, index) => ({ path: `${index}.yaml`, text }));
  const result = loadPolicyTexts(sources, { patterns: PATTERNS });
  return result.ok ? [] : result.problems.map((p) => `${p.line}:${p.column} ${p.message}`);
}

/** Marks like `<EMAIL@crm.get:r1>` in the arguments become tokens. */
export function call(
  policies: PolicySnapshot,
  tool: string,
  args: JsonObject = {},
  more: Partial<Omit<CallFacts, "args">> = {},
): CallDecision {
  const placed = placeTestTokens(args);
  return policies.decideCall({
    principal: BOT,
    tool,
    args: placed.args,
    tokens: placed.tokens,
    runLabels: [],
    now: new Date(0),
    ...more,
  });
}

export function outcome({ effect, rule }: CallDecision): string {
  return `${effect} ${rule}`;
}
