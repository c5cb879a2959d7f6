#!/usr/bin/env node
// The launcher: plain JavaScript that also parses on an old Node.js, so that the one sentence below can be
// printed there instead of a syntax error. Everything else lives in src/surfaces/cli/.

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";

const OLDEST_NODE = 24;
// GHSA-864f-rcv7-6rh4: guest code could corrupt the memory of the host before this version.
const OLDEST_SANDBOX = "7.0.1";

function refusal() {
  if (Number(process.versions.node.split(".")[0]) < OLDEST_NODE) {
    return `sallyport needs Node.js ${OLDEST_NODE} or newer, this is ${process.version}: run it with \`npm run sallyport\` or install Node 26.`;
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

function installedVersion(name) {
  try {
    const file = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return String(JSON.parse(readFileSync(file, "utf8")).version);
  } catch {
    return null;
  }
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

const sentence = refusal();
if (sentence === null) {
  // A checkout runs its sources; the package has dist/ only, because Node.js strips no types below node_modules.
  const source = new URL("../src/surfaces/cli/main.ts", import.meta.url);
  const built = new URL("../dist/surfaces/cli/main.js", import.meta.url);
  const { main } = await import((existsSync(source) ? source : built).href);
  await main(process.argv.slice(2));
} else {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 2;
}
