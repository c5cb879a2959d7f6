// Text in chunks: however it is cut, no value leaks, no token breaks, and nothing is lost.

import assert from "node:assert/strict";
import { test } from "node:test";
import { FROM_CODE, FROM_CRM, protectorOn, rulesWith } from "./protect-fixture.ts";

type Origin = typeof FROM_CRM | typeof FROM_CODE;

async function stream(chunks: Iterable<string>, origin: Origin = FROM_CRM, rules = rulesWith()) {
  const vault = await protectorOn().session("ann/s1");
  const opened = vault.openStream(origin, rules);
  const pieces: string[] = [];
  for (const chunk of chunks) pieces.push(await opened.push(chunk));
  pieces.push(await opened.end());
  return { text: pieces.join(""), pieces, vault };
}

const KEY = `-----BEGIN PRIVATE KEY-----\n${"MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ\n".repeat(4)}-----END PRIVATE KEY-----`;
const LINES = [
  "mail to ann.lee@fernhill.example was sent",
  "card 4111 1111 1111 1111 was declined",
  "call +49 30 901820 or bo.chan@fernhill.example",
  "write to EMAIL_001 and PHONE_1000, it says",
  KEY,
  "",
  "from 10.20.30.40 at 12:00:01",
  "iban DE89 3704 0044 0532 0130 00 done",
  "last line without an end: cy@fernhill.example",
];
const CLEAR = [
  "ann.lee",
  "4111",
  "901820",
  "bo.chan",
  "MIIEvQ",
  "0532",
  "cy@fern",
  "EMAIL_001 and",
  "PHONE_1000",
];

test("every way to cut a text in two gives what the whole text gives", async () => {
  const whole = LINES.join("\n");
  const { text: expected } = await stream([whole]);
  for (const clear of CLEAR) assert.ok(!expected.includes(clear) || clear === "EMAIL_001 and", clear);
  for (let at = 1; at < whole.length; at++) {
    const { text } = await stream([whole.slice(0, at), whole.slice(at)]);
    assert.equal(text, expected, `cut at ${at}`);
  }
});

test("one character at a time gives the same, and no piece holds half of anything", async () => {
  const whole = LINES.join("\n");
  const { text: expected } = await stream([whole]);
  const { text, pieces } = await stream(whole);
  assert.equal(text, expected);
  for (const piece of pieces) assert.ok(piece === "" || /\n$/.test(piece) || piece === pieces.at(-1), piece);
  assert.ok(
    pieces.filter((piece) => piece !== "").length > 4,
    "lines leave as they come, not all at the end",
  );
});

test("random chunks restore to the text", async () => {
  let seed = 20_261;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  for (let round = 0; round < 40; round++) {
    const whole = Array.from({ length: 12 }, () => LINES[random(LINES.length)]).join("\n");
    const chunks: string[] = [];
    for (let at = 0; at < whole.length; ) {
      const size = 1 + random(30);
      chunks.push(whole.slice(at, at + size));
      at += size;
    }
    const { text, vault } = await stream(chunks);
    assert.equal(vault.restore(text, vault.findTokens(text)), whole, `round ${round}`);
  }
});

test("a session's own tokens come through whole", async () => {
  const chunks = ["sent to EMA", "IL_0", "01 and EMAIL_", "1000\nnext EMAIL", "_001"];
  const { text } = await stream(chunks, FROM_CODE);
  assert.equal(text, chunks.join(""));
});

test("a class that policy blocks or redacts leaves no trace of the value", async () => {
  const chunks = ["a\nb ann.lee@fern", "hill.example\nc\nd\n"];
  const redacted = await stream(chunks, FROM_CRM, rulesWith({ EMAIL: "redact" }));
  assert.equal(redacted.text, "a\nb [REDACTED:EMAIL]\nc\nd\n");
  const blocked = await stream(chunks, FROM_CRM, rulesWith({ EMAIL: "block" }));
  assert.ok(blocked.text.includes("[withheld by policy]") && !blocked.text.includes("fern"), blocked.text);
});

test("a line without end is cut at spaces, and one without spaces is withheld up to its end", async () => {
  const long = "ann.lee@fernhill.example is here ".repeat(2000);
  const cut = await stream(long.match(/.{1,700}/g) ?? []);
  assert.equal(cut.text, long.replaceAll("ann.lee@fernhill.example", "EMAIL_001"));
  assert.ok(cut.pieces.filter((piece) => piece !== "").length > 2);
  const block = `-----BEGIN PRIVATE KEY-----\n${"MIIEvQIBADAN\n".repeat(4000)}-----END PRIVATE KEY-----\nafter\n`;
  const key = await stream(["before\n", ...(block.match(/[\s\S]{1,900}/g) ?? [])]);
  assert.ok(
    !key.text.includes("MII") && /^before\n\[withheld[\s\S]*after\n$/.test(key.text),
    key.text.slice(0, 200),
  );
  const blob = "x".repeat(60_000);
  const kept = await stream(["first\nsecond\n", blob, blob, "ann.lee@fernhill.example", "\nlast\n"]);
  assert.equal(kept.text, "first\nsecond\n[withheld: text without an end that could be checked]\nlast\n");
});

test("one-character chunks of a long text stay quick", async () => {
  const whole = "row 17 of the export, sent to ann.lee@fernhill.example\n".repeat(400);
  const started = process.cpuUsage();
  await stream(whole);
  const { user } = process.cpuUsage(started);
  assert.ok(user < 5_000_000, `${user} µs of CPU`);
});
