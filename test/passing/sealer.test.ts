import assert from "node:assert/strict";
import { test } from "node:test";
import { createSealer, sealsFor } from "../../src/passing/sealer.ts";

const OWNER = { principal: "ann", session: "s", server: "crm" };

test("what was sealed comes back, and the seal shows nothing of it", () => {
  const seals = sealsFor(createSealer(), OWNER);
  for (const text of ["", "page 2", "after ann.lee@fernhill.example", "\u{1f600}".repeat(2000)]) {
    const sealed = seals.seal("cursor", text);
    assert.match(sealed, /^[\w-]+$/);
    assert.ok(!sealed.includes("fernhill"));
    assert.notEqual(seals.seal("cursor", text), sealed);
    assert.equal(seals.requireCursor(sealed), text);
  }
});

test("nothing else opens: another owner, another kind, another key, a changed letter, a made-up text", () => {
  const sealer = createSealer();
  const seals = sealsFor(sealer, OWNER);
  const sealed = seals.seal("state", "step 1");
  assert.equal(seals.open("state", sealed), "step 1");
  assert.equal(seals.open("cursor", sealed), undefined);
  for (const change of [{ principal: "bob" }, { session: "t" }, { server: "mail" }]) {
    assert.equal(sealsFor(sealer, { ...OWNER, ...change }).open("state", sealed), undefined);
  }
  assert.equal(sealsFor(createSealer(), OWNER).open("state", sealed), undefined);
  for (let at = 0; at < sealed.length - 1; at++) {
    const other = sealed[at] === "A" ? "B" : "A";
    assert.equal(seals.open("state", sealed.slice(0, at) + other + sealed.slice(at + 1)), undefined);
  }
  for (const made of ["", "step 1", "A".repeat(40), "%%%", sealed.slice(0, 20)]) {
    assert.equal(seals.open("state", made), undefined);
    assert.throws(() => seals.requireCursor(made), { code: "BAD_ARGUMENTS" });
  }
});
