// Runs in the place of the worker's entry, tries what a worker must not be able to do, and tells on descriptor 3.

import { fork, spawn, spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { lookup } from "node:dns/promises";
import { readdirSync, readFileSync, statSync, writeFileSync, writeSync } from "node:fs";
import { open } from "node:inspector";
import { connect, createServer } from "node:net";
import { WASI } from "node:wasi";
import { Worker } from "node:worker_threads";

const port = Number(process.argv[2]);

type Emitter = { on(event: string, listener: (error?: Error) => void): unknown };

/** Settles with the first event that tells success or failure. */
function eventOf(emitter: Emitter, success: string): Promise<void> {
  return new Promise((resolve, reject) => {
    emitter.on(success, () => resolve());
    emitter.on("error", (error) => reject(error));
  });
}

const ATTEMPTS: Record<string, () => unknown> = {
  "read /etc/passwd": () => readFileSync("/etc/passwd"),
  "read the gateway's settings": () => readFileSync(new URL("../../src/settings.ts", import.meta.url)),
  "list /": () => readdirSync("/"),
  "list its own folder": () => readdirSync("."),
  "stat the home folder": () => statSync("/root"),
  "write a file": () => writeFileSync("/tmp/sallyport-probe-file", "x"),
  "write into its own folder": () => writeFileSync("./file", "x"),
  "connect to a port": () => eventOf(connect(port, "127.0.0.1"), "connect"),
  "listen on a port": () => eventOf(createServer().listen(0, "127.0.0.1"), "listening"),
  "send a datagram": () => {
    const socket = createSocket("udp4");
    return new Promise<void>((resolve, reject) => {
      socket.on("error", reject);
      socket.send("x", port, "127.0.0.1", (error) => (error ? reject(error) : resolve()));
    });
  },
  "resolve a name": () => lookup("localhost"),
  fetch: () => fetch(`http://127.0.0.1:${port}/`),
  "spawn a process": () => eventOf(spawn("/bin/true"), "exit"),
  "spawn synchronously": () => {
    const { error } = spawnSync("/bin/true");
    if (error) throw error;
  },
  "fork a process": () => eventOf(fork("/bin/true"), "exit"),
  "start a thread": () => eventOf(new Worker("1", { eval: true }), "online"),
  "open the inspector": () => open(0),
  "start WASI": () => new WASI({ version: "preview1" }),
  "grant itself more": () => {
    process.execArgv.push("--allow-fs-read=*");
    readFileSync("/etc/passwd");
  },
  "do arithmetic": () => 1 + 1,
};

// Node tells some refusals outside of every promise and event of the attempt.
let onUncaught: (error: Error) => void = () => {};
process.on("uncaughtException", (error) => onUncaught(error));

async function attempt(work: () => unknown): Promise<string> {
  const uncaught = new Promise<never>((_, reject) => {
    onUncaught = reject;
  });
  uncaught.catch(() => {});
  try {
    await Promise.race([work(), uncaught]);
    return "done";
  } catch (error) {
    const { code, message, cause } = error as { code?: string; message: string; cause?: { code?: string } };
    const reason = code ?? cause?.code ?? "";
    return reason.startsWith("ERR_ACCESS_DENIED") ? `refused: ${message}` : `failed: ${reason} ${message}`;
  }
}

const attempts: Record<string, string> = {};
for (const [name, work] of Object.entries(ATTEMPTS)) attempts[name] = await attempt(work);

const SCOPES = ["fs.write", "fs.read", "child", "worker", "wasi", "net", "inspector", "addon"];
const permissions = Object.fromEntries(SCOPES.map((scope) => [scope, process.permission.has(scope)]));
writeSync(3, `${JSON.stringify({ attempts, environment: Object.keys(process.env), permissions })}\n`);
setInterval(() => {}, 1000);
