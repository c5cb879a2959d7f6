import { isOnlyTested } from "../checked-code.ts";
import type { Remark } from "../remarks.ts";
import type { Rule } from "../rule.ts";

const NAMES = [
  "WebAssembly",
  "SharedArrayBuffer",
  "Atomics",
  "FinalizationRegistry",
  "WeakRef",
  "gc",
] as const;

export const engineInternals: Rule = {
  id: "engine-internals",
  group: "reach",
  severity: "high",
  reason:
    "Machine code, shared memory and hooks of the garbage collector allow precise clocks and late effects.",
  hint: "Use plain JavaScript values; an ArrayBuffer or a typed array holds bytes.",
  catches: [
    "return new WebAssembly.Module(new Uint8Array())",
    "return new SharedArrayBuffer(8)",
    "Atomics.wait(new Int32Array(1), 0, 0)",
    "new FinalizationRegistry(() => console.log(1))",
    "return globalThis.WebAssembly",
  ],
  allows: [
    "return new Uint8Array(new ArrayBuffer(8)).length",
    "return new WeakMap() instanceof WeakMap",
    "const Atomics = 1; return Atomics",
    "return typeof SharedArrayBuffer",
  ],
  check(code) {
    const remarks: Remark[] = [];
    for (const name of NAMES) {
      for (const visit of code.globals(name)) {
        if (isOnlyTested(visit)) continue;
        const message = `\`${name}\` does not exist in programs.`;
        remarks.push({ rule: "engine-internals", at: visit.node.start ?? 0, message });
      }
    }
    return remarks;
  },
};
