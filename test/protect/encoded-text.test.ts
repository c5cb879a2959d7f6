import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { FROM_WEB, protectorOn, rulesWith } from "./protect-fixture.ts";

const LETTER = "Grüße an ann.leaky@fernhill.example, und Grüße an alle anderen.";
const tokenize = async (value: string) =>
  (await (await protectorOn().session("ann/s1")).tokenize({ payload: value }, FROM_WEB, rulesWith())).value;

describe("a letter in base64 is one value, whatever its encoding", () => {
  const marked = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(LETTER, "utf16le")]);
  const table: Record<string, Buffer> = {
    "UTF-8": Buffer.from(LETTER),
    "Latin-1": Buffer.from(LETTER, "latin1"),
    "UTF-16": Buffer.from(LETTER, "utf16le"),
    "UTF-16, the other way round": Buffer.from(LETTER, "utf16le").swap16(),
    "UTF-16 with its mark": marked,
  };
  for (const [name, bytes] of Object.entries(table)) {
    test(name, async () => {
      const text = bytes.toString("base64");
      assert.deepEqual(await tokenize(text), { payload: "EMAIL_001" });
      assert.deepEqual(await tokenize(`see ${text} there`), { payload: "see EMAIL_001 there" });
      const lines = text.replace(/.{76}/g, "$&\r\n");
      assert.deepEqual(await tokenize(`data:text/plain;base64,${text}`), { payload: "EMAIL_001" });
      if (lines.includes("\n")) assert.deepEqual(await tokenize(lines), { payload: "EMAIL_001" });
    });
  }
});

test("bytes that are no text stay as they are", async () => {
  for (let round = 0; round < 200; round++) {
    const bytes = createHash("shake256", { outputLength: 24 + round })
      .update(String(round))
      .digest();
    const text = bytes.toString("base64");
    assert.deepEqual(await tokenize(text), { payload: text });
  }
});
