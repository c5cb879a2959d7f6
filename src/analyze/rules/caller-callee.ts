import type { Rule } from "../rule.ts";
import { isFunctionValue } from "../understand/function-values.ts";

const NAMES: ReadonlySet<string> = new Set(["caller", "callee", "arguments"]);

export const callerCallee: Rule = {
  id: "caller-callee",
  group: "reach",
  severity: "high",
  reason: "A function that can see its caller can see code outside of the program.",
  hint: "Pass what is needed as a parameter, and give a recursive function a name.",
  catches: [
    "function f() { return arguments.callee }\nreturn f()",
    "function f() { return f.caller }\nreturn f()",
    "const f = function () { return f.arguments }; return f()",
    "function f() { return arguments['cal' + 'lee'] }\nreturn f()",
    "function f() { const { callee } = arguments; return callee }\nreturn f()",
  ],
  allows: [
    "const call = { caller: 'ann', callee: 'bob' }; return call.caller + call.callee",
    "return context.calls.map((row) => row.caller)",
    "const { caller } = context; return caller",
    "function f() { return arguments.length }\nreturn f(1)",
  ],
  check(code) {
    return code.keySites
      .filter(
        ({ names, object, visit }) =>
          object !== null && names.some((name) => NAMES.has(name)) && isFunctionValue(object, visit.scope),
      )
      .map(({ visit }) => ({
        rule: "caller-callee",
        at: visit.node.start ?? 0,
        message: "A function asks for its caller or its own arguments object.",
      }));
  },
};
