import { lookUp, type Scope } from "../parse/scopes.ts";
import { isFunction, isMember, type Node } from "../parse/syntax.ts";
import type { Rule } from "../rule.ts";
import { isGlobal } from "../understand/fold.ts";

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

function isFunctionValue(node: Node, scope: Scope): boolean {
  if (isGlobal(node, "arguments", scope) || isFunction(node)) return true;
  if (isMember(node)) return isFunctionValue(node.object, scope) && node.object.type === "Identifier";
  if (node.type !== "Identifier") return false;
  const binding = lookUp(scope, node.name);
  if (binding === null) return false;
  return binding.kind === "function" || binding.values.some((value) => isFunction(value.node));
}
