import assert from "node:assert/strict";
import { test } from "node:test";
import { setBinaryAside } from "../../src/passing/set-binary-aside.ts";
import type { JsonValue } from "../../src/vocabulary.ts";

const base64 = (text: string) => Buffer.from(text).toString("base64");

test("images, sounds and binary resources wait aside and come back as they were", () => {
  const value: JsonValue = {
    content: [
      { type: "image", data: "AAAA", mimeType: "image/png" },
      { type: "audio", data: "BBBB", mimeType: "audio/wav" },
      { type: "resource", resource: { uri: "a:b", mimeType: "application/pdf", blob: "CCCC" } },
      { type: "text", text: "AAAA", data: "stays" },
    ],
  };
  const { value: rest, putBack } = setBinaryAside(value);
  assert.doesNotMatch(JSON.stringify(rest), /"data":"AAAA"|BBBB|CCCC/);
  assert.match(JSON.stringify(rest), /"text":"AAAA","data":"stays"/);
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
    const { value } = setBinaryAside({ blob: base64("Dear Ann"), mimeType });
    assert.doesNotMatch(JSON.stringify(value), /Dear Ann/);
  }
});

test("a place that policy has dropped stays empty, and a made-up place brings nothing that was not sent", () => {
  const { putBack } = setBinaryAside({ type: "image", data: "AAAA" });
  assert.deepEqual(putBack({ type: "image" }), { type: "image" });
  assert.deepEqual(putBack({ x: { binary_content: 7 } }), { x: { binary_content: 7 } });
  assert.deepEqual(putBack({ x: { binary_content: 0, more: 1 } }), { x: { binary_content: 0, more: 1 } });
});
