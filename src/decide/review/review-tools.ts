// Policies against the tools that exist: names, arguments, and matchers that can never fit an argument's type.

import { suggest } from "../../text/did-you-mean.ts";
import type { JsonObject, JsonValue } from "../../vocabulary.ts";
import type { ListedRule, ListedToolRule } from "../format/list-rules.ts";
import { listRules, placeOfRule } from "../format/list-rules.ts";
import type { PolicyBundle } from "../format/load-policies.ts";
import type { Matcher } from "../format/matcher-schema.ts";
import { parsePointer } from "../matchers/json-pointer.ts";
import { matchesTool, parseToolPattern, splitTool } from "../matchers/tool-pattern.ts";
import type { KnownTools, PolicyRemark } from "./review-policies.ts";

type Report = (rule: ListedRule, below: (string | number)[], found: Found) => void;
type Found = { code: PolicyRemark["code"]; severity?: PolicyRemark["severity"]; message: string };

export function reviewTools({ files, tests }: PolicyBundle, tools: KnownTools): PolicyRemark[] {
  const remarks: PolicyRemark[] = [];
  const report: Report = (rule, below, { code, severity = "error", message }) =>
    remarks.push({ ...placeOfRule(rule, ...below), severity, code, message });
  for (const rule of listRules(files)) {
    if (rule.kind === "tool") reviewToolRule(rule, tools, report);
    if (rule.kind === "flow") reviewFlow(rule, tools, report);
    if (rule.kind === "result") reviewPatterns(rule, "match", rule.text.match, { tools, report });
  }
  for (const { file, line, column, test } of tests) {
    if (test.call === undefined || tools.has(test.call) || test.expect === "deny") continue;
    const message = unknownTool(test.call, tools);
    remarks.push({ file, line, column, severity: "error", code: "TOOL_UNKNOWN", message });
  }
  return remarks;
}

type Against = { tools: KnownTools; report: Report; isTightening?: boolean };

/** Denies may speak of tools that do not exist yet; a grant or a flow of such a tool is a mistake. */
function reviewPatterns(
  rule: ListedRule,
  key: string,
  patterns: readonly string[],
  { tools, report, isTightening = false }: Against,
): void {
  for (const [index, text] of patterns.entries()) {
    const tool = text.split("#")[0] ?? "";
    if (!tool.includes(".") || toolsOf(tool, tools).length > 0) continue;
    const severity = isTightening || tool.includes("*") ? "warning" : "error";
    report(rule, [key, index], { code: "TOOL_UNKNOWN", severity, message: unknownTool(tool, tools) });
  }
}

function unknownTool(tool: string, tools: KnownTools): string {
  if (tool.includes("*")) return `"${tool}" matches no tool of tools.lock.json`;
  const { server } = splitTool(tool);
  const ofServer = [...tools.keys()].filter((id) => splitTool(id).server === server);
  return `"${tool}" is no tool of tools.lock.json${suggest(tool, ofServer.length > 0 ? ofServer : [...tools.keys()])}`;
}

function toolsOf(pattern: string, tools: KnownTools): string[] {
  const parsed = parseToolPattern(pattern);
  return [...tools.keys()].filter((id) => matchesTool(parsed, id));
}

function reviewToolRule(rule: ListedToolRule, tools: KnownTools, report: Report): void {
  const { match, effect, args, approval } = rule.text;
  const isGrant = effect === "allow" || effect === "approve";
  reviewPatterns(rule, "match", match, { tools, report, isTightening: !isGrant });
  const matched = [...new Set(match.flatMap((text) => toolsOf(text, tools)))];
  const shapes = matched.flatMap((id) => shapeOf(id, tools) ?? []);
  if (shapes.length === 0) return;
  for (const [name, matcher] of Object.entries(args ?? {})) {
    if (matcher.absent) continue;
    reviewArgument(rule, ["args", name], name, { shapes, report });
    for (const shape of shapes) reviewMatcher(rule, ["args", name], matcher, { shape, name, report });
  }
  for (const [index, name] of (approval?.show ?? []).entries())
    reviewArgument(rule, ["approval", "show", index], name, { shapes, report });
  if (isGrant && args) reviewRequired(rule, args, { shapes, report });
}

type Shape = { id: string; properties: JsonObject; isOpen: boolean; required: string[] };

function shapeOf(id: string, tools: KnownTools): Shape | null {
  const schema = tools.get(id)?.inputSchema;
  if (!schema) return null;
  const { properties, additionalProperties, required } = schema;
  const isOpen = additionalProperties === true || isObject(additionalProperties) || !isObject(properties);
  const names = Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
  return { id, properties: isObject(properties) ? properties : {}, isOpen, required: names };
}

type Shapes = { shapes: readonly Shape[]; report: Report };

function reviewArgument(
  rule: ListedRule,
  below: (string | number)[],
  name: string,
  { shapes, report }: Shapes,
): void {
  if (shapes.some((shape) => shape.isOpen || Object.hasOwn(shape.properties, name))) return;
  const known = [...new Set(shapes.flatMap((shape) => Object.keys(shape.properties)))];
  const of = shapes.length === 1 ? shapes[0]?.id : `any of the ${shapes.length} tools`;
  const message = `"${name}" is no argument of ${of}${suggest(name, known)}`;
  report(rule, below, { code: "ARGUMENT_UNKNOWN", message });
}

function reviewRequired(
  rule: ListedToolRule,
  args: Record<string, Matcher>,
  { shapes, report }: Shapes,
): void {
  for (const { id, required } of shapes) {
    const missing = required.filter((name) => !Object.hasOwn(args, name) || args[name]?.absent);
    if (missing.length === 0) continue;
    const message = `${id} requires ${missing.map((name) => `"${name}"`).join(", ")}, which \`args\` does not permit: this grant can never match it`;
    report(rule, ["args"], { code: "ARGUMENT_MISSING", message });
  }
}

const TYPES_OF: Partial<Record<keyof Matcher, readonly string[]>> = {
  range: ["number", "integer"],
  max_len: ["string"],
  email_domain: ["string"],
  scheme: ["string"],
  host_in: ["string"],
  path_under: ["string"],
  prefix: ["string"],
  pattern: ["string"],
  class: ["string"],
  max_items: ["array"],
  each: ["array"],
};

type Fitting = { shape: Shape; name: string; report: Report };

function reviewMatcher(
  rule: ListedRule,
  below: (string | number)[],
  matcher: Matcher,
  { shape, name, report }: Fitting,
): void {
  const types = typesOf(shape.properties[name]);
  if (types.length === 0) return;
  for (const [key, wanted] of Object.entries(TYPES_OF)) {
    if (matcher[key as keyof Matcher] === undefined || types.some((type) => wanted.includes(type))) continue;
    const message = `"${key}" can never match: "${name}" of ${shape.id} is ${types.join(" or ")}, not ${wanted[0]}`;
    report(rule, [...below, key], { code: "MATCHER_MISFIT", message });
  }
}

/** The JSON types that a property may have; none when the schema does not say. */
function typesOf(schema: JsonValue | undefined): string[] {
  if (!isObject(schema)) return [];
  const { type, anyOf, oneOf } = schema;
  const options = [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
  if (options.length > 0) {
    const each = options.map(typesOf);
    return each.some((types) => types.length === 0) ? [] : each.flat();
  }
  return [type ?? []].flat().filter((word) => typeof word === "string");
}

function reviewFlow(rule: Extract<ListedRule, { kind: "flow" }>, tools: KnownTools, report: Report): void {
  const isTightening = rule.text.effect === "deny";
  reviewPatterns(rule, "from", rule.text.from, { tools, report, isTightening });
  reviewPatterns(rule, "to", rule.text.to, { tools, report, isTightening });
  for (const [index, target] of rule.text.to.entries()) {
    const [tool = "", pointer] = target.split("#");
    const [name] = pointer === undefined ? [] : parsePointer(pointer);
    const shapes = toolsOf(tool, tools).flatMap((id) => shapeOf(id, tools) ?? []);
    if (name !== undefined && shapes.length > 0)
      reviewArgument(rule, ["to", index], name, { shapes, report });
  }
}

function isObject(value: unknown): value is JsonObject {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
