// Started exactly like a worker, but with a probe as its entry: what the process can do is seen, not assumed.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { kernelLimiter } from "../../src/execute/kernel-limits.ts";
import { layOutWorkerFiles } from "../../src/execute/worker-files.ts";
import { lockedCommand } from "../../src/execute/worker-process.ts";

type Probe = {
  attempts: Record<string, string>;
  environment: string[];
  permissions: Record<string, boolean>;
};
type Outside = { descriptors: Record<string, string>; environ: string; limits: string };

let probe: Probe;
let outside: Outside;
let connections = 0;

before(async () => {
  const cwd = await mkdtemp(join(tmpdir(), "sallyport-probe-"));
  const listener = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const address = listener.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const files = await layOutWorkerFiles(cwd);
  const entry = fileURLToPath(new URL("./worker-probe.ts", import.meta.url));
  const locked = lockedCommand({
    ...files,
    entry,
    addon: String(port),
    readable: [...files.readable, entry],
  });
  process.env["SALLYPORT_PROBE_SECRET"] = "visible to the parent";
  const child = spawn(locked.command, locked.args, locked.options);
  let text = "";
  child.stderr?.resume();
  child.stdio[3]?.on("data", (chunk: Buffer) => {
    text += chunk.toString("utf8");
    if (!text.includes("\n")) return;
    outside ??= lookAt(child.pid ?? 0);
    child.kill("SIGKILL");
  });
  await new Promise((resolve) => child.once("close", resolve));
  listener.close();
  await rm(cwd, { recursive: true, force: true });
  assert.match(text, /^\{/, text);
  probe = JSON.parse(text) as Probe;
});

after(() => {
  delete process.env["SALLYPORT_PROBE_SECRET"];
});

function lookAt(pid: number): Outside {
  const names = readdirSync(`/proc/${pid}/fd`);
  const descriptors = Object.fromEntries(names.map((fd) => [fd, readlinkSync(`/proc/${pid}/fd/${fd}`)]));
  const environ = readFileSync(`/proc/${pid}/environ`, "utf8");
  return { descriptors, environ, limits: readFileSync(`/proc/${pid}/limits`, "utf8") };
}

const REFUSED = [
  "read /etc/passwd",
  "read the gateway's settings",
  "list /",
  "list its own folder",
  "stat the home folder",
  "write a file",
  "write into its own folder",
  "connect to a port",
  "listen on a port",
  "send a datagram",
  "resolve a name",
  "fetch",
  "spawn a process",
  "spawn synchronously",
  "fork a process",
  "start a thread",
  "open the inspector",
  "start WASI",
  "grant itself more",
];

test("the probe tried exactly what this table names", () => {
  assert.deepEqual(Object.keys(probe.attempts), [...REFUSED, "do arithmetic"]);
});

for (const attempt of REFUSED) {
  test(`a worker process cannot ${attempt}`, () => {
    assert.match(probe.attempts[attempt] ?? "nothing", /^refused/);
  });
}

test("the probe can do what is not forbidden, so its refusals mean something", () => {
  assert.equal(probe.attempts["do arithmetic"], "done");
});

test("no connection of the worker arrived", () => {
  assert.equal(connections, 0);
});

test("the environment is empty, seen from inside and from the kernel", () => {
  assert.deepEqual(probe.environment, []);
  assert.equal(outside.environ, "");
});

test("the permission model is on and grants addons only", () => {
  assert.deepEqual(probe.permissions, {
    "fs.write": false,
    "fs.read": false,
    child: false,
    worker: false,
    wasi: false,
    net: false,
    inspector: false,
    addon: true,
  });
});

test("no file and no socket is open but the channel; 0 and 1 lead nowhere", () => {
  const { descriptors } = outside;
  assert.deepEqual([descriptors["0"], descriptors["1"]], ["/dev/null", "/dev/null"]);
  const channels = Object.entries(descriptors).filter(([, target]) => target.startsWith("socket:"));
  assert.deepEqual(channels.map(([fd]) => fd).sort(), ["2", "3"]);
  const others = Object.values(descriptors).filter(
    (target) => !/^(socket:|pipe:|anon_inode:|\/dev\/null$)/.test(target),
  );
  assert.deepEqual(others, []);
});

test("the kernel forbids files of any size and core dumps", { skip: process.platform !== "linux" }, () => {
  assert.match(outside.limits, /Max file size\s+0\s+0/);
  assert.match(outside.limits, /Max core file size\s+0\s+0/);
  assert.match(outside.limits, /Max open files\s+256\s+256/);
});

const WITHOUT_PRLIMIT = kernelLimiter((path) => path !== "/usr/bin/prlimit");

test(
  "where prlimit is missing, a shell sets the same limits and hands its words on untouched",
  {
    skip: process.platform !== "linux",
  },
  async () => {
    const words = ["a b", "$HOME", "; echo no", "*"];
    const code = `
    const limits = require("node:fs").readFileSync("/proc/self/limits", "utf8");
    process.stdout.write(JSON.stringify([limits, process.argv.slice(1), Object.keys(process.env)]));`;
    const [command = "", ...args] = [...WITHOUT_PRLIMIT, process.execPath, "-e", code, ...words];
    const child = spawn(command, args, { env: {}, stdio: ["ignore", "pipe", "ignore"] });
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString("utf8");
    });
    await new Promise((resolve) => child.once("close", resolve));
    const [limits, received, environment] = JSON.parse(text) as [string, string[], string[]];
    assert.match(limits, /Max file size\s+0\s+0/);
    assert.match(limits, /Max core file size\s+0\s+0/);
    assert.match(limits, /Max open files\s+256\s+256/);
    assert.match(limits, /Max cpu time\s+900\s+900/);
    assert.deepEqual([received, environment], [words, []]);
  },
);

test("where neither is there, the command stands alone", () => {
  assert.deepEqual(
    kernelLimiter(() => false),
    [],
  );
});
