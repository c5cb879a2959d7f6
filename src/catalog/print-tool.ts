// A tool as a TypeScript signature with a doc comment: what an agent reads before it calls.

import type { JsonObject } from "../vocabulary.ts";
import type { PinnedTool } from "./catalog.ts";
import { commentLines, visibleLiteral } from "./clean-text.ts";
import { printSchema } from "./print-schema.ts";

/** How much of a server's texts is shown: all that is fit to read, or what a page of hits has room for. */
export type TextLengths = { doc: number; comment: number };
export const WHOLE: TextLengths = { doc: 2000, comment: 400 };
export const SHORT: TextLengths = { doc: 320, comment: 120 };

/** Namespace and function; a tool without both is shown as a call by name. */
export type NameInCode = readonly [namespace?: string | undefined, identifier?: string | undefined];

/** The text is valid TypeScript. */
export function printTool(
  tool: PinnedTool,
  named: NameInCode,
  { lengths = WHOLE, observed }: { lengths?: TextLengths; observed?: JsonObject | undefined } = {},
): string {
  const taken = new Set<string>();
  const input = printSchema(tool.inputSchema, taken, lengths.comment);
  const answers = tool.outputSchema ?? observed;
  const output = answers && printSchema(answers, taken, lengths.comment);
  // A server that says nothing about its results promises nothing.
  const mark = tool.outputSchema === undefined && observed ? "/* observed */ " : "";
  const type = input.type === "unknown" ? "Record<string, unknown>" : input.type;
  const args = `args${needsArguments(tool) ? "" : "?"}: ${type}`;
  const result = `Promise<${mark}${output?.type ?? "unknown"}>`;
  return [
    ...docComment(tool.description, lengths.doc),
    ...input.declarations,
    ...(output?.declarations ?? []),
    printDeclaration(tool, named, { args, result }),
  ].join("\n");
}

function printDeclaration(
  tool: PinnedTool,
  named: NameInCode,
  { args, result }: { args: string; result: string },
): string {
  const [namespace, identifier] = named;
  if (namespace === undefined || identifier === undefined)
    return `declare function callTool(name: ${visibleLiteral(tool.id)}, ${args}): ${result};`;
  return `declare namespace ${namespace} { function ${identifier}(${args}): ${result}; }`;
}

export function needsArguments(tool: PinnedTool): boolean {
  const required = tool.inputSchema["required"];
  return Array.isArray(required) && required.length > 0;
}

function docComment(description: string, most: number): string[] {
  const lines = commentLines(description, most);
  if (lines.length === 1) return lines[0] === "" ? [] : [`/** ${lines[0]} */`];
  return ["/**", ...lines.map((line) => (line === "" ? " *" : ` * ${line}`)), " */"];
}
