// docs/programs.md is what agent builders rely on: its closed lists are held to what is really there.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { SANDBOX_LIMITS } from "../../src/decide/format/sandbox-schema.ts";
import { ERROR_CODES } from "../../src/errors.ts";
import { openTestExecutor, SERVERS } from "./executor-fixture.ts";

const PAGE = readFileSync(new URL("../../docs/programs.md", import.meta.url), "utf8");

function wordsOf(start: string): string[] {
  const from = PAGE.indexOf(start);
  assert.ok(from >= 0, `the page has no "${start}"`);
  const paragraph = PAGE.slice(from, PAGE.indexOf("\n\n", from));
  return Array.from(paragraph.matchAll(/`([^`]+)`/g), ([, word = ""]) => word);
}

test("the globals of a program are exactly those that the page lists", async () => {
  const executor = await openTestExecutor();
  try {
    const names = (await executor.resultOf(
      "Temporal; return Reflect.ownKeys(globalThis).map(String)",
    )) as string[];
    const ofServers = new Set(
      SERVERS.flatMap(({ identifiers }) => identifiers.filter((name) => name !== "JSON")),
    );
    const own = names.filter((name) => !ofServers.has(name) && !name.startsWith("mcp__"));
    const listed = [...wordsOf("Standard JavaScript:"), ...wordsOf("From the gateway:")];
    assert.deepEqual(own.sort(), listed.sort());
  } finally {
    await executor.close();
  }
});

test("the page lists every limit of policy with its default, and none that is not there", () => {
  const listed = Array.from(
    PAGE.matchAll(/^\| `(\w+)` \| (\d+) \| (`\w+`|none) \| /gm),
    ([, name, initial]) => [name, Number(initial)],
  );
  assert.deepEqual(
    listed,
    Object.entries(SANDBOX_LIMITS).map(([name, { initial }]) => [name, initial]),
  );
});

test("every code on the page is a code of the gateway", () => {
  const codes = Array.from(PAGE.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g), ([, code = ""]) => code);
  assert.ok(codes.length > 10);
  for (const code of codes) assert.ok(code in ERROR_CODES, code);
});
