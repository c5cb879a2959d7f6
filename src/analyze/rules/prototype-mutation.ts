import type { CheckedCode, KeySite } from "../checked-code.ts";
import { isOwnDefinition, takenApart } from "../checked-code.ts";
import { type Binding, lookUp, type Scope } from "../parse/scopes.ts";
import { isCall, isMember, literalKey, type Node } from "../parse/syntax.ts";
import type { Remark } from "../remarks.ts";
import type { Rule } from "../rule.ts";
import { foldToKeys, isGlobal } from "../understand/fold.ts";
import { definedOn, isWriteTarget } from "../understand/write-targets.ts";

export const prototypeMutation: Rule = {
  id: "prototype-mutation",
  group: "reach",
  severity: "high",
  reason: "A changed prototype changes every object of its kind, also those that the checks rely on.",
  hint: "Write a function that takes the value, or a class that extends the built-in one.",
  catches: [
    "Array.prototype.last = function () { return this.at(-1) }",
    "Object.prototype.polluted = true",
    'Object.defineProperty(Promise.prototype, "then", { value: 1 })',
    "Object.assign(String.prototype, { shout() {} })",
    "Object.setPrototypeOf(context, {})",
    "Reflect.setPrototypeOf([], null)",
    "const o = { __proto__: context }; return o",
    'const o = { "__proto__": [] }; return o',
    "context.__proto__ = {}",
    'context.__defineGetter__("x", () => 1)',
    "const p = Array.prototype; p.map = null",
    "const { prototype } = Array; prototype.map = null",
    "delete Array.prototype.map",
    "[Array.prototype.map] = [1]",
    "Object.getPrototypeOf([]).x = 1",
    'Array["proto" + "type"].x = 1',
  ],
  allows: [
    "return Object.prototype.hasOwnProperty.call(context, 'a')",
    "return Array.prototype.slice.call([1, 2], 1)",
    "const o = { __proto__: null, a: 1 }; return o.a",
    "function Point(x) { this.x = x }\nPoint.prototype.norm = function () { return this.x }\nreturn new Point(1).norm()",
    "class E extends Error { constructor(m) { super(m); Object.setPrototypeOf(this, E.prototype) } }\nreturn new E('x').message",
    "const row = { prototype: { v: 1 } }; return row.prototype.v",
    "return Object.assign({}, context)",
    "return Object.create(null)",
  ],
  check(code) {
    return [...keyRemarks(code), ...literalRemarks(code), ...writeRemarks(code)];
  },
};

function remark(node: Node, message: string): Remark {
  return { rule: "prototype-mutation", at: node.start ?? 0, message };
}

function keyRemarks(code: CheckedCode): Remark[] {
  return code.keySites.flatMap((site) => {
    const { visit, names } = site;
    if (names.some((name) => name.startsWith("__define")))
      return [remark(visit.node, "An accessor is defined on an object that exists already.")];
    if (names.includes("__proto__") && isWriteTarget(visit))
      return [remark(visit.node, "The prototype of an object is replaced.")];
    if (names.includes("setPrototypeOf") && !isHarmlessSet(site))
      return [remark(visit.node, "`setPrototypeOf` replaces the prototype of an object.")];
    return [];
  });
}

/** `Object.setPrototypeOf(this, Own.prototype)` repairs an own class, and a null prototype takes power away. */
function isHarmlessSet({ visit }: KeySite): boolean {
  const call = visit.parent?.node;
  if (!call || !isCall(call) || visit.key !== "callee") return false;
  const [target, prototype] = call.arguments;
  if (!target || !prototype) return false;
  if (target.type === "ThisExpression" || isOwnDefinition(target, visit.scope)) return true;
  if (isMember(target)) return isOwnDefinition(target.object, visit.scope);
  return prototype.type === "NullLiteral" && target.type === "ObjectExpression";
}

function literalRemarks(code: CheckedCode): Remark[] {
  return code.ofType("ObjectProperty").flatMap(({ node, parent }) => {
    if (node.type !== "ObjectProperty" || parent?.node.type !== "ObjectExpression") return [];
    if (node.computed || node.shorthand || literalKey(node.key, false) !== "__proto__") return [];
    if (node.value.type === "NullLiteral") return [];
    return [remark(node, "`__proto__:` gives an object another prototype.")];
  });
}

function writeRemarks(code: CheckedCode): Remark[] {
  const remarks: Remark[] = [];
  for (const visit of [...code.ofType("MemberExpression")]) {
    if (!isMember(visit.node) || !isWriteTarget(visit)) continue;
    if (isSharedPrototype(visit.node.object, visit.scope))
      remarks.push(remark(visit.node, "A property of a shared prototype is changed."));
  }
  for (const visit of code.calls) {
    const target = definedOn(visit.node, visit.scope);
    if (target && isSharedPrototype(target, visit.scope))
      remarks.push(remark(visit.node, "Properties of a shared prototype are changed."));
  }
  return remarks;
}

/** `X.prototype` of anything that is not the program's own, also behind a name or `getPrototypeOf`. */
function isSharedPrototype(node: Node, scope: Scope): boolean {
  if (node.type === "Identifier") {
    const binding = lookUp(scope, node.name);
    const values = binding?.values ?? [];
    return (
      values.some(
        (value) => value.node.type !== "Identifier" && isSharedPrototype(value.node, value.scope),
      ) ||
      (binding !== null && isTakenFromShared(binding))
    );
  }
  if (isCall(node))
    return (
      isMember(node.callee) && literalKey(node.callee.property, node.callee.computed) === "getPrototypeOf"
    );
  if (!isMember(node)) return false;
  const written = literalKey(node.property, node.computed);
  const names = written === null ? foldToKeys(node.property, scope) : [written];
  return names.includes("prototype") && isShared(node.object, scope);
}

/** `const { prototype } = Array`, `({ prototype: p } = Map)`. */
function isTakenFromShared({ references }: Binding): boolean {
  return references.some(({ key, parent }) => {
    if (key !== "value" || parent?.node.type !== "ObjectProperty") return false;
    if (literalKey(parent.node.key, parent.node.computed) !== "prototype") return false;
    const owner = takenApart(parent);
    return owner !== null && isShared(owner, parent.scope);
  });
}

/** A name of the program may hold plain data with a field called `prototype`. */
function isShared(owner: Node, scope: Scope): boolean {
  if (owner.type === "Identifier")
    return isGlobal(owner, owner.name, scope) || holdsGlobal(owner.name, scope);
  return !isOwnDefinition(owner, scope);
}

function holdsGlobal(name: string, scope: Scope): boolean {
  return (lookUp(scope, name)?.values ?? []).some(
    ({ node, scope: home }) => node.type === "Identifier" && lookUp(home, node.name) === null,
  );
}
