// The README's policy, programs and figures are real: they load, pass their own tests, and stand where they come from.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { analyze, RULE_IDS } from "../src/analyze/analyze.ts";
import { bundleFolder, runPolicyTests } from "../src/decide/decide.ts";
import { readAttacks } from "./analyze/corpus.ts";
import { ESCAPES, EXHAUSTION } from "./attacks/execute/corpus.ts";
import { CROSS_RUN } from "./attacks/execute/cross-run.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const README = readFileSync(join(ROOT, "README.md"), "utf8");
const GUIDE = readFileSync(join(ROOT, "docs/agents-guide.md"), "utf8");

function blocks(page: string, language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, "gm"))].map(
    ([, text = ""]) => text,
  );
}

const check = (source: string) =>
  analyze(source, { servers: new Set(["crm", "mail"]), maxSourceBytes: 65_536 });

test("the README's policy loads, and its own tests pass", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-readme-"));
  try {
    const [policy = ""] = blocks(README, "yaml");
    writeFileSync(join(folder, "support.yaml"), policy);
    const loaded = await bundleFolder(folder, { patterns: RULE_IDS });
    assert.ok(loaded.ok, JSON.stringify(loaded));
    const results = runPolicyTests(loaded.bundle.policies, check, loaded.bundle.tests);
    assert.ok(results.length > 0);
    for (const { passed, ...result } of results) assert.ok(passed, JSON.stringify(result));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("the README's numbers of attacks are those of the corpus", () => {
  const count = (start: string): number =>
    Number(new RegExp(`^\\| ${start}[^|]*\\| (\\d+) \\|`, "m").exec(README)?.[1]);
  assert.equal(count("slip past"), readAttacks().length);
  assert.equal(count("reach host"), ESCAPES.length + CROSS_RUN.length);
  assert.equal(count("never end"), EXHAUSTION.length);
});

test("programs on the first pages pass the rules", () => {
  const programs = [...blocks(README, "ts"), ...blocks(GUIDE, "ts")];
  assert.ok(programs.length >= 3);
  for (const program of programs) {
    const { findings } = check(program);
    const severe = findings.filter(({ severity }) => severity === "high" || severity === "critical");
    assert.deepEqual(severe, [], program);
  }
});

test("the README's token figures stand on the page that the script wrote", () => {
  const measured = readFileSync(join(ROOT, "docs/tokens-measured.md"), "utf8");
  const figures = [
    ...README.matchAll(/^\| (?:all definitions|the client's|search \+|code mode)[^|]*\| ([\d,]+) \|/gm),
  ];
  assert.equal(figures.length, 4);
  for (const [row, figure = ""] of figures) assert.ok(measured.includes(`| ${figure} |`), row);
});
