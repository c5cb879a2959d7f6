import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { type ErrorCode, GatewayError } from "../../../src/errors.ts";
import { exitCodeOf, printError, printResult } from "../../../src/surfaces/cli/present/print.ts";
import { oneLine, safeJson, terminalText } from "../../../src/surfaces/cli/present/terminal-text.ts";
import { textTable } from "../../../src/surfaces/cli/present/text-table.ts";
import { UsageError } from "../../../src/surfaces/cli/usage-error.ts";

function createCapture() {
  const written = { out: "", err: "" };
  const cli = {
    env: {},
    cwd: "/",
    stdin: Readable.from([]),
    stdout: { write: (text: string) => (written.out += text) },
    stderr: { write: (text: string) => (written.err += text) },
  };
  return { cli, written };
}

test("a result goes to stdout and its notes to stderr", () => {
  const { cli, written } = createCapture();
  printResult(cli, { data: { a: 1 }, lines: ["one", "two"], notes: ["by the way"] }, {});
  assert.deepEqual(written, { out: "one\ntwo\n", err: "by the way\n" });
});

test("with --json only the data is printed, as JSON that parses", () => {
  const { cli, written } = createCapture();
  const data = { a: "\u009b31m \u202e end", b: null };
  printResult(cli, { data, lines: ["one"], notes: ["note"] }, { json: true });
  assert.deepEqual(JSON.parse(written.out), data);
  assert.equal(written.err, "");
});

test("an error is its code, its message and its hint, and never a stack", () => {
  const table: [unknown, string, 1 | 2][] = [
    [new UsageError("No.", "Do this."), "USAGE  No.\n  Do this.\n", 2],
    [new UsageError("No."), "USAGE  No.\n", 2],
    [new GatewayError("BAD_SESSION", "A name."), "BAD_SESSION  A name.\n", 2],
    [new GatewayError("TIMEOUT", "Late.", { hint: "Wait." }), "TIMEOUT  Late.\n  Wait.\n", 1],
  ];
  for (const [error, text, code] of table) {
    const { cli, written } = createCapture();
    assert.equal(printError(cli, error), code);
    assert.equal(written.err, text);
    assert.equal(written.out, "");
  }
});

test("an unknown fault shows its place but not its message, which may quote data", () => {
  const { cli, written } = createCapture();
  assert.equal(printError(cli, new TypeError("ann@example.com is not a function")), 1);
  assert.match(written.err, /^INTERNAL {2}The gateway failed/);
  assert.match(written.err, /\n {2}TypeError at .*print\.test\.ts:\d+:\d+\)?\n$/);
  assert.doesNotMatch(written.err, /ann@example/);
  assert.equal(written.err.split("\n").length, 3);
});

test("exit code 2 is for usage and settings, 1 for what went wrong in the work", () => {
  const table: [ErrorCode, 1 | 2][] = [
    ["SETTINGS_INVALID", 2],
    ["STORAGE_UNAVAILABLE", 2],
    ["POLICY_INVALID", 2],
    ["UNAUTHENTICATED", 2],
    ["FORBIDDEN", 2],
    ["NOT_FOUND", 2],
    ["BAD_REQUEST", 2],
    ["RATE_LIMITED", 1],
    ["BUSY", 1],
    ["INTERNAL", 1],
    ["POLICY_DENIED", 1],
    ["CODE_TOO_LARGE", 1],
    ["AUDIT_UNAVAILABLE", 1],
    ["CANCELLED", 1],
  ];
  for (const [code, expected] of table) assert.equal(exitCodeOf(code), expected, code);
});

test("control and reordering characters reach the terminal as escapes only", () => {
  const table: [string, string][] = [
    ["plain ü 漢 😀", "plain ü 漢 😀"],
    ["two\nlines\tand a tab", "two\nlines\tand a tab"],
    ["\u001b[2J", "\\u001b[2J"],
    ["a\rb", "a\\u000db"],
    ["\u0007\u0000\u007f", "\\u0007\\u0000\\u007f"],
    ["\u009b31m", "\\u009b31m"],
    ["\u202eabc\u2066", "\\u202eabc\\u2066"],
  ];
  for (const [text, shown] of table) assert.equal(terminalText(text), shown);
  assert.equal(oneLine("a\n\nb\tc\u001b"), "a b c\\u001b");
  assert.equal(safeJson("\u001b\u009b"), '"\\u001b\\u009b"');
  assert.equal(safeJson(undefined), "null");
});

test("a table aligns its columns and leaves out those that are empty everywhere", () => {
  const rows = [
    ["1", "", "run.started", ""],
    ["20", "", "x", "last\ncell"],
  ];
  assert.deepEqual(textTable(["seq", "void", "kind", "about"], rows), [
    "seq  kind         about",
    "1    run.started",
    "20   x            last cell",
  ]);
  assert.deepEqual(textTable(["a"], []), []);
});
