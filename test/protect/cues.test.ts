import assert from "node:assert/strict";
import { test } from "node:test";
import { CUE_GROUPS, NAME_CUE_GROUPS } from "../../src/protect/detect/glance/cue-groups.ts";
import { buildCueTable } from "../../src/protect/detect/glance/cue-table.ts";
import { kindOf, openingsOf } from "../../src/protect/detect/glance/openings.ts";
import { measureLeaf } from "../../src/protect/detect/leaf-shape.ts";
import { linesOf, readCases } from "./pii-cases.ts";
import { WORST_CASES } from "./worst-cases.ts";

const SETS = ["tuned", "held-out", "unseen", "fresh", "later", "blind"] as const;

function allTexts(): string[] {
  const lines = SETS.flatMap((set) => readCases(set).flatMap((entry) => linesOf(entry.data).split("\n")));
  return [...new Set([...lines, ...WORST_CASES.map(([, , unit]) => unit)])];
}

test("no pattern of a group is in a text whose cues do not say so", () => {
  for (const line of allTexts()) {
    for (const text of [line, line.toUpperCase(), line.toLowerCase(), line.slice(line.length / 2)]) {
      const { cues, nameCues } = measureLeaf(text);
      for (const [bits, groups] of [
        [cues, CUE_GROUPS],
        [nameCues, NAME_CUE_GROUPS],
      ] as const)
        for (const [index, patterns] of groups.entries()) {
          if ((bits & (1 << index)) !== 0) continue;
          const missed = patterns.find(({ source, flags }) => new RegExp(source, flags).test(text));
          assert.equal(missed, undefined, text);
        }
    }
  }
});

test("the cues of ordinary sentences are few", () => {
  const text =
    "The parcel was left with a neighbour and the box was open. Please send a new one this week, thank you (7).";
  const set = CUE_GROUPS.filter((_, index) => (measureLeaf(text).cues & (1 << index)) !== 0);
  assert.ok(set.length * 3 <= CUE_GROUPS.length, String(set.length));
});

/** A pattern, texts that one of its matches may begin with, and texts that none does. */
const OPENINGS: [RegExp, string[], string[]][] = [
  [/born|geb/, ["born!", "geb. "], ["burn ", "Born ", "egg.."]],
  [/born/i, ["BoRn "], ["corn "]],
  [/(?<!\w)b['-]?day\b/, ["b-day", "bday ", "b'day"], ["b.day", " bday"]],
  [/(?:Mr|Ms)\.? \p{Lu}/u, ["Mr. A", "Ms B.", "Mr É "], ["Mr. a", "Mrs. "]],
  [/\d{2,3}(?=x)[^a-z]/, ["12-  ", "123/x"], ["1-   ", "a12  "]],
  [/a{0,2}bc+/, ["bcd  ", "aabcc", "abc  "], ["aaab ", "ac   "]],
  [/(a|bc)(?:de?){2,}/, ["added", "bcdde"], ["aee e"]],
  [/(["']).{0,3}\1x/, ["'abc'", "''x  "], ["abc'x"]],
  [/k/iu, ["\u212a    ", "K    "], ["l    "]],
  [/ß|\u{1f600}/u, ["ß    ", "\u{1f600}   "], ["s    "]],
];

test("openings hold every beginning of a match and little else", () => {
  for (const [pattern, may, mayNot] of OPENINGS) {
    const mayBegin = (text: string): boolean =>
      openingsOf(pattern).some((opening) =>
        opening.every((kinds, at) => kinds.includes(String.fromCharCode(kindOf(text.charCodeAt(at))))),
      );
    for (const text of may) assert.ok(mayBegin(text), `${pattern} ${JSON.stringify(text)}`);
    for (const text of mayNot) assert.ok(!mayBegin(text), `${pattern} ${JSON.stringify(text)}`);
  }
});

test("a table that would need more bits than there are is refused", () => {
  assert.throws(() =>
    buildCueTable(
      Array.from({ length: 32 }, () => [/a/]),
      [],
    ),
  );
});
