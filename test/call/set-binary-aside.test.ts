import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setBinaryAside } from "../../src/call/set-binary-aside.ts";
import type { JsonValue } from "../../src/vocabulary.ts";
import { PNG, WAV } from "../conformance/fixture-media.ts";

const base64 = (text: string, encoding: BufferEncoding = "utf8") =>
  Buffer.from(text, encoding).toString("base64");
const after = (start: Buffer, text: string, encoding: BufferEncoding = "latin1") =>
  Buffer.concat([start, Buffer.from(text, encoding)]).toString("base64");
const PIXELS = Buffer.from(PNG, "base64");
const noise = (length: number) =>
  Buffer.from(Array.from({ length }, (_, at) => (at * 89 + (at >> 3)) % 256)).toString("base64");
const PDF = after(Buffer.from("%PDF-1.7\n"), Buffer.from(noise(200), "base64").toString("latin1"));
const aside = (value: JsonValue, allowed: "none" | "media" | "all" = "media") =>
  setBinaryAside(value, allowed);
/** As if the tokenizer had found a name. */
const named = (value: JsonValue): JsonValue =>
  JSON.parse(JSON.stringify(value).replace(/Ann Müller|Ann Muller/g, "PERSON_001"));

test("pictures and sounds wait aside and come back as they were", () => {
  const value: JsonValue = {
    content: [
      { type: "image", data: PNG, mimeType: "image/png" },
      { type: "audio", data: WAV, mimeType: "audio/wav" },
      { type: "resource", resource: { uri: "a:b", mimeType: "image/png", blob: PNG } },
      { type: "text", text: PNG, data: "stays" },
    ],
  };
  const { value: rest, putBack, withheld } = aside(value);
  assert.ok(!JSON.stringify(rest).includes(WAV));
  assert.ok(JSON.stringify(rest).includes(`"text":"${PNG}","data":"stays"`));
  assert.ok(!JSON.stringify(rest).includes(`"data":"${PNG}"`));
  assert.deepEqual(putBack(rest), value);
  assert.equal(withheld, 0);
});

describe("what policy lets through unread", () => {
  const zip = after(Buffer.from("PK\x03\x04"), "\0\x01\x02\xfe\xff".repeat(20));
  const table: [name: string, value: { [name: string]: JsonValue }, passes: string[]][] = [
    ["a picture", { type: "image", data: PNG, mimeType: "image/png" }, ["media", "all"]],
    ["a sound", { type: "audio", data: WAV, mimeType: "audio/wav" }, ["media", "all"]],
    ["a picture in a resource", { uri: "a:b", blob: PNG }, ["media", "all"]],
    ["a document", { uri: "a:b", blob: PDF, mimeType: "application/pdf" }, ["all"]],
    ["an archive that is called a picture", { uri: "a:b", blob: zip, mimeType: "image/png" }, ["all"]],
    ["a document as a picture", { type: "image", data: PDF, mimeType: "image/png" }, ["all"]],
    ["a sound as a picture", { type: "image", data: WAV, mimeType: "image/png" }, ["all"]],
    ["bytes of nothing known", { type: "image", data: noise(60), mimeType: "image/png" }, ["all"]],
    ["an object's own bytes", { blob: noise(60) }, ["all"]],
  ];
  for (const [name, value, passing] of table) {
    for (const allowed of ["none", "media", "all"] as const) {
      const passes = passing.includes(allowed);
      test(`${name} ${passes ? "passes" : "stays"} under ${allowed}`, () => {
        const { value: rest, putBack, withheld } = aside(value, allowed);
        const back = JSON.stringify(putBack(rest));
        const data = String(value["data"] ?? value["blob"]);
        assert.equal(back.includes(data), passes, back);
        assert.equal(withheld, passes ? 0 : 1);
        if (!passes) assert.match(back, /\[withheld: [\d,]+ bytes that policy does not let through unread\]/);
      });
    }
  }

  test("what is kept back is a text where clients expect content", () => {
    const { value } = aside([
      { type: "audio", data: PDF, mimeType: "audio/wav" },
      { type: "resource", resource: { uri: "a:b", mimeType: "application/pdf", blob: PDF } },
      { size: 7, blob: PDF },
    ]);
    const text = `[withheld: ${Buffer.from(PDF, "base64").length} bytes that policy does not let through unread]`;
    assert.deepEqual(value, [
      { type: "text", text },
      { type: "resource", resource: { uri: "a:b", mimeType: "text/plain", text } },
      { size: 7, blob: text },
    ]);
  });
});

describe("words in a picture are read", () => {
  const words: [name: string, data: string][] = [
    ["plain ones", after(PIXELS, "Author: Ann Muller")],
    ["in UTF-8", after(PIXELS, "Author: Ann Müller", "utf8")],
    ["in Latin-1", after(PIXELS, "Author: Ann Müller", "latin1")],
    ["two bytes a character", after(PIXELS, "Author: Ann Müller", "utf16le")],
    [
      "a letter that begins like a picture",
      base64("GIF89a Dear Ann Muller, this is the letter that you wanted."),
    ],
  ];
  for (const [name, data] of words) {
    test(`${name}: it stays when they name somebody, and else comes back whole`, () => {
      const block = { type: "image", data, mimeType: "image/png" };
      const { value, putBack } = aside([block]);
      assert.match(JSON.stringify(value), /Ann M[uü]ller/);
      assert.deepEqual(putBack(named(value)), [
        { type: "text", text: "[withheld: content that holds personal data in words nobody can replace]" },
      ]);
      assert.deepEqual(aside([block]).putBack(value), [block]);
    });
  }
});

describe("a text is read, whatever it is called", () => {
  const LETTER = "Dear Ann Müller, this is a letter and no picture at all.";
  for (const mimeType of [
    "text/plain",
    "application/json",
    "text/csv; charset=utf-8",
    "image/svg",
    "x/y",
    7,
    null,
  ]) {
    for (const encoding of ["utf8", "latin1", "utf16le"] as const) {
      test(`${mimeType}, ${encoding}: what became of it goes back in base64`, () => {
        const blob = base64(LETTER, encoding);
        const { value, putBack } = aside({ blob, mimeType });
        assert.match(JSON.stringify(value), /Ann Müller/);
        const safe = { blob: base64(LETTER.replace("Ann Müller", "PERSON_001"), encoding), mimeType };
        assert.deepEqual(putBack(named(value)), safe);
        assert.deepEqual(aside({ blob, mimeType }).putBack(value), { blob, mimeType });
      });
    }
  }

  test("and its own letters may name somebody as well", () => {
    const blob = base64("Ann Muller");
    const { value, putBack } = aside({ blob, mimeType: "x/y" });
    const both = JSON.parse(
      JSON.stringify(value).replaceAll("Ann Muller", "PERSON_001").replaceAll(blob, "X_001"),
    );
    assert.deepEqual(putBack(both), { blob: base64("PERSON_001"), mimeType: "x/y" });
  });

  test("with a few bytes between that are no text", () => {
    const { value } = aside({ type: "image", data: base64(`\0\x01${LETTER}\x1b`) });
    assert.match(JSON.stringify(value), /Ann Müller/);
  });

  test("if it is short as well", () => {
    const { value, putBack } = aside({ blob: base64("Ann Muller"), mimeType: "x/y" });
    assert.match(JSON.stringify(value), /Ann Muller/);
    assert.deepEqual(putBack(named(value)), { blob: base64("PERSON_001"), mimeType: "x/y" });
  });
});

test("a name that is written with letters of base64 is read as it stands too", () => {
  // The bytes that "AnnMuller" would stand for are no text; those of "SXNzdWUg" are.
  for (const data of ["AnnMuller", "SXNzdWUg"]) {
    const { value, putBack } = aside({ type: "image", data });
    const text = JSON.stringify(value);
    assert.ok(text.includes(data), text);
    const found = JSON.parse(text.replaceAll(data, "PERSON_001")) as JsonValue;
    assert.deepEqual(putBack(found), { type: "image", data: "PERSON_001" });
  }
});

test("what is no image stays where it can be read, whatever it is called", () => {
  for (const data of [
    "ann@fernhill.example",
    "4111111111111111",
    "DE89370400440532013000",
    "AnnLee",
    "",
    "0a".repeat(32),
  ]) {
    for (const object of [
      { type: "image", data },
      { type: "audio", data },
      { blob: data, mimeType: "image/png" },
    ])
      assert.deepEqual(aside([{ rows: object }]).value, [{ rows: object }]);
  }
});

test("content comes back once, so that a small answer stays small", () => {
  const image = { type: "image", data: PNG };
  const { value, putBack } = aside([image, { data: { binary_content: 0, words_in_it: [] } }]);
  const [first, second] = putBack(value) as JsonValue[];
  assert.deepEqual(first, image);
  assert.ok(!JSON.stringify(second).includes(PNG));
});

test("a place that policy has dropped stays empty, and a made-up place brings nothing that was not sent", () => {
  const { putBack } = aside({ type: "image", data: PNG });
  assert.deepEqual(putBack({ type: "image" }), { type: "image" });
  for (const made of [
    { data: { binary_content: 7 } },
    { x: { binary_content: 0 } },
    { blob: { binary_content: "a" } },
  ])
    assert.deepEqual(putBack(made), made);
});
