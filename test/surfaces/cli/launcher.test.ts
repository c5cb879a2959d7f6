import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { LAUNCHER, spawnNode } from "./cli-fixture.ts";

/** A package with the real launcher and made-up files around it. */
async function launch(files: Record<string, string>, node = process.execPath) {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-launcher-"));
  try {
    const everything = { "package.json": '{"type": "module"}', ...files };
    for (const [name, text] of Object.entries(everything)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text, { mode: name.endsWith("/node") ? 0o755 : 0o644 });
    }
    mkdirSync(join(folder, "bin"));
    copyFileSync(LAUNCHER, join(folder, "bin/sallyport.js"));
    return await spawnNode([join(folder, "bin/sallyport.js"), "one", "two"], { cwd: folder, node });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const sandbox = (version: string) => ({
  "node_modules/isolated-vm/package.json": JSON.stringify({ name: "isolated-vm", version }),
});
const printing = (word: string) =>
  `export async function main(args) { process.stdout.write("${word} " + args.join(",")); }`;
const built = { "dist/surfaces/cli/main.js": printing("dist") };
const source = { "src/surfaces/cli/main.ts": printing("src").replace("args)", "args: string[])") };

test("the launcher starts the sources of a checkout, and dist/ where there are none", async () => {
  assert.deepEqual(await launch({ ...sandbox("7.0.1"), ...built, ...source }), {
    code: 0,
    out: "src one,two",
    err: "",
  });
  assert.equal((await launch({ ...sandbox("7.0.1"), ...built })).out, "dist one,two");
});

test("a sandbox library with the known break-out is refused in one sentence", async () => {
  const versions: [string, boolean][] = [
    ["7.0.1", true],
    ["7.1.0", true],
    ["10.0.0", true],
    ["7.0.0", false],
    ["6.9.9", false],
    ["7.0.1-beta.1", false],
    ["nonsense", false],
  ];
  for (const [version, isTaken] of versions) {
    const { code, out, err } = await launch({ ...sandbox(version), ...built });
    assert.equal(code, isTaken ? 0 : 2, version);
    assert.equal(out, isTaken ? "dist one,two" : "", version);
    if (!isTaken) assert.match(err, /^sallyport needs isolated-vm 7\.0\.1 or newer.*`npm ci`\.\n$/, version);
  }
});

test("a missing sandbox library is refused in one sentence", async () => {
  const { code, err } = await launch(built);
  assert.equal(code, 2);
  assert.match(err, /^sallyport needs the package isolated-vm, which is not installed: run `npm ci`\.\n$/);
});

const systemNode = ["/usr/local/bin/node", "/usr/bin/node"].find(isOldNode);

function isOldNode(path: string): boolean {
  if (!existsSync(path)) return false;
  return Number(/^v(\d+)/.exec(String(execFileSync(path, ["--version"])))?.[1]) < 24;
}

const needsOldNode = {
  skip: systemNode === undefined ? "this machine has no Node.js older than 24" : false,
};

/** The npm package `node` as it lies beside the launcher; its program hands over to the Node.js of this test. */
const bundled = (version: string, script = `exec "${process.execPath}" "$@"`) => ({
  "node_modules/node/package.json": JSON.stringify({ name: "node", version }),
  "node_modules/node/bin/node": `#!/bin/sh\n${script}\n`,
});

test("an old Node.js is refused in one sentence that says what to do", needsOldNode, async () => {
  const without = [{}, bundled("20.1.0"), bundled("nonsense")];
  const noProgram = { "node_modules/node/package.json": JSON.stringify({ name: "node", version: "26.0.0" }) };
  for (const node of [...without, noProgram]) {
    const { code, out, err } = await launch({ ...sandbox("7.0.1"), ...built, ...node }, systemNode);
    assert.equal(code, 2);
    assert.equal(out, "");
    assert.match(
      err,
      /^sallyport needs Node\.js 24 or newer, this is v\d+\.\d+\.\d+, and .*: install Node 26, or .*\.\n$/,
    );
  }
});

test("under an old Node.js the one that the package brings goes on", needsOldNode, async () => {
  const version = "export async function main() { process.stdout.write(process.version); process.exit(7); }";
  const files = { ...sandbox("7.0.1"), ...bundled("26.0.0"), "dist/surfaces/cli/main.js": version };
  assert.deepEqual(await launch(files, systemNode), { code: 7, out: process.version, err: "" });
  const words = await launch({ ...sandbox("7.0.1"), ...bundled("26.0.0"), ...built }, systemNode);
  assert.equal(words.out, "dist one,two");
  const broken = await launch({ ...sandbox("7.0.0"), ...bundled("26.0.0"), ...built }, systemNode);
  assert.equal(broken.code, 2);
  assert.match(broken.err, /needs isolated-vm 7\.0\.1/);
});

test(
  "a signal reaches the Node.js that goes on, and how it ends is how the launcher ends",
  needsOldNode,
  async () => {
    const waiting = `export async function main() {
    process.once("SIGTERM", () => { process.stdout.write("asked to stop"); process.exit(3); });
    process.kill(process.ppid, "SIGTERM");
    setTimeout(() => process.exit(9), 20_000);
  }`;
    const files = { ...sandbox("7.0.1"), ...bundled("26.0.0"), "dist/surfaces/cli/main.js": waiting };
    assert.deepEqual(await launch(files, systemNode), { code: 3, out: "asked to stop", err: "" });
    const killed = { ...files, "node_modules/node/bin/node": "#!/bin/sh\nkill -KILL $$\n" };
    assert.equal((await launch(killed, systemNode)).code, null);
  },
);
