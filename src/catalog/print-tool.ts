// A tool as a TypeScript signature with a doc comment: what an agent reads before it calls.

import type { PinnedTool } from "./catalog.ts";
import { commentLines } from "./clean-text.ts";
import { printSchema } from "./print-schema.ts";

const MAX_DOC = 2000;

/** `identifiers` are the tool's names in code; without one it is shown as a call by name. The text is valid TypeScript. */
export function printTool(tool: PinnedTool, identifiers: string[]): string {
  const taken = new Set<string>();
  const input = printSchema(tool.inputSchema, taken);
  const output = tool.outputSchema === undefined ? undefined : printSchema(tool.outputSchema, taken);
  const type = input.type === "unknown" ? "Record<string, unknown>" : input.type;
  const args = `args${needsArguments(tool) ? "" : "?"}: ${type}`;
  const result = `Promise<${output?.type ?? "unknown"}>`;
  return [
    ...docComment(tool.description),
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

function docComment(description: string): string[] {
  const lines = commentLines(description, MAX_DOC);
  if (lines.length === 1) return lines[0] === "" ? [] : [`/** ${lines[0]} */`];
  return ["/**", ...lines.map((line) => (line === "" ? " *" : ` * ${line}`)), " */"];
}
