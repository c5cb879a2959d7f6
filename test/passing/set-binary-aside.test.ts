import assert from "node:assert/strict";
import { test } from "node:test";
import { setBinaryAside } from "../../src/passing/set-binary-aside.ts";
import type { JsonValue } from "../../src/vocabulary.ts";

const base64 = (text: string) => Buffer.from(text).toString("base64");
const bytes = (start: number) =>
  Buffer.from(Array.from({ length: 60 }, (_, at) => start + at)).toString("base64");
const [IMAGE, SOUND, PDF] = [bytes(0), bytes(100), bytes(196)];

test("images, sounds and binary resources wait aside and come back as they were", () => {
  const value: JsonValue = {
    content: [
      { type: "image", data: IMAGE, mimeType: "image/png" },
      { type: "audio", data: SOUND, mimeType: "audio/wav" },
      { type: "resource", resource: { uri: "a:b", mimeType: "application/pdf", blob: PDF } },
      { type: "text", text: IMAGE, data: "stays" },
    ],
  };
  const { value: rest, putBack } = setBinaryAside(value);
  for (const content of [SOUND, PDF]) assert.ok(!JSON.stringify(rest).includes(content));
  assert.ok(JSON.stringify(rest).includes(`"text":"${IMAGE}","data":"stays"`));
  assert.ok(!JSON.stringify(rest).includes(`"data":"${IMAGE}"`));
  assert.deepEqual(putBack(rest), value);
});

test("a text in base64 is there to be read, and what became of it goes back in base64", () => {
  for (const mimeType of [
    "text/plain",
    "application/json",
    "application/vnd.api+json",
    "text/csv; charset=utf-8",
  ]) {
    const { value, putBack } = setBinaryAside({ blob: base64("Dear Ann"), mimeType });
    assert.match(JSON.stringify(value), /Dear Ann/);
    const safe = JSON.parse(JSON.stringify(value).replace("Ann", "PERSON_001"));
    assert.deepEqual(putBack(safe), { blob: base64("Dear PERSON_001"), mimeType });
  }
  for (const mimeType of ["image/svg", "application/octet-stream", 7, null]) {
    const blob = base64("Dear Ann, this is a letter and no picture at all.");
    const { value, putBack } = setBinaryAside({ blob, mimeType });
    assert.match(JSON.stringify(value), /Dear Ann/);
    assert.deepEqual(putBack(value), { blob, mimeType });
  }
});

test("what is no image stays where it can be read, whatever it is called", () => {
  for (const data of ["ann@fernhill.example", "4111111111111111", "DE89370400440532013000", "AnnLee", ""]) {
    for (const object of [
      { type: "image", data },
      { type: "audio", data },
      { blob: data, mimeType: "image/png" },
    ])
      assert.deepEqual(setBinaryAside([{ rows: object }]).value, [{ rows: object }]);
  }
});

test("content comes back once, so that a small answer stays small", () => {
  const { value, putBack } = setBinaryAside([{ type: "image", data: IMAGE }, { binary_content: 0 }]);
  assert.deepEqual(putBack(value), [{ type: "image", data: IMAGE }, { binary_content: 0 }]);
});

test("a place that policy has dropped stays empty, and a made-up place brings nothing that was not sent", () => {
  const { putBack } = setBinaryAside({ type: "image", data: IMAGE });
  assert.deepEqual(putBack({ type: "image" }), { type: "image" });
  assert.deepEqual(putBack({ x: { binary_content: 7 } }), { x: { binary_content: 7 } });
  assert.deepEqual(putBack({ x: { binary_content: 0, more: 1 } }), { x: { binary_content: 0, more: 1 } });
});
