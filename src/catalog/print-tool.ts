// A tool as a TypeScript signature with a doc comment: what an agent reads before it calls.

import type { JsonObject } from "../vocabulary.ts";
import type { PinnedTool } from "./catalog.ts";
import { commentLines } from "./clean-text.ts";
import { printSchema } from "./print-schema.ts";

/** How much of a server's texts is shown: all that is fit to read, or what a page of hits has room for. */
export type TextLengths = { doc: number; comment: number };
export const WHOLE: TextLengths = { doc: 2000, comment: 400 };
export const SHORT: TextLengths = { doc: 320, comment: 120 };

/** `identifiers` are the tool's names in code; without one it is shown as a call by name. The text is valid TypeScript. */
export function printTool(
  tool: PinnedTool,
  identifiers: string[],
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
    printSignature(tool, identifiers[0], { args, result }),
  ].join("\n");
}

function printSignature(
  tool: PinnedTool,
  identifier: string | undefined,
  { args, result }: { args: string; result: string },
): string {
  const namespace = tool.server.replaceAll("-", "_");
  if (identifier === undefined || !/^[A-Za-z_$][A-Za-z0-9_$]*$/.test(namespace))
    return `declare function callTool(name: ${JSON.stringify(tool.id)}, ${args}): ${result};`;
  return `declare namespace ${namespace} { function ${identifier}(${args}): ${result}; }`;
}

function needsArguments(tool: PinnedTool): boolean {
  const required = tool.inputSchema["required"];
  return Array.isArray(required) && required.length > 0;
}

function docComment(description: string, most: number): string[] {
  const lines = commentLines(description, most);
  if (lines.length === 1) return lines[0] === "" ? [] : [`/** ${lines[0]} */`];
  return ["/**", ...lines.map((line) => (line === "" ? " *" : ` * ${line}`)), " */"];
}
