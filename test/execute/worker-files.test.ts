import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { layOutWorkerFiles, type WorkerFiles } from "../../src/execute/worker-files.ts";

let folder: string;
let files: WorkerFiles;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "sallyport-files-"));
  files = await layOutWorkerFiles(folder);
});
after(() => rm(folder, { recursive: true, force: true }));

test("a worker reads its own code and the addon, and nothing else of the gateway", () => {
  assert.deepEqual(files.readable, [join(folder, "code"), files.addon]);
  assert.match(files.addon, /isolated-vm.*\.node$/);
});

test("its working folder is empty", async () => {
  assert.equal(files.cwd, join(folder, "empty"));
  assert.deepEqual(await readdir(files.cwd), []);
});

test("its code is JavaScript that imports only what lies beside it or belongs to Node.js", async () => {
  const names = await readdir(join(folder, "code"));
  assert.ok(names.includes("isolate-worker.mjs") && names.includes("guest"), names.join(" "));
  assert.ok(!names.includes("worker-pool.mjs") && !names.includes("execute.mjs"), names.join(" "));
  for (const name of names.filter((file) => file.endsWith(".mjs"))) {
    const text = await readFile(join(folder, "code", name), "utf8");
    for (const [, specifier = ""] of text.matchAll(/^import .*from "([^"]+)";/gm)) {
      assert.ok(specifier.startsWith("node:") || names.includes(specifier.slice(2)), `${name}: ${specifier}`);
    }
  }
});

test("making it says nothing on the console", async () => {
  const warnings: unknown[] = [];
  const note = (warning: unknown): void => void warnings.push(warning);
  process.on("warning", note);
  const other = await mkdtemp(join(tmpdir(), "sallyport-files-"));
  await layOutWorkerFiles(other);
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", note);
  await rm(other, { recursive: true, force: true });
  assert.deepEqual(warnings, []);
});
