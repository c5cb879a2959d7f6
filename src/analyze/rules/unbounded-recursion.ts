import type { CheckedCode } from "../checked-code.ts";
import { lookUp } from "../parse/scopes.ts";
import { isCall, isFunction, type Node } from "../parse/syntax.ts";
import type { Visit } from "../parse/walk.ts";
import type { Remark } from "../remarks.ts";
import type { Rule } from "../rule.ts";

export const unboundedRecursion: Rule = {
  id: "unbounded-recursion",
  group: "resource",
  severity: "medium",
  reason: "A function that always calls itself ends only when the stack or the time is used up.",
  hint: "Return before the call when there is nothing left to do.",
  catches: [
    "function f() { return f() }\nreturn f()",
    "const f = async () => { await sleep(1); await f() }; return f()",
    "const f = (n) => f(n + 1); return f(0)",
    "function f(n) { console.log(n); f(n - 1); if (n < 0) return }\nf(3)",
  ],
  allows: [
    "function f(n) { if (n < 1) return 1; return n * f(n - 1) }\nreturn f(5)",
    "const f = (n) => (n < 1 ? 1 : n * f(n - 1)); return f(5)",
    "const walk = (node) => [node.id, ...node.children.flatMap((child) => walk(child))]; return walk(context)",
    "async function all(page) { const r = await crm.list({ page }); return r.next ? [...r.items, ...(await all(r.next))] : r.items }\nreturn all(1)",
    "function f(n) { for (const x of n) f(x) }\nf([])",
    "function f(f) { return f() }\nreturn f(() => 1)",
  ],
  check(code) {
    const calls = code.calls;
    return calls.flatMap((visit): Remark[] => {
      const { node, within } = visit;
      if (!isCall(node) || node.callee.type !== "Identifier" || within === null) return [];
      const { name } = node.callee;
      if (!isNamed(within, name, visit) || isConditional(visit, within) || mayLeaveBefore(visit, code))
        return [];
      const message = `\`${name}\` always calls itself.`;
      return [{ rule: "unbounded-recursion", at: node.start ?? 0, message }];
    });
  },
};

/** True when the name, where it is called, means the function that it is called in. */
function isNamed(within: Visit, name: string, visit: Visit): boolean {
  const binding = lookUp(visit.scope, name);
  if (binding === null || binding.reassigned) return false;
  if (binding.declaration === within.node) return true;
  return binding.kind !== "param" && binding.values.length === 1 && binding.values[0]?.node === within.node;
}

const BRANCHES: ReadonlySet<string> = new Set(["consequent", "alternate", "handler", "right", "body"]);

function isConditional(visit: Visit, within: Visit): boolean {
  for (let at = visit; at.parent !== null && at.parent !== within; at = at.parent) {
    if (BRANCHES.has(at.key) && branches(at.parent.node)) return true;
  }
  return visit.parent?.node.type === "YieldExpression" || isGenerator(within.node);
}

function branches(node: Node): boolean {
  return /^(?:If|For|While|Switch)|^(?:ConditionalExpression|LogicalExpression|TryStatement|SwitchCase|AssignmentPattern)/.test(
    node.type,
  );
}

function isGenerator(node: Node): boolean {
  return isFunction(node) && "generator" in node && node.generator === true;
}

/** A return or throw that stands before the call, and does not hold it, is a way out. */
function mayLeaveBefore(call: Visit, code: CheckedCode): boolean {
  const exits = [...code.ofType("ReturnStatement"), ...code.ofType("ThrowStatement")];
  return exits.some((exit) => {
    if (exit.within !== call.within || exit.index > call.index) return false;
    for (let at: Visit | null = call; at !== null; at = at.parent) if (at === exit) return false;
    return true;
  });
}
