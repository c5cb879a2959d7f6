import type { Rule } from "../rule.ts";
import { isWriteTarget } from "../understand/write-targets.ts";

const NAMES: ReadonlySet<string> = new Set(["__proto__", "__lookupGetter__", "__lookupSetter__"]);

export const prototypeAccess: Rule = {
  id: "prototype-access",
  group: "reach",
  severity: "high",
  reason: "Climbing from a value to its prototype reaches objects that the whole program shares.",
  hint: "Use Object.hasOwn, Object.keys or instanceof; a Map takes any key, `__proto__` too.",
  catches: [
    "return context.__proto__",
    'return context["__pro" + "to__"].x',
    "const { __proto__: p } = context; return p",
    'return {}.__lookupGetter__("x")',
    "context.__proto__.polluted = 1",
  ],
  allows: [
    "return Object.getPrototypeOf(context) === Object.prototype",
    'return Object.keys(context).filter((key) => key !== "__proto__")',
    'return Object.prototype.hasOwnProperty.call(context, "a")',
    "const row = { proto: 1 }; return row.proto",
  ],
  check(code) {
    return code.keySites
      .filter(({ names, visit }) => names.some((name) => NAMES.has(name)) && !isWriteTarget(visit))
      .map(({ visit, names }) => ({
        rule: "prototype-access",
        at: visit.node.start ?? 0,
        message: `\`${names.find((name) => NAMES.has(name))}\` is reached for here.`,
      }));
  },
};
