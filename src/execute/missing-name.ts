// The hint behind "x is not defined" and "server.x is not a function": what to use instead, and what there is.

import { didYouMean } from "../text/did-you-mean.ts";
import type { ExecutionJob, ServerBinding } from "./execute.ts";

const PROGRAM_GLOBALS = [
  "callTool",
  "searchTools",
  "skills",
  "workspace",
  "pii",
  "sleep",
  "setTimeout",
  "clearTimeout",
  "setInterval",
  "clearInterval",
  "console",
  "context",
  "structuredClone",
  "atob",
  "btoa",
  "TextEncoder",
  "TextDecoder",
];

const NO_NETWORK = "Programs have no network: other systems are reached by tools only.";
const NO_MODULES = 'Modules of Node.js cannot be loaded: `import … from "servers/<name>"` gives tools.';
const NO_PROCESS = "Programs have no process and no environment: what they may know is in `context`.";
const NO_FILES = "Programs have no files: keep data in `workspace`, or call a tool that has files.";
const NO_ADDRESSES = "Build addresses as texts, with encodeURIComponent around their parts.";
const NO_PAGE = "Programs run in no browser: return the value, or use console.log.";

const INSTEAD: Readonly<Record<string, string>> = {
  __proto__: null as never,
  fetch: NO_NETWORK,
  axios: NO_NETWORK,
  XMLHttpRequest: NO_NETWORK,
  WebSocket: NO_NETWORK,
  EventSource: NO_NETWORK,
  Request: NO_NETWORK,
  Response: NO_NETWORK,
  Headers: NO_NETWORK,
  http: NO_NETWORK,
  https: NO_NETWORK,
  require: NO_MODULES,
  module: NO_MODULES,
  exports: NO_MODULES,
  process: NO_PROCESS,
  Deno: NO_PROCESS,
  Bun: NO_PROCESS,
  os: NO_PROCESS,
  env: NO_PROCESS,
  fs: NO_FILES,
  path: NO_FILES,
  __dirname: NO_FILES,
  __filename: NO_FILES,
  localStorage: NO_FILES,
  Buffer: "For bytes use Uint8Array, TextEncoder and TextDecoder; for base64 atob and btoa.",
  URL: NO_ADDRESSES,
  URLSearchParams: NO_ADDRESSES,
  crypto: "There is no randomness for secrets here; for ids use a counter or what the tool gives.",
  performance: "Use Date.now().",
  queueMicrotask: "Use Promise.resolve().then(…).",
  setImmediate: "Use setTimeout with 0.",
  AbortController: "Calls end with the run; for a time limit use Promise.race with sleep.",
  global: "Use globalThis.",
  window: NO_PAGE,
  document: NO_PAGE,
  alert: NO_PAGE,
  self: "Use globalThis.",
  eval: "Code cannot be made from strings here.",
  WebAssembly: "Programs are JavaScript or TypeScript only.",
};

type Surroundings = Pick<ExecutionJob, "servers" | "knownServers">;

export function hintForMissingName(message: string, job: Surroundings): string | undefined {
  const missing = /^([\w$]{1,64}) is not defined$/.exec(message)?.[1];
  if (missing !== undefined) return hintForGlobal(missing, job);
  const [, owner = "", member] = /^([\w$]{1,64})\.([\w$]{1,64}) is not a function$/.exec(message) ?? [];
  const server = job.servers.find((binding) => binding.identifiers.includes(owner));
  return server === undefined || member === undefined ? undefined : hintForTool(owner, member, server);
}

function hintForGlobal(missing: string, { servers, knownServers }: Surroundings): string {
  const names = new Set([...servers.flatMap(({ identifiers }) => identifiers), ...(knownServers?.() ?? [])]);
  const instead =
    (Object.hasOwn(INSTEAD, missing) && INSTEAD[missing]) || nearest(missing, [...PROGRAM_GLOBALS, ...names]);
  const there = `Programs have ${PROGRAM_GLOBALS.join(", ")}, the standard JavaScript objects, and ${listed(names, "server")}.`;
  return instead === undefined ? there : `${instead} ${there}`;
}

function hintForTool(owner: string, member: string, { tools }: ServerBinding): string {
  const near = nearest(
    member,
    tools.flatMap(({ identifiers }) => identifiers),
    `${owner}.`,
  );
  const first = new Set(tools.flatMap(({ identifiers }) => identifiers.slice(0, 1)));
  const there = `${owner} has ${listed(first, "tool")}; searchTools finds tools by what they do.`;
  return near === undefined ? there : `${near} ${there}`;
}

function nearest(word: string, known: string[], prefix = ""): string | undefined {
  const near = didYouMean(word, known);
  return near === undefined ? undefined : `Did you mean ${prefix}${near}?`;
}

const MOST_LISTED = 12;

function listed(names: Set<string>, kind: string): string {
  if (names.size === 0) return `no ${kind}s`;
  const shown = Array.from(names).slice(0, MOST_LISTED).join(", ");
  const more = names.size > MOST_LISTED ? ` and ${names.size - MOST_LISTED} more` : "";
  return `the ${kind}${names.size === 1 ? "" : "s"} ${shown}${more}`;
}
