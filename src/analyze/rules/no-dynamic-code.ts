import { isOnlyTested } from "../checked-code.ts";
import { lookUp, type Scope } from "../parse/scopes.ts";
import { isCall, isMember, literalKey, type Node } from "../parse/syntax.ts";
import type { Visit } from "../parse/walk.ts";
import type { Remark } from "../remarks.ts";
import type { Rule } from "../rule.ts";
import { fold } from "../understand/fold.ts";
import { isWriteTarget } from "../understand/write-targets.ts";

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
const TIMER_NAMES: ReadonlySet<string> = new Set(TIMERS);

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
    "const later = setTimeout; later('console.log(1)', 10)",
    "setTimeout.call(null, 'console.log(1)', 10)",
  ],
  allows: [
    "setTimeout(() => console.log(1), 10)",
    "const run = () => 1; setTimeout(run, 5)",
    "const later = setTimeout; later.call(null, () => 1, 5)",
    "return typeof eval",
    "return Function.prototype.call.call((x) => x, null, 5)",
    "const f: Function = () => 1; return f instanceof Object",
    "return { eval: 1, Function: 2 }.eval",
    'return JSON.parse("[1]")',
    "const jobs = { eval: () => 1 }; return jobs.eval()",
  ],
  check(code) {
    const remarks: Remark[] = [];
    for (const name of MAKES_CODE) {
      for (const visit of code.globals(name)) {
        if (isOnlyTested(visit) || isBorrowed(visit)) continue;
        remarks.push(remark(visit.node, `\`${name}\` makes code from strings.`));
      }
    }
    for (const name of TIMERS) {
      for (const visit of code.globals(name)) {
        for (const text of timerTexts(visit))
          remarks.push(remark(text, `\`${name}\` is given a string to run as code.`));
      }
    }
    return remarks;
  },
};

function remark(node: Node, message: string): Remark {
  return { rule: "no-dynamic-code", at: node.start ?? 0, message };
}

/** `Function.prototype.call`, which every function has as well. */
function isBorrowed({ parent, key }: Visit): boolean {
  if (!parent || key !== "object" || !isMember(parent.node)) return false;
  if (literalKey(parent.node.property, parent.node.computed) !== "prototype") return false;
  const { parent: outer } = parent;
  if (!outer || parent.key !== "object" || !isMember(outer.node) || isWriteTarget(outer)) return false;
  return FUNCTION_METHODS.has(literalKey(outer.node.property, outer.node.computed) ?? "");
}

/** The text that a timer is given: called as it is, under another name, or by call, apply and bind. */
function timerTexts(visit: Visit, followed = new Set<Visit>()): Node[] {
  const { parent } = visit;
  if (parent === null || followed.has(visit)) return [];
  followed.add(visit);
  const { node } = parent;
  if (node.type === "VariableDeclarator" && visit.key === "init")
    return otherNames(node.id).flatMap((id) => {
      const uses = lookUp(parent.scope, id.name)?.references ?? [];
      return uses.filter((use) => use.node !== id).flatMap((use) => timerTexts(use, followed));
    });
  if (isMember(node) && visit.key === "object") {
    const key = literalKey(node.property, node.computed) ?? "";
    return BORROWS.has(key) ? (borrowedArguments(parent, key) ?? []) : [];
  }
  return isCall(node) && visit.key === "callee" ? textIn(node.arguments[0], visit.scope) : [];
}

/** `later = setTimeout`, `{ setTimeout: later } = globalThis`. */
function otherNames(target: Node): (Node & { type: "Identifier" })[] {
  if (target.type === "Identifier") return [target];
  if (target.type !== "ObjectPattern") return [];
  return target.properties.flatMap((property) => {
    if (property.type !== "ObjectProperty" || property.value.type !== "Identifier") return [];
    return TIMER_NAMES.has(literalKey(property.key, property.computed) ?? "") ? [property.value] : [];
  });
}

const BORROWS: ReadonlySet<string> = new Set(["call", "apply", "bind"]);
const FUNCTION_METHODS: ReadonlySet<string> = new Set([...BORROWS, "toString"]);

function borrowedArguments({ parent, key, scope }: Visit, method: string): Node[] | null {
  if (!parent || !isCall(parent.node) || key !== "callee") return null;
  const [, given] = parent.node.arguments;
  if (method !== "apply") return textIn(given, scope);
  return given?.type === "ArrayExpression" ? textIn(given.elements[0], scope) : null;
}

function textIn(node: Node | null | undefined, scope: Scope): Node[] {
  if (!node) return [];
  if (node.type === "TemplateLiteral") return [node];
  return fold(node, scope).some((value) => typeof value === "string") ? [node] : [];
}
