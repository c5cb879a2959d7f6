// Enums of constants and parameter properties, written as the JavaScript that they mean, on the same lines. The new
// text goes through the whole check like any other, so nothing here has to be trusted.

import type * as t from "@babel/types";
import { fieldOf, isNode, type Node } from "../parse/syntax.ts";
import { enumAsObject } from "./enum-values.ts";

type Change = { start: number; end: number; text: string };

const MAY_NEED_IT = /\benum\b|\b(?:public|private|protected|readonly|override)\b/;

/** Null where there is nothing to write anew; what cannot be stays for the walk, which refuses it. */
export function lowerTypeScript(source: string, program: t.Program): string | null {
  if (!MAY_NEED_IT.test(source)) return null;
  const changes: Change[] = [];
  for (const node of nodesOf(program)) {
    if (node.type === "TSEnumDeclaration") changes.push(...enumChange(node, source));
    else if (node.type === "ClassDeclaration" || node.type === "ClassExpression")
      changes.push(...parameterChanges(node, source));
  }
  return changes.length === 0 ? null : applied(changes, source);
}

function* nodesOf(program: t.Program): Generator<Node> {
  const open: unknown[] = [program];
  for (let next = open.pop(); open.length > 0 || next !== undefined; next = open.pop()) {
    if (Array.isArray(next)) for (const item of next) open.push(item);
    else if (isNode(next) && next.type !== "TSModuleDeclaration") {
      yield next;
      for (const key of Object.keys(next)) if (key !== "extra") open.push(fieldOf(next, key));
    }
  }
}

/** The lines stay: an error further down is still where its author sees it. */
function enumChange(node: t.TSEnumDeclaration, source: string): Change[] {
  const value = node.declare ? null : enumAsObject(node);
  if (value === null) return [];
  const { start, end } = placeOf(node);
  return [{ start, end, text: `const ${node.id.name}=${value};${lineEndsOf(source.slice(start, end))}` }];
}

function parameterChanges(node: t.ClassDeclaration | t.ClassExpression, source: string): Change[] {
  const made = node.body.body.find(
    (member): member is t.ClassMethod => member.type === "ClassMethod" && member.kind === "constructor",
  );
  const properties = (made?.params ?? []).filter((param) => param.type === "TSParameterProperty");
  if (!made || properties.length === 0) return [];
  const names = properties.map(({ parameter }) => nameOf(parameter));
  const at = node.superClass ? endOfSuper(made.body) : placeOf(made.body).start + 1;
  if (at === null || names.includes(null)) return [];
  const marks = properties.map((property) => {
    const start = placeOf(property).start;
    const end = placeOf(property.parameter).start;
    return { start, end, text: source.slice(start, end).replace(/[^\n\r\u2028\u2029]/g, " ") };
  });
  const text = `${node.superClass ? ";" : ""}${names.map((name) => `this.${name}=${name};`).join("")}`;
  return [...marks, { start: at, end: at, text }];
}

function nameOf(parameter: t.Identifier | t.AssignmentPattern): string | null {
  if (parameter.type === "Identifier") return parameter.name;
  return parameter.left.type === "Identifier" ? parameter.left.name : null;
}

/** `this` exists behind it. */
function endOfSuper({ body }: t.BlockStatement): number | null {
  const call = body.find(
    (statement) =>
      statement.type === "ExpressionStatement" &&
      statement.expression.type === "CallExpression" &&
      statement.expression.callee.type === "Super",
  );
  return call ? placeOf(call).end : null;
}

function placeOf({ start, end }: Node): { start: number; end: number } {
  return { start: start ?? 0, end: end ?? 0 };
}

function lineEndsOf(text: string): string {
  return text.replace(/[^\n\r\u2028\u2029]/g, "");
}

function applied(changes: readonly Change[], source: string): string | null {
  let text = "";
  let done = 0;
  for (const change of changes.toSorted((a, b) => a.start - b.start)) {
    if (change.start < done) return null;
    text += source.slice(done, change.start) + change.text;
    done = change.end;
  }
  return text + source.slice(done);
}
