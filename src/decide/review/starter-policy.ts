// A first policy from the tools that servers offer. Hints such as readOnlyHint are claims of a stranger: they are
// proposals that the text asks a person to check, and a name that says "delete" outweighs them.

import type { JsonObject, JsonValue, ToolDefinition } from "../../vocabulary.ts";
import { toolId } from "../../vocabulary.ts";
import { toolPatternProblem } from "../matchers/tool-pattern.ts";
import { natureOf, type ToolNature } from "./review-writes.ts";

export const STARTER_LEVELS = ["strict", "standard", "observe"] as const;
export type StarterLevel = (typeof STARTER_LEVELS)[number];

type Sorted = Record<ToolNature, ToolDefinition[]>;

const INTRODUCTIONS: Record<StarterLevel, string> = {
  strict: "Reading needs a person's approval; everything else is denied.",
  standard: "Reading is allowed, changes need a person's approval, deletions and bulk exports are denied.",
  observe:
    "Reading and changing are allowed; what `standard` would hold back is written down in shadow mode.",
};

export function starterPolicy(level: StarterLevel, tools: readonly ToolDefinition[]): string {
  const named = tools.filter((tool) => toolPatternProblem(toolId(tool)) === null && !tool.name.includes("*"));
  const servers = [...new Set(named.map(({ server }) => server))].sort();
  const parts = servers.map((server) =>
    rulesOf(
      level,
      server,
      named.filter((tool) => tool.server === server),
    ),
  );
  const rules = parts.flatMap((part) => part.rules);
  const tests = parts.flatMap((part) => part.tests);
  return `${[
    `# ${INTRODUCTIONS[level]}`,
    "# Which tool reads and which writes was guessed from its name and from the server's hints: check every list,",
    "# then narrow `args`. Prove each change with `sallyport policy check` and `sallyport policy test --mutants`.",
    "policy: 1",
    `id: starter-${level}`,
    `applies_to: { agents: ["*"] }`,
    "",
    "servers:                       # results of an untrusted server label the run `untrusted`",
    ...servers.map((server) => `  ${server}: { trust: untrusted }`),
    ...(rules.length > 0 ? ["", "tools:                         # no grant means deny", ...rules] : []),
    ...(tests.length > 0 ? ["", "tests:", ...tests] : []),
  ].join("\n")}\n`;
}

type Part = { rules: string[]; tests: string[] };

function rulesOf(level: StarterLevel, server: string, tools: readonly ToolDefinition[]): Part {
  const sorted: Sorted = { read: [], write: [], dangerous: [] };
  for (const tool of tools) sorted[natureOf(toolId(tool), tool.annotations)].push(tool);
  const parts: Part[] = [
    readRule(level, server, sorted.read),
    ...sorted.write.map((tool) => writeRule(level, tool)),
    watchRule(level, server, sorted.write),
    denyRule(server, sorted.dangerous),
  ];
  return { rules: parts.flatMap((part) => part.rules), tests: parts.flatMap((part) => part.tests) };
}

const NOTHING: Part = { rules: [], tests: [] };

function readRule(level: StarterLevel, server: string, tools: readonly ToolDefinition[]): Part {
  const [first] = tools;
  if (!first) return NOTHING;
  const effect = level === "strict" ? "approve" : "allow";
  const hinted = tools.filter(({ annotations }) => annotations?.["readOnlyHint"] === true);
  const id = `${server}.read`;
  return {
    rules: [
      `  # ${hinted.length} of ${tools.length} call themselves read-only (readOnlyHint); the others only sound so.`,
      `  - { id: ${id}, match: ${list(tools)}, effect: ${effect} }`,
    ],
    tests: [testLine(`${toolId(first)} can be read`, first, `${effect}, rule: ${id}`)],
  };
}

function writeRule(level: StarterLevel, tool: ToolDefinition): Part {
  const effect = level === "observe" ? "allow" : "approve";
  if (level === "strict")
    return { rules: [], tests: [testLine(`${toolId(tool)} is not granted`, tool, "deny, rule: no_match")] };
  const id = `${tool.server}.${safeId(tool.name)}`;
  const isWatched = level === "observe";
  return {
    rules: [
      "  # Changes something: narrow these arguments to what the agent needs.",
      `  - { id: ${id}, match: ${list([tool])}, args: ${argsOf(tool)}, effect: ${effect} }`,
    ],
    tests: [
      testLine(
        `${toolId(tool)} ${isWatched ? "is allowed and watched" : "waits for a person"}`,
        tool,
        `${effect}, rule: ${id}`,
      ),
    ],
  };
}

function watchRule(level: StarterLevel, server: string, tools: readonly ToolDefinition[]): Part {
  if (level !== "observe" || tools.length === 0) return NOTHING;
  const id = `${server}.watch-writes`;
  return {
    rules: [
      `  # Evidence first: see \`sallyport policy promote ${id}\`.`,
      `  - { id: ${id}, match: ${list(tools)}, effect: escalate, mode: shadow }`,
    ],
    tests: [],
  };
}

function denyRule(server: string, tools: readonly ToolDefinition[]): Part {
  const [first] = tools;
  if (!first) return NOTHING;
  const id = `${server}.never`;
  return {
    rules: [
      "  # Deletes, ends or exports in bulk, by its name.",
      `  - { id: ${id}, match: ${list(tools)}, effect: deny, message: A person does this. }`,
    ],
    tests: [testLine(`${toolId(first)} is denied`, first, `deny, rule: ${id}`)],
  };
}

function list(tools: readonly ToolDefinition[]): string {
  return `[${tools.map((tool) => JSON.stringify(toolId(tool))).join(", ")}]`;
}

function safeId(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9._-]/g, "-").slice(0, 40);
}

function testLine(name: string, tool: ToolDefinition, expect: string): string {
  const args = JSON.stringify(exampleOf(tool.inputSchema));
  return `  - { name: ${JSON.stringify(name)}, call: ${JSON.stringify(toolId(tool))}, args: ${args}, expect: ${expect} }`;
}

function propertiesOf(schema: JsonObject): [string, JsonObject][] {
  const { properties } = schema;
  return Object.entries(isObject(properties) ? properties : {}).filter(
    (entry): entry is [string, JsonObject] => isObject(entry[1]),
  );
}

function argsOf({ inputSchema }: ToolDefinition): string {
  const entries = propertiesOf(inputSchema).map(
    ([name, schema]) => `${JSON.stringify(name)}: ${matcherOf(schema)}`,
  );
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

function matcherOf(schema: JsonObject): string {
  const { type, enum: words, minimum, maximum, maxLength, maxItems } = schema;
  if (Array.isArray(words) && words.every((word) => !isObject(word) && !Array.isArray(word)))
    return `{ one_of: ${JSON.stringify(words)} }`;
  if (type === "string") return `{ max_len: ${typeof maxLength === "number" ? maxLength : 1000} }`;
  if (type === "array") return `{ max_items: ${typeof maxItems === "number" ? maxItems : 20} }`;
  const isNumber = type === "number" || type === "integer";
  if (isNumber && typeof minimum === "number" && typeof maximum === "number")
    return `{ range: [${minimum}, ${maximum}] }`;
  return "{}";
}

/** The required arguments, with plain values that fit their types. */
function exampleOf(schema: JsonObject): JsonObject {
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  return Object.fromEntries(
    propertiesOf(schema)
      .filter(([name]) => required.includes(name))
      .map(([name, property]): [string, JsonValue] => [name, exampleValue(property)]),
  );
}

function exampleValue(schema: JsonObject): JsonValue {
  const { type, enum: words, minimum } = schema;
  if (Array.isArray(words) && words[0] !== undefined) return words[0];
  if (type === "number" || type === "integer") return typeof minimum === "number" ? minimum : 1;
  if (type === "boolean") return true;
  if (type === "array") return [];
  return type === "object" ? exampleOf(schema) : "example";
}

function isObject(value: unknown): value is JsonObject {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
