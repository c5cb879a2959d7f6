// Spellings that a reader, or whatever reads the text next, takes for the plain one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { scan } from "../../src/protect/detect/scan.ts";

const VALUES = {
  EMAIL: "ann.keller@northwind.example",
  CREDIT_CARD: "4539578763621486",
  PHONE: "+49 30 90182099",
};
const each = (text: string, spell: (character: string) => string): string => [...text].map(spell).join("");

const SPELLINGS: [name: string, spell: (value: string) => string][] = [
  [
    "an address in an address",
    (value) => encodeURIComponent(encodeURIComponent(value)).replaceAll("%2520", " "),
  ],
  ["every character twice encoded", (value) => each(value, (one) => `%25${one.charCodeAt(0).toString(16)}`)],
  ["UTF-16 that was read as UTF-8", (value) => each(value, (one) => `${one}\0`)],
  ["backspaces", (value) => each(value, (one) => `${one}\b`)],
  ["the colors of a terminal", (value) => `${value.slice(0, 6)}\x1b[1;31m${value.slice(6)}\x1b[0m`],
  [
    "characters that no screen shows",
    (value) => each(value, (one) => String.fromCodePoint(0xe0000 + one.charCodeAt(0))),
  ],
  ["zero-width spaces", (value) => each(value, (one) => `${one}\u200b`)],
];

for (const [name, spell] of SPELLINGS)
  for (const [kind, value] of Object.entries(VALUES))
    test(`${kind} in ${name}`, () => {
      const [span] = scan({ note: `see ${spell(value)} there` }, "US");
      assert.equal(span?.class, kind);
      assert.ok((span?.text.length ?? 0) >= value.length, span?.text);
    });

test("lines, tabs and a percent sign hide nothing", () => {
  for (const text of [
    "a\tb\r\nc",
    "100%25 of 7",
    "50%2 off",
    "\x1b[1mbold\x1b[0m",
    "\ud83c\udff4\u{e0067}\u{e0062}\u{e007f}",
  ])
    assert.deepEqual(scan({ note: text }, "US"), [], JSON.stringify(text));
});
