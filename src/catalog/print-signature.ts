// A tool as one line of TypeScript without prose: what an agent needs to call a tool whose name says enough.

import type { JsonObject } from "../vocabulary.ts";
import type { PinnedTool, ToolSignature } from "./catalog.ts";
import { visibleLiteral } from "./clean-text.ts";
import { printSchema } from "./print-schema.ts";
import { type NameInCode, needsArguments } from "./print-tool.ts";

export function printSignature(
  tool: PinnedTool,
  [namespace, identifier]: NameInCode,
  observed: JsonObject | undefined,
): ToolSignature {
  const taken = new Set<string>();
  const input = printSchema(tool.inputSchema, taken, 0);
  const answers = tool.outputSchema ?? observed;
  const output = answers && printSchema(answers, taken, 0);
  const type = /^(?:unknown|Record<string, unknown>)$/.test(input.type) ? "{}" : input.type;
  // Where nothing is required the types say so themselves.
  const args = !needsArguments(tool) && type === "{}" ? "" : type;
  const isNamed = namespace !== undefined && identifier !== undefined;
  const call = isNamed
    ? `${namespace}.${identifier}(${args})`
    : `callTool(${visibleLiteral(tool.id)}${args === "" ? "" : `, ${args}`})`;
  const declarations = [...input.declarations, ...(output?.declarations ?? [])];
  return {
    tool: tool.id,
    call: tighten([...declarations, call].join("\n")),
    ...(output && output.type !== "unknown" ? { result: tighten(output.type) } : {}),
    ...(output && !tool.outputSchema ? { observed: true as const } : {}),
  };
}

/** The same type with fewer tokens: no spaces, and quotes that need no escape in JSON. What stands in quotes stays. */
function tighten(type: string): string {
  const parts = type.split(/("(?:[^"\\]|\\.)*")/);
  return parts.map((part, at) => (at % 2 === 1 ? requote(part) : withoutSpaces(part))).join("");
}

function requote(literal: string): string {
  return /['\\]/.test(literal) ? literal : `'${literal.slice(1, -1)}'`;
}

function withoutSpaces(type: string): string {
  return type
    .replaceAll("; ", ",")
    .replaceAll(/ ?([{}|&:=]) ?/g, "$1")
    .replaceAll(", ", ",");
}
