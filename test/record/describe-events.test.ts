import assert from "node:assert/strict";
import { test } from "node:test";
import { describeAuditEvents, EVENT_KINDS } from "../../src/record/record.ts";

test("the page on audit events has one section for every kind", () => {
  const sections = [...describeAuditEvents().matchAll(/^## (.+)$/gm)].map(([, kind]) => kind);
  assert.deepEqual([...sections].sort(), [...EVENT_KINDS].sort());
});

test("a section names columns and fields with type, need and meaning", () => {
  const page = describeAuditEvents();
  const section = page.slice(page.indexOf("## call.completed"), page.indexOf("## result.filtered"));
  assert.match(section, /Columns always filled: `call`, `status`\./);
  assert.match(section, /\| `executed` \| `yes`, `no`, `unknown` \| no \| Did the effect happen\? \|/);
  assert.match(page, /\| `sha256` \| string \| yes \| The snapshot's SHA-256\. \|/);
});

test("no cell of the page holds a bar or a line break that would split its table", () => {
  for (const line of describeAuditEvents().split("\n")) {
    if (line.startsWith("| `")) assert.equal(line.split(" | ").length, 4, line);
  }
});
