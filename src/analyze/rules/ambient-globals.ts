import { isOnlyTested } from "../checked-code.ts";
import type { Remark } from "../remarks.ts";
import type { Rule } from "../rule.ts";

const NETWORK =
  "Programs have no network: call a tool, for example one that searchTools finds for web pages.";
const HOST = "Programs see nothing of the host; values come from tools or from `context`.";
const BROWSER = "There is no browser here: return the value instead.";
const THREADS = "Calls run at the same time under Promise.all; there are no threads.";

/** Names that other hosts define, with what to use instead. */
const INSTEAD: Readonly<Record<string, string>> = {
  process: HOST,
  Deno: HOST,
  Bun: HOST,
  Buffer: "Use btoa and atob for base64, TextEncoder and TextDecoder for bytes.",
  navigator: HOST,
  location: HOST,
  fetch: NETWORK,
  XMLHttpRequest: NETWORK,
  WebSocket: NETWORK,
  EventSource: NETWORK,
  WebTransport: NETWORK,
  RTCPeerConnection: NETWORK,
  document: BROWSER,
  localStorage: "Use workspace.get and workspace.set.",
  sessionStorage: "Use workspace.get and workspace.set.",
  indexedDB: "Use workspace.get and workspace.set.",
  caches: "Use workspace.get and workspace.set.",
  Worker: THREADS,
  SharedWorker: THREADS,
  MessageChannel: THREADS,
  BroadcastChannel: THREADS,
};

const HINTS = Object.entries(INSTEAD);

export const ambientGlobals: Rule = {
  id: "ambient-globals",
  group: "reach",
  severity: "high",
  reason: "Everything that reaches out of a program is a tool; objects of the host do not exist in it.",
  hint: HOST,
  catches: [
    "return process.env.HOME",
    'return await fetch("https://example.com")',
    "const p = process; return p.exit(1)",
    "const { env } = process; return env",
    "return globalThis.process.pid",
    'return Buffer.from("a").toString("base64")',
    "return [process].length",
    "const f = (x = process) => x; return f()",
    "return globalThis[['pro', 'cess'].join('')]",
    "return Deno.readTextFile('x')",
    "return { process }",
  ],
  allows: [
    "const process = (row) => row.id; return [{ id: 1 }].map(process)",
    "const job = { process: (x) => x }; return job.process(1)",
    "function run(process) { return process.name }\nreturn run({ name: 'a' })",
    "return typeof process",
    "const fetch = async (id) => id; return await fetch(1)",
    "type Env = typeof process.env; const e: Env = {}; return e",
    "return { process: 1, document: 2 }.document",
  ],
  check(code) {
    const remarks: Remark[] = [];
    for (const [name, hint] of HINTS) {
      for (const visit of code.globals(name)) {
        if (isOnlyTested(visit)) continue;
        const message = `\`${name}\` does not exist in programs.`;
        remarks.push({ rule: "ambient-globals", at: visit.node.start ?? 0, message, hint });
      }
    }
    return remarks;
  },
};
