// The arguments that the code writes out for a tool, compared with the tool's schema. Only what is certain is said: a
// value that the text does not show, a spread or a keyword that is not known here is never a problem.

import type * as t from "@babel/types";
import { didYouMean } from "../../text/did-you-mean.ts";
import type { JsonObject, JsonValue } from "../../vocabulary.ts";
import type { FoundTool, KnownTool } from "../analyze.ts";
import type { Scope } from "../parse/scopes.ts";
import { literalKey, type Node } from "../parse/syntax.ts";
import { type LiteralValue, literalValue } from "./literal-value.ts";
import type { ToolMentions } from "./noted-tools.ts";

export type ArgumentProblem = {
  kind: "unknown" | "missing" | "type";
  at: number;
  message: string;
  hint: string;
  /** The schema does not say that it forbids this. */
  isGuess?: true;
};

/** Of all calls whose tool is known. */
export function findArgumentProblems(
  tools: ToolMentions,
  findTool: (written: string) => FoundTool | undefined,
): ArgumentProblem[] {
  return [...tools.calls.values()].flatMap(({ visit, tool, argument }) => {
    const answer = tool === null ? undefined : findTool(tool);
    if (answer === undefined || !("found" in answer) || argument?.type === "SpreadElement") return [];
    return checkArguments(answer.found, { node: visit.node, argument, scope: visit.scope });
  });
}

type Place = { schema: JsonObject; path: string; root: JsonObject; depth: number };

const MAX_DEPTH = 8;
const SHOWN_NAMES = 8;

function checkArguments(
  tool: KnownTool,
  call: { node: Node; argument: Node | null; scope: Scope },
): ArgumentProblem[] {
  const schema = tool.inputSchema;
  const place: Place = { schema, path: "", root: schema, depth: 0 };
  if (call.argument === null) return missingNames([], place, call.node, tool.id);
  const value = literalValue(call.argument, call.scope);
  if (value === null) return [];
  if (value.kind === "absent") return missingNames([], place, call.node, tool.id);
  if (value.kind === "object") return checkObject(value, place, tool.id);
  const hint = `Write ${tool.id}({ … }) with named arguments${namesHint(propertiesOf(schema))}.`;
  const message = `${tool.id} takes one object of arguments, not ${article(value.kind)}.`;
  return [{ kind: "type", at: value.node.start ?? 0, message, hint }];
}

function checkObject(
  value: Extract<LiteralValue, { kind: "object" }>,
  place: Place,
  tool: string,
): ArgumentProblem[] {
  const problems: ArgumentProblem[] = [];
  const properties = propertiesOf(place.schema);
  const given: string[] = [];
  let isComplete = true;
  for (const property of value.node.properties) {
    const name = property.type === "SpreadElement" ? null : literalKey(property.key, property.computed);
    if (property.type === "SpreadElement" || name === null) {
      isComplete = false;
      continue;
    }
    const held = property.type === "ObjectProperty" ? literalValue(property.value, value.scope) : null;
    if (held?.kind === "absent") continue;
    given.push(name);
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (schema === undefined) problems.push(...checkUnknown(name, property, { place, tool, held }));
    else if (held !== null) problems.push(...checkValue(held, inner(place, name, schema), tool));
  }
  return isComplete ? [...problems, ...missingNames(given, place, value.node, tool)] : problems;
}

type UnknownName = { place: Place; tool: string; held: LiteralValue | null };

function checkUnknown(name: string, at: Node, { place, tool, held }: UnknownName): ArgumentProblem[] {
  const { additionalProperties: rest, patternProperties } = place.schema;
  if (isObject(rest)) return held === null ? [] : checkValue(held, inner(place, name, rest), tool);
  const names = Object.keys(propertiesOf(place.schema));
  const isOpen = rest === true || patternProperties !== undefined || isCombined(place.schema);
  if (isOpen || (names.length === 0 && rest !== false)) return [];
  const near = didYouMean(name, names);
  return [
    {
      kind: "unknown",
      at: at.start ?? 0,
      message: `${tool} has no argument ${JSON.stringify(join(place.path, name).slice(0, 80))}.`,
      hint: near === undefined ? `It takes ${list(names)}.` : `Did you mean ${near}?`,
      ...(rest === false ? {} : { isGuess: true as const }),
    },
  ];
}

function missingNames(given: readonly string[], place: Place, at: Node, tool: string): ArgumentProblem[] {
  const { required } = place.schema;
  if (!Array.isArray(required)) return [];
  const missing = required.filter(
    (name): name is string => typeof name === "string" && !given.includes(name),
  );
  if (missing.length === 0) return [];
  const names = missing.map((name) => join(place.path, name));
  return [
    {
      kind: "missing",
      at: at.start ?? 0,
      message: `${tool} needs ${list(names)}.`,
      hint: `Pass ${list(names)}; searchTools with detail "full" shows the types.`,
    },
  ];
}

function checkValue(value: LiteralValue, place: Place, tool: string): ArgumentProblem[] {
  const schema = resolveReference(place);
  if (schema === null || place.depth > MAX_DEPTH) return [];
  const here = { ...place, schema };
  const choices = listOfObjects(schema["anyOf"]) ?? listOfObjects(schema["oneOf"]);
  if (choices !== null) return checkChoices(value, choices, { place: here, tool });
  const mismatch = mismatchOf(value, schema);
  if (mismatch !== null) {
    const instead = "value" in value && mismatch.startsWith("one of") ? "" : `, not ${article(value.kind)}`;
    const message = `${tool}: ${place.path} must be ${mismatch}${instead}.`;
    return [{ kind: "type", at: value.node.start ?? 0, message, hint: `Pass ${mismatch}.` }];
  }
  if (value.kind === "object") return checkObject(value, here, tool);
  if (value.kind === "array") return checkItems(value, here, tool);
  return [];
}

/** One of several schemas must fit; if none does, the first one's problem of its own kind is as good as any. */
function checkChoices(
  value: LiteralValue,
  choices: readonly JsonObject[],
  { place, tool }: { place: Place; tool: string },
): ArgumentProblem[] {
  const attempts = choices.map((schema) =>
    checkValue(value, { ...place, schema, depth: place.depth + 1 }, tool).filter(({ isGuess }) => !isGuess),
  );
  if (attempts.some((problems) => problems.length === 0)) return [];
  return [...attempts].sort((a, b) => a.length - b.length)[0] ?? [];
}

function checkItems(
  value: Extract<LiteralValue, { kind: "array" }>,
  place: Place,
  tool: string,
): ArgumentProblem[] {
  const { items } = place.schema;
  if (!isObject(items)) return [];
  return value.node.elements.flatMap((element: t.ArrayExpression["elements"][number], index) => {
    if (element === null || element.type === "SpreadElement") return [];
    const held = literalValue(element, value.scope);
    return held === null ? [] : checkValue(held, inner(place, String(index), items), tool);
  });
}

/** What the schema wants instead, or null when the value may be right. */
function mismatchOf(value: LiteralValue, schema: JsonObject): string | null {
  const plain = plainValue(value);
  const { enum: choices, const: only, type } = schema;
  if (plain !== undefined && Array.isArray(choices) && choices.every(isPlain)) {
    if (!choices.includes(plain)) return `one of ${list(choices.map((choice) => JSON.stringify(choice)))}`;
  } else if (plain !== undefined && only !== undefined && isPlain(only) && only !== plain)
    return JSON.stringify(only);
  const types = (Array.isArray(type) ? type : [type]).filter((name) => typeof name === "string");
  if (types.length === 0 || types.some((name) => fitsType(value, name))) return null;
  return value.kind === "null" && schema["nullable"] === true ? null : types.map(article).join(" or ");
}

function fitsType(value: LiteralValue, type: string): boolean {
  if (type === "integer") return value.kind === "number" && Number.isInteger(value.value);
  return type === value.kind || !/^(?:string|number|boolean|null|array|object)$/.test(type);
}

function plainValue(value: LiteralValue): JsonValue | undefined {
  if (value.kind === "null") return null;
  return "value" in value ? (value.value ?? undefined) : undefined;
}

function resolveReference({ schema, root }: Place): JsonObject | null {
  const { $ref: reference } = schema;
  if (reference === undefined) return schema;
  const name = typeof reference === "string" ? /^#\/(\$defs|definitions)\/([^/~%]+)$/.exec(reference) : null;
  const group = name?.[1] === undefined ? undefined : root[name[1]];
  const found =
    isObject(group) && name?.[2] !== undefined && Object.hasOwn(group, name[2]) ? group[name[2]] : undefined;
  return isObject(found) && found["$ref"] === undefined ? found : null;
}

function inner(place: Place, name: string, schema: JsonValue): Place {
  const held = isObject(schema) ? schema : {};
  return { ...place, schema: held, path: join(place.path, name), depth: place.depth + 1 };
}

function propertiesOf({ properties }: JsonObject): JsonObject {
  return isObject(properties) ? properties : {};
}

/** Names may be declared in a part of the schema that is not looked at here. */
function isCombined(schema: JsonObject): boolean {
  return ["allOf", "anyOf", "oneOf", "if", "$ref", "dependentSchemas"].some((key) =>
    Object.hasOwn(schema, key),
  );
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function listOfObjects(value: JsonValue | undefined): JsonObject[] | null {
  return Array.isArray(value) && value.length > 0 && value.every(isObject) ? value : null;
}

function isPlain(value: JsonValue): boolean {
  return typeof value !== "object" || value === null;
}

function join(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

function list(names: readonly string[]): string {
  if (names.length === 0) return "no arguments";
  const shownNames = names.slice(0, SHOWN_NAMES).map((name) => name.slice(0, 60));
  return `${shownNames.join(", ")}${names.length > SHOWN_NAMES ? " …" : ""}`;
}

function namesHint(properties: JsonObject): string {
  const names = Object.keys(properties);
  return names.length === 0 ? "" : `: ${list(names)}`;
}

function article(kind: JsonValue | undefined): string {
  const word = String(kind);
  return word === "null" ? word : `${/^[aeiou]/.test(word) ? "an" : "a"} ${word}`;
}
