import { isOnlyTested } from "../checked-code.ts";
import type { Remark } from "../remarks.ts";
import type { Rule } from "../rule.ts";

const INSTEAD: Readonly<Record<string, string>> = {
  URL: "Build the address as a string, with encodeURIComponent around its parts.",
  URLSearchParams: "Join `key=value` pairs with encodeURIComponent around both.",
  crypto: "There is no randomness for secrets here; for ids use a counter or what the tool gives.",
  performance: "Use Date.now().",
  queueMicrotask: "Use Promise.resolve().then(…).",
  setImmediate: "Use setTimeout with 0.",
  AbortController: "Calls are cancelled with the run; use Promise.race with sleep for a time limit.",
  Headers: "Pass a plain object to the tool.",
  FormData: "Pass a plain object to the tool.",
  Blob: "Pass text, or base64 made with btoa.",
  alert: "Use console.log, or return the value.",
};

const HINTS = Object.entries(INSTEAD);

export const missingGlobals: Rule = {
  id: "missing-globals",
  group: "hygiene",
  severity: "low",
  reason:
    "Some names that Node.js and browsers define are not there, and using them throws a ReferenceError.",
  hint: "Use the standard JavaScript objects.",
  catches: [
    'return new URL("https://example.com").host',
    "return crypto.randomUUID()",
    "return performance.now()",
  ],
  allows: [
    "class URL {}\nreturn new URL()",
    "const { performance } = context; return performance.q1",
    "return typeof URL",
    "return { crypto: 1 }.crypto",
  ],
  check(code) {
    const remarks: Remark[] = [];
    for (const [name, hint] of HINTS) {
      for (const visit of code.globals(name)) {
        if (isOnlyTested(visit)) continue;
        const message = `\`${name}\` is not defined in programs.`;
        remarks.push({ rule: "missing-globals", at: visit.node.start ?? 0, message, hint });
      }
    }
    return remarks;
  },
};
