import assert from "node:assert/strict";
import { test } from "node:test";
import { openProgress, watched } from "../../../src/surfaces/cli/present/progress.ts";

function terminal(isTTY: boolean) {
  const written: string[] = [];
  let now = 0;
  return {
    written,
    cli: { stderr: { isTTY, write: (text: string) => written.push(text) } },
    clock: { now: () => now },
    pass: (ms: number) => {
      now += ms;
    },
  };
}

test("a terminal sees a bar, redrawn at most ten times a second, and taken away at the end", () => {
  const { cli, written, clock, pass } = terminal(true);
  const progress = openProgress(cli, "verifying", clock);
  progress.at(10, 1000);
  assert.deepEqual(written, [], "quick work shows nothing");
  pass(150);
  progress.at(250, 1000);
  progress.at(300, 1000);
  assert.equal(written.length, 1);
  assert.match(written[0] ?? "", /^\r\u001b\[2Kverifying █{6}░{18} 25 % {2}250 of 1,000$/);
  progress.end();
  assert.equal(written.at(-1), "\r\u001b[2K");
});

test("a pipe, a file and --json see nothing", () => {
  for (const [isTTY, json] of [
    [false, false],
    [true, true],
  ] as const) {
    const { cli, written, clock, pass } = terminal(isTTY);
    const progress = openProgress(cli, "x", { ...clock, json });
    pass(1000);
    progress.at(1, 2);
    progress.end();
    assert.deepEqual(written, []);
  }
});

test("items pass through in order, and the line is taken away also when they fail", async () => {
  const { cli, written, clock, pass } = terminal(true);
  async function* broken() {
    yield 1;
    pass(200);
    yield 2;
    throw new Error("disk");
  }
  const seen: number[] = [];
  await assert.rejects(async () => {
    for await (const item of watched(broken(), openProgress(cli, "exporting", clock))) seen.push(item);
  }, /disk/);
  assert.deepEqual(seen, [1, 2]);
  assert.match(written[0] ?? "", /exporting \d$/);
  assert.equal(written.at(-1), "\r\u001b[2K");
});
