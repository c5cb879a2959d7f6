import type { KeySite } from "../checked-code.ts";
import { isCall, literalKey, type Node } from "../parse/syntax.ts";
import type { Remark } from "../remarks.ts";
import type { Rule } from "../rule.ts";
import { definedOn } from "../understand/write-targets.ts";

export const stackTraceHook: Rule = {
  id: "stack-trace-hook",
  group: "reach",
  severity: "high",
  reason: "Hooks on stack traces see the frames of whoever called the program, as live objects.",
  hint: "Use error.name, error.message and error.stack as they are.",
  catches: [
    "Error.prepareStackTrace = (error, frames) => frames",
    'Error["prepareStack" + "Trace"] = null',
    "const o = {}; Error.captureStackTrace(o); return o.stack",
    "const { captureStackTrace } = Error; return captureStackTrace",
    "Error.stackTraceLimit = 200",
  ],
  allows: [
    "class E extends Error { constructor(m) { super(m); Error.captureStackTrace(this, E) } }\nreturn new E('x').name",
    "try { await sleep(1) } catch (error) { console.error(error.stack) }",
    "return { stackTrace: 1 }.stackTrace",
  ],
  check(code) {
    const remarks: Remark[] = code.calls
      .filter(({ node, scope }) => definedOn(node, scope) !== null && bringsHook(node))
      .map(({ node }) => hooks(node.start ?? 0));
    for (const site of code.keySites) {
      const { visit, names } = site;
      const at = visit.node.start ?? 0;
      if (names.includes("prepareStackTrace")) remarks.push(hooks(at));
      else if (names.includes("captureStackTrace") && !capturesThis(site))
        remarks.push({
          rule: "stack-trace-hook",
          at,
          message: "`captureStackTrace` reads the stack of callers.",
        });
      else if (names.includes("stackTraceLimit")) {
        const message = "`stackTraceLimit` is fixed.";
        remarks.push({ rule: "stack-trace-hook", at, message, severity: "medium" });
      }
    }
    return remarks;
  },
};

function hooks(at: number): Remark {
  return { rule: "stack-trace-hook", at, message: "`prepareStackTrace` hooks into stack traces." };
}

/** `Object.assign(Error, { prepareStackTrace })`, whatever object is given it. */
function bringsHook(call: Node): boolean {
  if (!isCall(call)) return false;
  return call.arguments.some(
    (argument) =>
      argument.type === "ObjectExpression" &&
      argument.properties.some(
        (property) =>
          property.type !== "SpreadElement" &&
          literalKey(property.key, property.computed) === "prepareStackTrace",
      ),
  );
}

/** The idiom of classes that extend Error. */
function capturesThis({ visit }: KeySite): boolean {
  const parent = visit.parent?.node;
  if (parent?.type === "IfStatement") return true;
  return (
    parent !== undefined &&
    isCall(parent) &&
    visit.key === "callee" &&
    parent.arguments[0]?.type === "ThisExpression"
  );
}
