import type { Attack } from "./attack.ts";

/** What one run leaves behind, and how another one would notice. */
export type Leak = Pick<Attack, "id" | "idea" | "code"> & { look: string; clean: unknown };

export const CROSS_RUN: Leak[] = [
  {
    id: "leak-globals",
    idea: "Values, accessors and symbols on the global object.",
    code: `globalThis.left = 1; globalThis[Symbol.for("left")] = 2; Object.defineProperty(globalThis, "trap", { get: () => 3 }); return 1`,
    look: `return [typeof left, globalThis[Symbol.for("left")] ?? null, typeof trap]`,
    clean: ["undefined", null, "undefined"],
  },
  {
    id: "leak-prototypes",
    idea: "Properties on the prototypes that all data has.",
    code: `for (const C of [Object, Array, String, Promise, Error, Map]) C.prototype.left = 1; Object.prototype.toJSON = () => "stolen"; return 1`,
    look: `return [{}.left ?? null, [].left ?? null, "".left ?? null, (await crm.echo({ a: 1 })).a, new Error("x").left ?? null]`,
    clean: [null, null, null, 1, null],
  },
  {
    id: "leak-patched-built-ins",
    idea: "Replaced functions of the language.",
    code: `JSON.stringify = () => "stolen"; Math.random = () => 0.5; Date.now = () => 0; Promise.all = () => "stolen"; Array.prototype.map = () => "stolen"; return 1`,
    look: `return [JSON.stringify(1), Date.now() > 1e12, [1].map((x) => x + 1), await Promise.all([2])]`,
    clean: ["1", true, [2], [2]],
  },
  {
    id: "leak-template-cache",
    idea: "Template objects and regular expressions are kept per place in the code.",
    code: `const tag = (s) => s; const strings = tag\`x\`; globalThis.kept = strings; const r = /x/g; r.lastIndex = 1; RegExp.prototype.left = r; return 1`,
    look: `const tag = (s) => s; return [typeof globalThis.kept, Object.isFrozen(tag\`x\`), /x/g.lastIndex, /x/.left ?? null]`,
    clean: ["undefined", true, 0, null],
  },
  {
    id: "leak-modules",
    idea: "Modules of servers are linked anew for every run.",
    code: `import * as crmModule from "servers/crm";\nimport crmDefault from "servers/crm";\ntry { crmDefault.left = 1 } catch {} try { crmModule.left = 1 } catch {} return 1`,
    look: `import * as crmModule from "servers/crm";\nreturn ["left" in crmModule, "left" in crm]`,
    clean: [false, false],
  },
  {
    id: "leak-registry",
    idea: "The registry of symbols and the global of every realm.",
    code: `Symbol.for("channel").description; Object.defineProperty(Object.prototype, Symbol.for("channel"), { value: "message" }); return 1`,
    look: `return {}[Symbol.for("channel")] ?? null`,
    clean: null,
  },
  {
    id: "leak-running-code",
    idea: "Code that goes on after the answer and acts in the name of the next run.",
    code: `setInterval(() => { crm.echo({ late: 1 }); console.log("late") }, 1); (async () => { for (;;) { await sleep(1); crm.echo({ late: 2 }) } })(); return 1`,
    look: `await sleep(30); return (await crm.echo({ mine: 1 })).mine`,
    clean: 1,
  },
  {
    id: "leak-pending-calls",
    idea: "A reply to a call of the last run, delivered to the next.",
    code: `crm.wait({ slow: 1 }); crm.wait({ slow: 2 }); return 1`,
    look: `const own = crm.echo({ own: 1 }); await sleep(20); return (await own).own`,
    clean: 1,
  },
  {
    id: "leak-context",
    idea: "The context of another run.",
    code: `try { context.secret = 1 } catch {} globalThis.kept = context; return 1`,
    look: `return [Object.keys(context), typeof kept]`,
    clean: [[], "undefined"],
  },
  {
    id: "leak-random",
    idea: "The state of Math.random, by which one run could foretell another's numbers.",
    code: `return Math.random()`,
    look: `return new Set(Array.from({ length: 50 }, () => Math.random())).size`,
    clean: 50,
  },
  {
    id: "leak-log-state",
    idea: "A log that was full in the last run.",
    code: `for (let i = 0; i < 2000; i++) console.log("x"); return 1`,
    look: `console.log("mine"); return 1`,
    clean: 1,
  },
  {
    id: "leak-counts",
    idea: "Counts of calls and timers of the last run.",
    code: `for (let i = 0; i < 900; i++) setTimeout(() => {}, 1e6); return 1`,
    look: `for (let i = 0; i < 900; i++) setTimeout(() => {}, 1e6); return 1`,
    clean: 1,
  },
];
