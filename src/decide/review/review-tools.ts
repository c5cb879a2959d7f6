// Policies against the tools that exist: names, arguments, and matchers that can never fit an argument's type.

import { suggest } from "../../text/did-you-mean.ts";
import type { JsonValue } from "../../vocabulary.ts";
import type { ListedRule, ListedToolRule } from "../format/list-rules.ts";
import { listRules, placeOfRule } from "../format/list-rules.ts";
import type { ParsedFile, PolicyBundle } from "../format/load-policies.ts";
import type { Matcher } from "../format/matcher-schema.ts";
import { parsePointer } from "../matchers/json-pointer.ts";
import {
  isObject,
  namesOfCall,
  type Shape,
  serversOf,
  shapeOf,
  toolsOf,
  unknownTool,
} from "./known-tools.ts";
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
  return [...remarks, ...files.flatMap((file) => reviewServers(file, tools)), ...reviewTests(tests, tools)];
}

/** A misspelled name is denied for the wrong reason: a test that expects a deny would prove nothing. */
function reviewTests(tests: PolicyBundle["tests"], tools: KnownTools): PolicyRemark[] {
  return tests.flatMap(({ file, line, column, test }) => {
    const tool = test.call ?? test.result_of;
    if (tool === undefined) return [];
    return namesOfCall(tool, test.args ?? {}, tools).flatMap(({ code, message, isNear }): PolicyRemark[] => {
      if (test.expect === "deny" && !isNear) return [];
      const isError = test.expect !== "deny" && code === "TOOL_UNKNOWN";
      return [{ file, line, column, severity: isError ? "error" : "warning", code, message }];
    });
  });
}

function reviewServers(file: ParsedFile, tools: KnownTools): PolicyRemark[] {
  const known = serversOf(tools);
  return Object.keys(file.content.servers ?? {}).flatMap((server): PolicyRemark[] => {
    if (known.includes(server)) return [];
    const message = `no tool of tools.lock.json is of the server "${server}"${suggest(server, known)}`;
    const place = { file: file.path, ...file.places.placeOfKey(["servers", server]) };
    return [{ ...place, severity: "warning", code: "SERVER_UNKNOWN", message }];
  });
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
