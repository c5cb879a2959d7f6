// Objects that the text shows: what is read from one is data that the program wrote itself, also under a name such as
// `constructor`.

import type { Scope } from "../parse/scopes.ts";
import { isCall, isMember, literalKey, type Node } from "../parse/syntax.ts";
import type { Visit } from "../parse/walk.ts";
import { type Literal, literalsBehind, literalsTaken } from "./possible-names.ts";

/** `rows[0].key`, `row.key` in a loop over literals, `dict[key]` of an object that is declared as a literal. */
export function isOwnMember(object: Node, key: string, scope: Scope): boolean {
  const literals = literalsBehind(object, scope);
  if (literals === null || !literals.every(isDictionary)) return false;
  return object.type === "Identifier" && literals.length === 1
    ? true
    : literals.every((each) => holds(each, key));
}

/** `({ key }) => …` where all that may come is shown. */
export function isOwnInPattern(pattern: Visit, key: string): boolean {
  const literals = literalsTaken(pattern);
  return literals?.every((each) => isDictionary(each) && holds(each, key)) ?? false;
}

function isDictionary({ node }: Literal): boolean {
  if (isCall(node)) return isWithoutPrototype(node.callee, node.arguments);
  if (node.type !== "ObjectExpression") return false;
  return node.properties.every(
    (property) =>
      property.type === "SpreadElement" ||
      property.computed ||
      literalKey(property.key, false) !== "__proto__" ||
      (property.type === "ObjectProperty" && property.value.type === "NullLiteral"),
  );
}

function isWithoutPrototype(callee: Node, [prototype]: readonly Node[]): boolean {
  if (!isMember(callee) || callee.object.type !== "Identifier" || callee.object.name !== "Object")
    return false;
  return literalKey(callee.property, callee.computed) === "create" && prototype?.type === "NullLiteral";
}

function holds({ node }: Literal, key: string): boolean {
  return (
    node.type === "ObjectExpression" &&
    node.properties.some(
      (property) => property.type === "ObjectProperty" && literalKey(property.key, property.computed) === key,
    )
  );
}
