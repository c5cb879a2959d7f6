// docs/policy-reference.md and policies/policy.schema.json, made from the schema that checks the files.

import * as z from "zod";
import { FIXED_RULE_MEANINGS } from "../fixed-rules.ts";
import { policyFile } from "./policy-schema.ts";

type Node = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Node>;
  required?: string[];
  items?: Node;
  anyOf?: Node[];
  prefixItems?: Node[];
  propertyNames?: Node;
  additionalProperties?: Node | boolean;
  $defs?: Record<string, Node>;
};

/** JSON Schema for editors. The loader checks more than a schema can say. */
export function policyJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(policyFile, { io: "input", reused: "inline" }) as Record<string, unknown>;
  return {
    ...schema,
    title: "Sallyport policy file",
    description: "Format version 1; see docs/policy-reference.md.",
  };
}

/** The whole reference page. */
export function policyReference(): string {
  const root = policyJsonSchema() as Node;
  const sections = new Map<string, Node>();
  collect("policy file", root, root, sections);
  const tables = [...sections].map(([name, node]) => section(name, node, root));
  return `${[INTRODUCTION, ...tables, fixedRules()].join("\n\n")}\n`;
}

const INTRODUCTION = `# Policy reference

This page is generated from the schema that checks policy files; edit the schema, not the page.

All files \`*.yaml\` of the policy folder load together or not at all. The format is strict YAML 1.2: unknown keys,
duplicate keys, keys that differ only in case, anchors, aliases, tags, merge keys, empty lists and further documents
are errors, each with file, line and column.

## How a call is decided

1. A rule that fails while it is evaluated denies (\`rule_error\`).
2. A matching \`deny\`, of a tool rule or of a flow, denies. An unknown token always denies.
3. Without a matching \`allow\` or \`approve\` the call is denied (\`no_match\`).
4. Every token in the arguments needs an allow flow for each tool it was seen in (\`no_flow\`). What the agent itself
   wrote (\`code\`, \`context\`, \`direct\`) counts as the source only of a value that no tool has shown.
5. A matching \`escalate\` turns the grant into an approval; an \`approve\` beside an \`allow\` wins. Otherwise: allow.

The order of files and rules never matters. Grants of all files that apply to a key add up; ceilings only tighten.

## How matchers answer

Matchers see arguments with tokens in them, never clear values. A value that a matcher cannot judge (another type,
a spelling that parsers read differently, a token where the text matters) does not satisfy a grant, and it does not
escape a \`deny\`, \`escalate\` or \`limit\` either. A listed argument that is missing is fine for a grant; a condition
on a missing argument is not met. \`absent: true\` says that an argument must not be there.

A server may read a call more loosely than policy does. So \`deny\`, \`escalate\` and \`limit\` rules also mean an argument
whose name differs only in case or width, a value of another type that converts to the one they name (\`"1"\` for \`1\`),
an object with more properties than their schema lists, and in a \`pattern\` the dot stands for line breaks too. Grants
take none of these. Two arguments with such names in one call are refused (\`ambiguous_args\`).

## Skills, shared workspaces, requests of servers

Without a word in any file a saved skill waits for a reviewer, a key sees its own skills and approved ones, no workspace
is shared, and every request that a server makes of the client is refused. The strictest file decides who may save;
what is seen and shared adds up over grant files. A ceiling only narrows: each of its lists must name the skill too,
and its \`workspaces\` cap the access that others give. A skill's code is checked, and each of its calls decided, by
the policies of the key that runs it, whoever wrote it.

## How results are cut

Every matching result rule applies: places are dropped, lists cut, invisible text removed, then the size is cut.
A cut result keeps its front part.`;

function collect(name: string, node: Node, root: Node, sections: Map<string, Node>): void {
  // The recursive parts (`each`, nested schemas) meet a node that has its section already.
  if (!node.properties || [...sections.values()].includes(node)) return;
  sections.set(name, node);
  for (const [key, child] of Object.entries(node.properties)) {
    const inner = innerObject(child, root);
    if (inner) collect(name === "policy file" ? key : `${name}.${key}`, inner, root, sections);
  }
}

/** The object that a field holds: itself, the entries of a list or the values of a map. */
function innerObject(node: Node, root: Node): Node | null {
  if (node.$ref) return resolve(node, root);
  if (node.properties) return node;
  if (node.items) return innerObject(node.items, root);
  return typeof node.additionalProperties === "object" ? innerObject(node.additionalProperties, root) : null;
}

function resolve(node: Node, root: Node): Node {
  const name = node.$ref?.split("/").pop() ?? "";
  return root.$defs?.[name] ?? node;
}

function section(name: string, node: Node, root: Node): string {
  const rows = Object.entries(node.properties ?? {}).map(([key, child]) => {
    const needed = node.required?.includes(key) ? "yes" : "";
    return `| \`${key}\` | ${shape(child, root)} | ${needed} | ${cell(child.description ?? resolve(child, root).description ?? "")} |`;
  });
  const intro = node.description ? `\n\n${node.description}` : "";
  return `## \`${name}\`${intro}\n\n| key | value | required | meaning |\n|---|---|---|---|\n${rows.join("\n")}`;
}

const TYPE_WORDS: Record<string, string> = {
  object: "map",
  string: "text",
  integer: "whole number",
  boolean: "true or false",
};

function shape(node: Node, root: Node): string {
  if (node.$ref) return "map";
  if (node.enum) return node.enum.map((word) => `\`${String(word)}\``).join(", ");
  if (node.const !== undefined) return `\`${String(node.const)}\``;
  if (node.anyOf) return [...new Set(node.anyOf.map((option) => shape(option, root)))].join(" or ");
  if (node.prefixItems) return `list of ${node.prefixItems.length} numbers`;
  if (node.items) return `list of ${shape(node.items, root)}`;
  const types = [node.type ?? "anything"].flat();
  return types.map((type) => TYPE_WORDS[type] ?? type).join(" or ");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}

function fixedRules(): string {
  const rows = Object.entries(FIXED_RULE_MEANINGS).map(([word, meaning]) => `| \`${word}\` | ${meaning} |`);
  return `## Words of the gateway\n\nA decision names a rule's id or one of these.\n\n| word | meaning |\n|---|---|\n${rows.join("\n")}`;
}
