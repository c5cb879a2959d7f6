// The README's figures stand where they come from; its commands, programs and policy are run by test/pages/.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { readAttacks } from "./analyze/corpus.ts";
import { ESCAPES, EXHAUSTION } from "./attacks/execute/corpus.ts";
import { CROSS_RUN } from "./attacks/execute/cross-run.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const README = readFileSync(join(ROOT, "README.md"), "utf8");

test("the README's numbers of attacks are those of the corpus", () => {
  const count = (start: string): number =>
    Number(new RegExp(`^\\| ${start}[^|]*\\| (\\d+) \\|`, "m").exec(README)?.[1]);
  assert.equal(count("slip past"), readAttacks().length);
  assert.equal(count("reach host"), ESCAPES.length + CROSS_RUN.length);
  assert.equal(count("never end"), EXHAUSTION.length);
});

test("the README's token figures stand on the page that the script wrote", () => {
  const measured = readFileSync(join(ROOT, "docs/tokens-measured.md"), "utf8");
  const figures = [
    ...README.matchAll(/^\| (?:all definitions|the client's|search \+|code mode)[^|]*\| ([\d,]+) \|/gm),
  ];
  assert.equal(figures.length, 4);
  for (const [row, figure = ""] of figures) assert.ok(measured.includes(`| ${figure} |`), row);
});
