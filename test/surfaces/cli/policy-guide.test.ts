// docs/reviewers-guide.md, done step by step: files as they stand there, commands in their order.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { after, test } from "node:test";
import { openDesk } from "./cli-fixture.ts";
import { readSteps } from "./guide-steps.ts";

const GUIDE = readFileSync(new URL("../../../docs/reviewers-guide.md", import.meta.url), "utf8");
const desk = openDesk();
after(() => desk.remove());

test("the guide works as it is written", async () => {
  rmSync(desk.path("policies"), { recursive: true });
  const steps = readSteps(GUIDE);
  assert.ok(steps.filter((step) => "command" in step).length >= 18, "the guide lost its commands");
  for (const step of steps) {
    if ("file" in step) {
      mkdirSync(dirname(desk.path(step.file)), { recursive: true });
      desk.write(step.file, step.text);
      continue;
    }
    const [name, ...args] = step.command.split(" ");
    assert.equal(name, "sallyport");
    // Only a program needs a process of its own.
    const ended = args[0] === "run" ? await desk.spawn(args) : await desk.here(args);
    const said = `${ended.out}${ended.err}`;
    assert.equal(ended.code, step.exits, `${step.command}\n${said}`);
    for (const shown of step.shows)
      assert.ok(said.includes(shown), `${step.command} does not show "${shown}":\n${said}`);
  }
});
