#!/usr/bin/env node
// The launcher: plain JavaScript that also parses on an old Node.js. There it goes on with the Node.js that the package
// brings along, or says in one sentence what is missing. Everything else lives in src/surfaces/cli/.

import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const OLDEST_NODE = 24;
// GHSA-864f-rcv7-6rh4: guest code could corrupt the memory of the host before this version.
const OLDEST_SANDBOX = "7.0.1";

function refusal() {
  if (majorOf(process.versions.node) < OLDEST_NODE) {
    return `sallyport needs Node.js ${OLDEST_NODE} or newer, this is ${process.version}, and the package \`node\` beside it is missing or incomplete: install Node 26, or run \`npm install\` with install scripts allowed.`;
  }
  const sandbox = installedVersion("isolated-vm");
  if (sandbox === null) {
    return "sallyport needs the package isolated-vm, which is not installed: run `npm ci`.";
  }
  if (isOlder(sandbox, OLDEST_SANDBOX)) {
    return `sallyport needs isolated-vm ${OLDEST_SANDBOX} or newer, this is ${sandbox}, which guest code can break out of (GHSA-864f-rcv7-6rh4): run \`npm ci\`.`;
  }
  return null;
}

function majorOf(version) {
  return Number(version.split(".")[0]);
}

/** The Node.js that was installed with this package: the npm package `node`, found as imports are. */
function bundledNode() {
  const version = installedVersion("node");
  if (version === null || !(majorOf(version) >= OLDEST_NODE)) return null;
  const name = process.platform === "win32" ? "node.exe" : "node";
  const file = join(dirname(manifestOf("node")), "bin", name);
  return existsSync(file) ? file : null;
}

function manifestOf(name) {
  return createRequire(import.meta.url).resolve(`${name}/package.json`);
}

function installedVersion(name) {
  try {
    return String(JSON.parse(readFileSync(manifestOf(name), "utf8")).version);
  } catch {
    return null;
  }
}

/** The same command under another Node.js: its output, its signals and its end are this process's own. */
function goOnWith(node) {
  const launcher = fileURLToPath(import.meta.url);
  const child = spawn(node, [launcher, ...process.argv.slice(2)], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      // Ctrl-C in a terminal reaches both processes by itself, and a second one would end the child at once.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.on("error", ({ message }) => refuse(`sallyport cannot start ${node}: ${message}. Install Node 26.`));
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 2;
}

/** A version that cannot be read counts as older. */
function isOlder(version, oldest) {
  const parts = version.split("-")[0].split(".").map(Number);
  const wanted = oldest.split(".").map(Number);
  for (let index = 0; index < wanted.length; index += 1) {
    if (parts[index] !== wanted[index]) return !(parts[index] > wanted[index]);
  }
  return version.includes("-");
}

const isOld = majorOf(process.versions.node) < OLDEST_NODE;
const other = isOld ? bundledNode() : null;
const sentence = other === null ? refusal() : null;
if (other !== null) {
  goOnWith(other);
} else if (sentence !== null) {
  refuse(sentence);
} else {
  // A checkout runs its sources; the package has dist/ only, because Node.js strips no types below node_modules.
  const source = new URL("../src/surfaces/cli/main.ts", import.meta.url);
  const built = new URL("../dist/surfaces/cli/main.js", import.meta.url);
  const { main } = await import((existsSync(source) ? source : built).href);
  await main(process.argv.slice(2));
}
