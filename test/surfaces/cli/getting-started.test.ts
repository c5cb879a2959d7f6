// docs/getting-started.md from an empty folder, with the real server that it names.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { LAUNCHER, spawnNode } from "./cli-fixture.ts";
import { readSteps } from "./guide-steps.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "sallyport-start-"));
after(() => rmSync(folder, { recursive: true, force: true }));

test("a newcomer gets from an empty folder to a run and its trail", async () => {
  // What `npm install` and `export PATH` do on the page.
  process.env["PATH"] = `${join(ROOT, "node_modules/.bin")}${delimiter}${process.env["PATH"]}`;
  const steps = readSteps(readFileSync(join(ROOT, "docs/getting-started.md"), "utf8"));
  assert.ok(steps.filter((step) => "command" in step).length >= 7, "the page lost its commands");
  for (const step of steps) {
    if ("file" in step) {
      mkdirSync(dirname(join(folder, step.file)), { recursive: true });
      writeFileSync(join(folder, step.file), step.text);
      continue;
    }
    const [name, ...args] = step.command.split(" ");
    assert.equal(name, "sallyport");
    const { code, out, err } = await spawnNode([LAUNCHER, ...args], { cwd: folder });
    assert.equal(code, step.exits, `${step.command}\n${out}${err}`);
    for (const shown of step.shows)
      assert.ok(`${out}${err}`.includes(shown), `${step.command} does not show "${shown}":\n${out}${err}`);
    assert.doesNotMatch(out, /northwind\.example|Keller/, `${step.command} shows personal data`);
  }
});
