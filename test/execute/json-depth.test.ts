import assert from "node:assert/strict";
import { test } from "node:test";
import { isTooDeep, MAX_LEVELS } from "../../src/execute/json-depth.ts";

const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

const FITS: Record<string, string> = {
  "nothing nested": '"[[[["',
  "as many levels as are written": nested(MAX_LEVELS),
  "many lists beside each other": `[${Array(5_000).fill("[]").join()}]`,
  "brackets in a text": JSON.stringify(nested(5_000)),
  "brackets behind an escaped quote": JSON.stringify(`"${nested(5_000)}\\`),
  "brackets in a key": JSON.stringify({ [nested(5_000)]: 1 }),
};

for (const [what, text] of Object.entries(FITS)) {
  test(`${what}: not too deep`, () => assert.equal(isTooDeep(text), false));
}

const TOO_DEEP: Record<string, string> = {
  "one level more": nested(MAX_LEVELS + 1),
  "a million lists that never close": "[".repeat(1_000_000),
  objects: `${'{"a":'.repeat(200)}1${"}".repeat(200)}`,
  "behind texts that look like ends": `["\\"]","\\\\",${nested(MAX_LEVELS)}]`,
};

for (const [what, text] of Object.entries(TOO_DEEP)) {
  test(`${what}: too deep`, () => assert.equal(isTooDeep(text), true));
}
