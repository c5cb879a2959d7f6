// The checked tree → the module that V8 compiles. The author's line n is line n + 1; the only text put into the
// author's lines is the `return` in front of the last expression.

import type * as t from "@babel/types";
import { sha256Hex } from "../../text/canonical-json.ts";
import { placeOf } from "../../text/text-place.ts";
import type { Program } from "../../vocabulary.ts";
import { printImports } from "../parse/module-syntax.ts";
import type { Node } from "../parse/syntax.ts";
import type { Walked } from "../parse/walk.ts";
import { skipTrivia } from "./type-edits.ts";

export type ProgramParts = {
  /** The author's text without types, imports and comments; same length, same lines. */
  erased: string;
  walked: Walked;
  servers: ReadonlySet<string>;
  parameter?: string;
};

const RETURN = "return ";

export function buildProgram({ erased, walked, servers, parameter }: ProgramParts): Program {
  const [top] = walked.visits;
  if (top?.node.type !== "Program") throw new TypeError("the walk did not start at a program");
  const imports = (walked.byType.get("ImportDeclaration") ?? []).map(({ node }) => node);
  const [open, close] = wrapperOf(parameter);
  const head = `${printImports(imports as t.ImportDeclaration[], top.scope)}${open}\n`;
  const last = resultStatement(top.node);
  const returnAt = last === null ? null : skipTrivia(erased, last.start ?? 0);
  const body = returnAt === null ? erased : `${erased.slice(0, returnAt)}${RETURN}${erased.slice(returnAt)}`;
  const moduleText = `${head}${body}\n${close}\n`;
  const shift = (offset: number): number =>
    head.length + offset + (returnAt !== null && offset >= returnAt ? RETURN.length : 0);
  return {
    moduleText,
    sha256: sha256Hex(moduleText),
    servers: [...servers].sort(),
    insertions: returnAt === null ? [] : [{ ...placeOf(erased, returnAt), length: RETURN.length }],
    literals: findLiterals(walked, last).map(({ start, end, ...rest }) => ({
      start: shift(start),
      end: shift(end),
      ...rest,
    })),
  };
}

/** Two functions, because a name that is a parameter could not be declared by the author's own code. */
function wrapperOf(parameter: string | undefined): [open: string, close: string] {
  if (parameter === undefined) return ["export default async () => {", "};"];
  return [`export default (${parameter}) => (async () => {`, "})();"];
}

/** The statement whose value is the result: the last one, where only declarations of functions may follow. */
export function resultStatement(program: t.Program): Node | null {
  for (let at = program.body.length - 1; at >= 0; at -= 1) {
    const statement = program.body[at];
    switch (statement?.type) {
      case "FunctionDeclaration":
      case "EmptyStatement":
      case "ImportDeclaration":
        continue;
      case "ExpressionStatement":
        return statement;
      default:
        return null;
    }
  }
  // A text that is one string literal parses as a directive.
  return program.body.length === 0 ? (program.directives.at(-1) ?? null) : null;
}

function findLiterals(walked: Walked, last: Node | null): Program["literals"] {
  const literals: Program["literals"] = [];
  const note = ({ start, end }: Node, value: string, kind: "string" | "template"): void => {
    if ((end ?? 0) > (start ?? 0)) literals.push({ start: start ?? 0, end: end ?? 0, value, kind });
  };
  for (const { node } of walked.byType.get("StringLiteral") ?? [])
    if (node.type === "StringLiteral") note(node, node.value, "string");
  for (const { node } of walked.byType.get("TemplateElement") ?? [])
    if (node.type === "TemplateElement") note(node, node.value.cooked ?? node.value.raw, "template");
  for (const { node, parent } of walked.byType.get("DirectiveLiteral") ?? [])
    if (node.type === "DirectiveLiteral" && last !== null && parent?.node === last)
      note(node, directiveText(node), "string");
  return literals.sort((a, b) => a.start - b.start);
}

function directiveText(node: t.DirectiveLiteral): string {
  const cooked: unknown = node.extra?.expressionValue;
  return typeof cooked === "string" ? cooked : node.value;
}
