// JSON Schema → compact TypeScript types. Bounded in depth and size; whatever it cannot say is `unknown`.

import type { JsonObject, JsonValue } from "../vocabulary.ts";
import { foldText, visibleLiteral } from "./clean-text.ts";

export type PrintedTypes = { type: string; declarations: string[] };

const MAX_DEPTH = 12;
const MAX_CHARACTERS = 12_000;
const MAX_ENUM = 40;
const MAX_COMMENT = 160;

/** Types that the printed text itself uses; a definition of the same name must not shadow them. */
const BUILT_IN = new Set(["Array", "Promise", "Record"]);

type Printing = {
  root: JsonObject;
  /** JSON pointer → name of the declared type. */
  names: Map<string, string>;
  declarations: string[];
  taken: Set<string>;
  characters: number;
  /** Characters of a comment. */
  comment: number;
};

/** `taken` are type names already in use; names given here are added to it. `comment` 0: no comments. */
export function printSchema(root: JsonObject, taken: Set<string>, comment = MAX_COMMENT): PrintedTypes {
  const printing: Printing = { root, names: new Map(), declarations: [], taken, characters: 0, comment };
  const type = printType(root, printing, 0);
  return { type, declarations: printing.declarations };
}

function printType(schema: JsonValue | undefined, printing: Printing, depth: number): string {
  if (!isObject(schema)) return schema === false ? "never" : "unknown";
  if (depth > MAX_DEPTH || printing.characters > MAX_CHARACTERS) return "unknown";
  const text = printKnown(schema, printing, depth);
  printing.characters += text.length;
  return text;
}

function printKnown(schema: JsonObject, printing: Printing, depth: number): string {
  if (typeof schema["$ref"] === "string") return printReference(schema["$ref"], printing, depth);
  if ("const" in schema) return printLiteral(schema["const"] ?? null);
  if (Array.isArray(schema["enum"])) return printEnum(schema["enum"]);
  const combined = printCombined(schema, printing, depth);
  const byType = printByType(schema, printing, {
    depth,
    onlyMembers: combined !== null && combined !== "unknown",
  });
  return join(
    [combined, byType].filter((part) => part !== null),
    "&",
  );
}

/** `allOf` adds to the schema, `anyOf` and `oneOf` are choices; null when there is none of them. */
function printCombined(schema: JsonObject, printing: Printing, depth: number): string | null {
  const groups: string[] = [];
  for (const [key, operator] of [
    ["allOf", "&"],
    ["anyOf", "|"],
    ["oneOf", "|"],
  ] as const) {
    const members = schema[key];
    if (!Array.isArray(members) || members.length === 0) continue;
    groups.push(
      join(
        members.map((member) => printType(member, printing, depth + 1)),
        operator,
      ),
    );
  }
  return groups.length === 0 ? null : join(groups, "&");
}

/** What the `type` keyword (or the keywords that imply one) says; null when the combinations say it better. */
function printByType(
  schema: JsonObject,
  printing: Printing,
  { depth, onlyMembers }: { depth: number; onlyMembers: boolean },
): string | null {
  const given = schema["type"];
  const types = Array.isArray(given) ? given : given === undefined ? impliedTypes(schema) : [given];
  const hasMembers = "properties" in schema || "items" in schema || "additionalProperties" in schema;
  if (onlyMembers && !hasMembers) return null;
  return join(
    types.map((type) => printSimple(type, schema, printing, depth)),
    "|",
  );
}

function impliedTypes(schema: JsonObject): string[] {
  if ("properties" in schema || "additionalProperties" in schema) return ["object"];
  return "items" in schema || "prefixItems" in schema ? ["array"] : ["unknown"];
}

function printSimple(type: JsonValue, schema: JsonObject, printing: Printing, depth: number): string {
  if (type === "string" || type === "boolean" || type === "null") return type;
  if (type === "number" || type === "integer") return "number";
  if (type === "array") return printArray(schema, printing, depth);
  return type === "object" ? printObject(schema, printing, depth) : "unknown";
}

function printArray(schema: JsonObject, printing: Printing, depth: number): string {
  const tuple = schema["prefixItems"] ?? (Array.isArray(schema["items"]) ? schema["items"] : undefined);
  if (Array.isArray(tuple))
    return `[${tuple.map((item) => printType(item, printing, depth + 1)).join(", ")}]`;
  const item = printType(schema["items"], printing, depth + 1);
  return /^[\w$]+$/.test(item) ? `${item}[]` : `Array<${item}>`;
}

function printObject(schema: JsonObject, printing: Printing, depth: number): string {
  const properties = isObject(schema["properties"]) ? Object.entries(schema["properties"]) : [];
  const required = new Set(Array.isArray(schema["required"]) ? schema["required"] : []);
  const members = properties.map(([key, value]) => {
    const mark = required.has(key) ? "" : "?";
    return `${printComment(value, printing.comment)}${printKey(key)}${mark}: ${printType(value, printing, depth + 1)}`;
  });
  const rest = schema["additionalProperties"];
  // TypeScript wants an index signature to cover the named members too, so next to them it is `unknown`.
  if (members.length > 0 && isObject(rest)) members.push("[key: string]: unknown");
  if (members.length > 0) return `{ ${members.join("; ")} }`;
  if (rest === false) return "{}";
  return `Record<string, ${printType(rest, printing, depth + 1)}>`;
}

function printComment(schema: JsonValue, most: number): string {
  if (most === 0 || !isObject(schema) || typeof schema["description"] !== "string") return "";
  const text = foldText(schema["description"], most).replaceAll("*/", "*\\/");
  return text === "" ? "" : `/** ${text} */ `;
}

function printKey(key: string): string {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(key) ? key : visibleLiteral(key);
}

function printEnum(values: JsonValue[]): string {
  const shown = [...new Set(values.slice(0, MAX_ENUM).map(printLiteral))];
  if (values.length > MAX_ENUM) shown.push(typeof values[0] === "string" ? "string" : "unknown");
  return shown.length === 0 ? "never" : join(shown, "|");
}

function printLiteral(value: JsonValue): string {
  if (typeof value === "string") return value.length > 200 ? "string" : visibleLiteral(value);
  return typeof value === "object" && value !== null ? "unknown" : String(value);
}

/** Every reference becomes a named type, so recursion ends at its name. */
function printReference(reference: string, printing: Printing, depth: number): string {
  const known = printing.names.get(reference);
  if (known !== undefined) return known;
  const target = resolvePointer(printing.root, reference);
  if (target === undefined) return "unknown";
  const name = chooseTypeName(reference, printing.taken);
  printing.names.set(reference, name);
  const place = printing.declarations.push("") - 1;
  printing.declarations[place] = `type ${name} = ${printType(target, printing, depth + 1)};`;
  return name;
}

function resolvePointer(root: JsonObject, reference: string): JsonValue | undefined {
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return undefined;
  let at: JsonValue | undefined = root;
  for (const part of reference.slice(2).split("/")) {
    const key = decodePart(part);
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as JsonObject)[key];
  }
  return at;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return part;
  }
}

function chooseTypeName(reference: string, taken: Set<string>): string {
  const last = reference.split("/").at(-1) ?? "";
  const words = last.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const joined = words
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("")
    .slice(0, 60);
  const base = /^[A-Za-z]/.test(joined) && !BUILT_IN.has(joined) ? joined : `Type${joined}`;
  let name = base;
  for (let n = 2; taken.has(name); n++) name = `${base}${n}`;
  taken.add(name);
  return name;
}

/** Joins types with `|` or `&`, without repeats, with brackets around a member that holds the other operator. */
function join(types: string[], operator: "|" | "&"): string {
  const unique = [...new Set(types)];
  if (unique.length === 0) return "unknown";
  if (operator === "|" && unique.includes("unknown")) return "unknown";
  const kept = operator === "&" && unique.length > 1 ? unique.filter((type) => type !== "unknown") : unique;
  if (kept.length <= 1) return kept[0] ?? "unknown";
  return kept.map((type) => (isOnePiece(type) ? type : `(${type})`)).join(` ${operator} `);
}

function isOnePiece(type: string): boolean {
  return /^[\w$.]+$/.test(type) || /^"(?:[^"\\]|\\.)*"$/.test(type) || /^\{[^|&]*\}$/.test(type);
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
