// How the starter policy sorts tools: by their names, and by hints only where a name says nothing.

import assert from "node:assert/strict";
import { test } from "node:test";
import { starterPolicy } from "../../src/decide/decide.ts";

const tool = (name: string, annotations: Record<string, boolean> = {}) => ({
  server: "files",
  name,
  description: "",
  inputSchema: { type: "object", properties: { path: { type: "string" } } },
  annotations,
});

test("what edits needs approval also where the server calls it destructive; deletions are denied by name", () => {
  const text = starterPolicy("standard", [
    tool("write_file", { readOnlyHint: false, destructiveHint: true }),
    tool("move_file", { destructiveHint: true }),
    tool("delete_file", { readOnlyHint: true }),
    tool("export_all"),
    tool("read_file"),
    tool("peek_at", { readOnlyHint: true }),
    tool("frobnicate"),
    tool("frobnicate_safely", { readOnlyHint: true }),
  ]);
  const rule = (id: string) =>
    new RegExp(`id: files\\.${id}, match: \\[([^\\]]*)\\].*effect: (\\w+)`).exec(text);
  for (const name of ["write_file", "move_file", "frobnicate"]) {
    assert.equal(rule(name)?.[2], "approve", name);
  }
  assert.deepEqual(
    [rule("never")?.[1], rule("never")?.[2]],
    ['"files.delete_file", "files.export_all"', "deny"],
  );
  assert.deepEqual(
    [rule("read")?.[1], rule("read")?.[2]],
    ['"files.read_file", "files.peek_at", "files.frobnicate_safely"', "allow"],
  );
});
