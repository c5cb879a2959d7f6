import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { after, test } from "node:test";
import {
  readCount,
  readJson,
  readMoment,
  readTextFile,
  readTimeout,
  readWord,
} from "../../../src/surfaces/cli/read-arguments.ts";
import { UsageError } from "../../../src/surfaces/cli/usage-error.ts";

const NOW = new Date("2026-09-29T12:00:00.000Z");
const folder = mkdtempSync(join(tmpdir(), "sallyport-arguments-"));
after(() => rmSync(folder, { recursive: true, force: true }));

test("a timeout is a whole number with a unit, from 1 ms to 1 h", () => {
  const good: [string, number][] = [
    ["1ms", 1],
    ["500ms", 500],
    ["30s", 30_000],
    ["2m", 120_000],
    ["1h", 3_600_000],
  ];
  for (const [text, expected] of good) assert.equal(readTimeout(text), expected, text);
  for (const text of ["", "30", "30 s", "1.5s", "-1s", "0ms", "2h", "1d", "s", "30S", "1e3s", "30sec"]) {
    assert.throws(() => readTimeout(text), UsageError, `"${text}"`);
  }
});

test("a moment is a time ago or an ISO time, and always leaves as UTC", () => {
  const good: [string, string][] = [
    ["0s", "2026-09-29T12:00:00.000Z"],
    ["30m", "2026-09-29T11:30:00.000Z"],
    ["2h", "2026-09-29T10:00:00.000Z"],
    ["3d", "2026-09-26T12:00:00.000Z"],
    ["2026-09-28", "2026-09-28T00:00:00.000Z"],
    ["2026-09-28T08:00Z", "2026-09-28T08:00:00.000Z"],
    ["2026-09-28T08:00:00.25+02:00", "2026-09-28T06:00:00.250Z"],
  ];
  for (const [text, expected] of good) assert.equal(readMoment("--since", text, NOW), expected, text);
  const bad = ["", "2", "2w", "yesterday", "2026-13-01", "2026-09-28T08:00", "28.09.2026", "2026", "2 h"];
  for (const text of bad) {
    assert.throws(() => readMoment("--since", text, NOW), /^UsageError: --since ".*" is no time\.$/, text);
  }
});

test("a count is a whole number within its range", () => {
  assert.equal(readCount("--limit", "1", { min: 1, max: 200 }), 1);
  assert.equal(readCount("--limit", "200", { min: 1, max: 200 }), 200);
  for (const text of ["0", "201", "-1", "1.5", "0x10", "1e2", "", " 5", "ten"]) {
    assert.throws(() => readCount("--limit", text, { min: 1, max: 200 }), UsageError, `"${text}"`);
  }
});

test("a word that is not known is refused with the nearest one", () => {
  const known = ["agent", "auditor"] as const;
  assert.equal(readWord("--role", "agent", known), "agent");
  assert.throws(() => readWord("--role", "agnt", known), { hint: 'Did you mean "agent"?' });
  assert.throws(() => readWord("--role", "root", known), { hint: "It takes: agent, auditor." });
  assert.throws(() => readWord("--role", "Agent", known), UsageError);
});

test("JSON that does not parse is refused without repeating it", () => {
  assert.deepEqual(readJson("--context", '{"a": [1, null]}'), { a: [1, null] });
  assert.equal(readJson("--context", '"text"'), "text");
  for (const text of ["{ann@example.com}", "{'a': 1}", "", "undefined", '{"a": 1,}']) {
    assert.throws(
      () => readJson("--context", text),
      (error: unknown) => error instanceof UsageError && !error.message.includes("ann@example.com"),
      text,
    );
  }
});

test("a file is read as UTF-8, and - is stdin", async () => {
  writeFileSync(join(folder, "good.ts"), "return 'ü'");
  writeFileSync(join(folder, "bytes.ts"), Buffer.from([0xff, 0xfe, 0x00]));
  const sink = { write: () => true };
  const stdin = Readable.from([Buffer.from("return "), Buffer.from("2")]);
  const cli = { env: {}, cwd: folder, stdin, stdout: sink, stderr: sink };
  assert.deepEqual(await readTextFile(cli, "good.ts"), { name: "good.ts", text: "return 'ü'" });
  assert.deepEqual(await readTextFile(cli, "-"), { name: "<stdin>", text: "return 2" });
  const bad: [string, string][] = [
    ["absent.ts", "The file absent.ts does not exist."],
    [".", "The file . is a folder."],
    ["bytes.ts", "The file bytes.ts is not UTF-8 text."],
  ];
  for (const [name, message] of bad) {
    await assert.rejects(readTextFile(cli, name), { name: "UsageError", message });
  }
});
