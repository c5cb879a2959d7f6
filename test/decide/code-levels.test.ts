// From which severity on a finding holds or refuses the code, where no risk of a policy names its rule.

import assert from "node:assert/strict";
import { test } from "node:test";
import { loadPolicyTexts } from "../../src/decide/decide.ts";
import type { CodeFacts, Effect, Severity } from "../../src/vocabulary.ts";

const FACTS: CodeFacts = {
  sourceBytes: 1,
  astNodes: 1,
  nesting: 0,
  complexity: 1,
  toolCallSites: 0,
  imports: [],
  tools: [],
  dynamicTools: false,
};

const grant = (code: string, id = "g") => `policy: 1\nid: ${id}\napplies_to: { agents: ["*"] }\n${code}\n`;
const ceiling = (code: string) => `policy: 1\nid: c\nrole: ceiling\napplies_to: { agents: ["*"] }\n${code}\n`;

const ROWS: [name: string, files: string[], severity: Severity, effect: Effect][] = [
  ["by default high denies", [grant("")], "high", "deny"],
  ["by default medium passes", [grant("")], "medium", "allow"],
  ["approve from medium holds medium", [grant("code: { levels: { approve: medium } }")], "medium", "approve"],
  ["approve from medium lets low pass", [grant("code: { levels: { approve: medium } }")], "low", "allow"],
  ["approve from medium still denies high", [grant("code: { levels: { approve: medium } }")], "high", "deny"],
  [
    "deny from critical holds nothing below",
    [grant("code: { levels: { deny: critical } }")],
    "high",
    "allow",
  ],
  ["deny from critical denies critical", [grant("code: { levels: { deny: critical } }")], "critical", "deny"],
  ["deny from low denies medium", [grant("code: { levels: { deny: low } }")], "medium", "deny"],
  [
    "of two grants the stricter holds",
    [grant("code: { levels: { deny: critical } }"), grant("code: { levels: { deny: medium } }", "h")],
    "medium",
    "deny",
  ],
  ["a ceiling tightens", [grant(""), ceiling("code: { levels: { deny: medium } }")], "medium", "deny"],
  ["a ceiling never widens", [grant(""), ceiling("code: { levels: { deny: critical } }")], "high", "deny"],
  [
    "a risk that names the rule wins over the level",
    [grant("code: { levels: { deny: low }, risks: [{ id: r, pattern: some-rule, effect: allow }] }")],
    "high",
    "allow",
  ],
];

for (const [name, files, severity, effect] of ROWS) {
  test(name, () => {
    const sources = files.map((text, index) => ({ path: `p${index}.yaml`, text }));
    const loaded = loadPolicyTexts(sources, { patterns: ["some-rule"] });
    assert.ok(loaded.ok, JSON.stringify(loaded));
    const principal = { name: "bot", role: "agent", groups: [] } as const;
    const finding = { rule: "some-rule", severity, message: "x", line: 1, column: 1 };
    const decision = loaded.policies.decideCode({ ...principal, groups: [] }, FACTS, [finding]);
    assert.equal(decision.effect, effect);
  });
}
