// The README's figures stand where they come from; its commands, programs and policy are run by test/pages/.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
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

describe("the README's token figures are those of the page that the script wrote", () => {
  const rows = readFileSync(join(ROOT, "docs/tokens-measured.md"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) =>
      line
        .split("|")
        .map((cell) => cell.trim())
        .slice(1, -1),
    );
  const [size] = /([\d,]+) real tools of \d+ servers/.exec(README)?.slice(1) ?? [];

  test("way by way", () => {
    const shown = [
      ...README.matchAll(
        /^\| ((?:all definitions|the client's|search \+|code mode)[^|]*) \| ([\d,]+) \| ([^|]*)\| (\d+) \|$/gm,
      ),
    ].map(([, way = "", context, fewer = "", turns]) => [
      size,
      way.replace("the client's own", "client's").replace(" through the gateway", ""),
      context,
      fewer.trim(),
      turns,
    ]);
    assert.equal(shown.length, 5);
    const measured = rows
      .filter((cells) => cells.length === 6)
      .map(([tools, way, context, fewer, , turns]) => [tools, way, context, fewer, turns]);
    for (const row of shown)
      assert.ok(
        measured.some((cells) => isDeepStrictEqual(cells, row)),
        row.join(" | "),
      );
  });

  test("how often search finds the tool", () => {
    for (const [, part = "", questions = ""] of README.matchAll(
      /for ([\d.]+ %) of (\d+) (?:questions|that)/g,
    ))
      assert.ok(
        rows.some(([, asked, found]) => asked === questions && found === part),
        part,
      );
  });

  test("what code mode saves at ten tools, job by job", () => {
    const [, least = "", most = ""] = /by ([\d.]+ %) to ([\d.]+ %)/.exec(README) ?? [];
    const text = readFileSync(join(ROOT, "docs/tokens-measured.md"), "utf8");
    const ten = text.slice(text.indexOf("### 10 tools"), text.indexOf("### 100 tools"));
    const saved = [...ten.matchAll(/^\|[^|]*\| code mode[^|]*\|.*\| ([\d.]+) %( more)? \| \d+ \|$/gm)].map(
      ([, part, more]) => Number(part) * (more ? -1 : 1),
    );
    assert.equal(saved.length, 10);
    assert.deepEqual([least, most], [`${Math.min(...saved)} %`, `${Math.max(...saved)} %`]);
  });
});
