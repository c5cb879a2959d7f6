import assert from "node:assert/strict";
import { test } from "node:test";
import { cutText } from "../../src/text/cut-text.ts";

const CUTS: [text: string, most: number, cut: string][] = [
  ["sent to EMAIL_1000", 18, "sent to EMAIL_1000"],
  ["sent to EMAIL_1000", 17, "sent to "],
  ["sent to EMAIL_1000", 9, "sent to "],
  ["sent to EMAIL_1000 and more", 18, "sent to EMAIL_1000"],
  ["sent to EMAIL_1000 and more", 19, "sent to EMAIL_1000 "],
  ["to 198.18.0.120", 14, "to 198.18.0."],
  ["x".repeat(100), 80, "x".repeat(80)],
  ["", 5, ""],
  ["ab", 0, ""],
  ["a \ud83d\ude00", 3, "a \ufffd"],
];
for (const [text, most, cut] of CUTS) {
  test(`${most} characters of ${JSON.stringify(text.slice(0, 30))}`, () =>
    assert.equal(cutText(text, most), cut));
}
