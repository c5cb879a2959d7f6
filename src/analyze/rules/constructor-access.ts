import { isOwnDefinition, type KeySite } from "../checked-code.ts";
import { isMember, literalKey, type Node } from "../parse/syntax.ts";
import type { Visit } from "../parse/walk.ts";
import type { Remark } from "../remarks.ts";
import type { Rule } from "../rule.ts";
import { callsWhatTextMade } from "../understand/function-values.ts";
import { isOwnInPattern, isOwnMember } from "../understand/own-data.ts";

export const constructorAccess: Rule = {
  id: "constructor-access",
  group: "dynamic code",
  severity: "critical",
  reason: "From any value, `.constructor` leads to the function that turns strings into code.",
  hint: "Name the class you mean; to compare types use instanceof, Array.isArray or `.constructor.name`.",
  catches: [
    'return [].constructor.constructor("return 1")()',
    'return (() => {}).constructor("return 1")()',
    'const { constructor: F } = () => {}; F("1")',
    'return (async () => {})["const" + "ructor"]("1")',
    "const k = 'constructor'; return ''.sub[k]",
    'return Reflect.get(() => {}, "constructor")',
    "return Object.getPrototypeOf(async function () {}).constructor",
    "const C = context.constructor; return new C()",
    "return (() => {})[['constructor']]",
    "return (() => {})[{ toString: () => 'constructor' }]",
    "return (function () { return this.constructor('return 1') }).call(() => {})",
    "(({ constructor }) => constructor('return 1'))(() => {})",
    "const reach = (name) => (() => {})[name]; return reach(context.name)('return 1')()",
    "const make = [].map[context.name]; return make('return 1')()",
    "const o = {}; return o.constructor.constructor('return 1')()",
    "const o = { constructor: 1 }; delete o.constructor; return o.constructor('return 1')",
    "const o = { __proto__: null, f: () => 1 }; return o.f.constructor('return 1')()",
    "for (const row of [{ constructor: 1 }, () => 1]) row.constructor('return 1')",
    "const { constructor: F } = [{}, () => 1][1]; return F('return 1')()",
  ],
  allows: [
    "class A { constructor() { this.a = 1 } }\nreturn new A()",
    "try { await sleep(1) } catch (error) { return error.constructor.name }",
    "const v = [1]; return v.constructor === Array",
    'const labels = ["constructor"]; return labels.includes("constructor")',
    "class A { copy() { return new this.constructor() } }\nreturn new A().copy()",
    "const x = context; return x && x.constructor && x.constructor.name",
    "function A() {}\nA.prototype.constructor = A; return 1",
    "const dict = {}; for (const key of Object.keys(context)) dict[key] = 1; return dict",
    "const ops = { add: (x) => () => x }; return ops[context.name]('a')()",
    "const f = () => 1; f.cache = {}; return f[context.name]",
    'const team = { constructor: "Ferrari" }; return team.constructor',
    'return [{ constructor: "Ferrari", points: 9 }].map(({ constructor, points }) => constructor + points)',
    "const seen = Object.create(null); for (const word of 'the constructor'.split(' ')) seen[word] = 1; return seen",
  ],
  check(code) {
    const reached = code.keySites
      .filter((site) => site.names.includes("constructor") && !isHarmless(site))
      .map(({ visit, isMadeUp }) =>
        remark(visit.node, isMadeUp ? MADE_UP_KEY : "`.constructor` is reached for here."),
      );
    const called = code.calls
      .filter(({ node, scope }) => callsWhatTextMade(node, scope))
      .map(({ node }) => remark(node, MADE_OF_TEXT));
    return [...reached, ...called];
  },
};

const MADE_UP_KEY =
  "A function is asked for a property whose name only the run shows: it may be `constructor`.";
const MADE_OF_TEXT =
  "What a function under a made-up name gives for a text is called: so code is made from text.";

function remark(node: Node, message: string): Remark {
  return { rule: "constructor-access", at: node.start ?? 0, message };
}

function isHarmless({ visit, object, isMadeUp }: KeySite): boolean {
  const { node, parent } = visit;
  if (parent === null || isMadeUp) return false;
  if (node.type === "ObjectProperty") return isOwnInPattern(parent, "constructor");
  if (object === null || !isMember(node)) return false;
  if (!isCalled(visit) && isOwnMember(object, "constructor", visit.scope)) return true;
  return isOnlyLookedAt(visit) || isOwnClass(visit, object, parent.node);
}

function isCalled({ parent, key }: Visit): boolean {
  return parent !== null && (key === "callee" || key === "tag" || isMember(parent.node));
}

/** The value goes nowhere: it is compared, tested, or asked for its name. */
function isOnlyLookedAt(visit: Visit): boolean {
  const { key } = visit;
  const parent = visit.parent?.node;
  switch (parent?.type) {
    case "BinaryExpression":
      return /^[!=]==?$/.test(parent.operator) || parent.operator === "instanceof";
    case "UnaryExpression":
      return parent.operator === "typeof" || parent.operator === "!";
    case "LogicalExpression":
      if (parent.operator === "&&" && key === "left") return true;
      return visit.parent !== null && isOnlyLookedAt(visit.parent);
    case "ConditionalExpression":
    case "IfStatement":
      return key === "test";
    default:
      return (
        parent !== undefined &&
        isMember(parent) &&
        key === "object" &&
        literalKey(parent.property, parent.computed) === "name"
      );
  }
}

function isOwnClass(visit: Visit, object: Node, parent: Node): boolean {
  if (parent.type === "AssignmentExpression" && visit.key === "left")
    return isMember(object) && isOwnDefinition(object.object, visit.scope);
  // `this` in a method of a class; in a plain function the caller chooses it.
  if (object.type !== "ThisExpression" || !isInClass(visit)) return false;
  return parent.type === "NewExpression" || (isMember(parent) && visit.key === "object");
}

function isInClass(visit: Visit): boolean {
  for (let at = visit.parent; at !== null; at = at.parent) {
    if (at.node.type.startsWith("Class")) return true;
    if (/^Function|^ObjectMethod/.test(at.node.type)) return false;
  }
  return false;
}
