import type { Remark } from "../remarks.ts";
import type { Rule } from "../rule.ts";

export const globalObject: Rule = {
  id: "global-object",
  group: "reach",
  severity: "high",
  reason: "With the global object in hand a program can reach names that its text does not show.",
  hint: "Write the name of the global itself; keep your own state in variables or in workspace.",
  catches: [
    "return Object.getOwnPropertyNames(globalThis)",
    "for (const key in globalThis) console.log(key)",
    "return globalThis[context.name]",
    "const g = globalThis; return g[context.name]",
    "return { ...globalThis }",
    "const walk = (o) => Object.keys(o); return walk(globalThis)",
    'return globalThis.callTool("github.create_issue", {})',
    "return Reflect.ownKeys(self)",
  ],
  allows: [
    "return typeof globalThis",
    "return globalThis.JSON.stringify(1)",
    "const self = { a: 1 }; return self[context.name]",
    "function f(window) { return window[0] }\nreturn f([1])",
    "globalThis.total = 1; return globalThis.total",
  ],
  check(code) {
    const names = code.serverNames;
    const remarks: Remark[] = code.globalObject.open.map(({ node }) => ({
      rule: "global-object",
      at: node.start ?? 0,
      message: "The global object is used as a value.",
    }));
    for (const [name, visits] of code.globalObject.named) {
      if (name !== "callTool" && names.ofIdentifier(name) === null) continue;
      for (const { node } of visits) {
        const message = `\`${name}\` is reached through the global object.`;
        remarks.push({ rule: "global-object", at: node.start ?? 0, message, hint: `Write ${name} alone.` });
      }
    }
    return remarks;
  },
};
