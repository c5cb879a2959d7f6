import { isOnlyTested } from "../checked-code.ts";
import { isCall, type Node } from "../parse/syntax.ts";
import type { Visit } from "../parse/walk.ts";
import type { Remark } from "../remarks.ts";
import type { Rule } from "../rule.ts";
import { fold } from "../understand/fold.ts";

const MAKES_CODE = [
  "eval",
  "Function",
  "AsyncFunction",
  "GeneratorFunction",
  "AsyncGeneratorFunction",
  "ShadowRealm",
  "Compartment",
  "execScript",
] as const;
const TIMERS = ["setTimeout", "setInterval", "setImmediate"] as const;

export const noDynamicCode: Rule = {
  id: "no-dynamic-code",
  group: "dynamic code",
  severity: "critical",
  reason: "Code that is made from strings at run time is code that nobody has checked.",
  hint: "Write the code out; for data use JSON.parse, for a choice of functions an object of functions.",
  catches: [
    'eval("1 + 1")',
    'return new Function("return 1")()',
    "const f = eval; f('1')",
    "return [1].map(eval)",
    "class A extends Function {}",
    "Function`return 1`()",
    "const { eval: run } = globalThis; run('1')",
    'globalThis["ev" + "al"]("1")',
    "const o = { Function }; return o",
    'setTimeout("console.log(1)", 10)',
    "const code = 'x' + 1; setInterval(code, 10)",
    "(0, eval)('1')",
  ],
  allows: [
    "setTimeout(() => console.log(1), 10)",
    "const run = () => 1; setTimeout(run, 5)",
    "return typeof eval",
    "const f: Function = () => 1; return f instanceof Object",
    "return { eval: 1, Function: 2 }.eval",
    'return JSON.parse("[1]")',
    "const jobs = { eval: () => 1 }; return jobs.eval()",
  ],
  check(code) {
    const remarks: Remark[] = [];
    for (const name of MAKES_CODE) {
      for (const visit of code.globals(name)) {
        if (isOnlyTested(visit)) continue;
        remarks.push(remark(visit.node, `\`${name}\` makes code from strings.`));
      }
    }
    for (const name of TIMERS) {
      for (const visit of code.globals(name)) {
        const text = timerText(visit);
        if (text) remarks.push(remark(text, `\`${name}\` is given a string to run as code.`));
      }
    }
    return remarks;
  },
};

function remark(node: Node, message: string): Remark {
  return { rule: "no-dynamic-code", at: node.start ?? 0, message };
}

function timerText(visit: Visit): Node | null {
  const call = visit.parent?.node;
  if (!call || !isCall(call) || visit.key !== "callee") return null;
  const [first] = call.arguments;
  if (!first) return null;
  if (first.type === "TemplateLiteral") return first;
  return fold(first, visit.scope).some((value) => typeof value === "string") ? first : null;
}
