// A server's tools as its own client would see them: pinned definitions, of which only the texts are changed.

import type { PinnedTool } from "../catalog/catalog.ts";
import type { JsonObject, JsonValue } from "../vocabulary.ts";

/** Makes texts fit for the model: same length, same order; null where one must not be shown. */
export type CleanTexts = (texts: string[]) => Promise<(string | null)[]>;

const SPOKEN = ["description", "title"];

export async function describeTools(tools: PinnedTool[], clean: CleanTexts): Promise<JsonObject[]> {
  const definitions = tools.map(definitionOf);
  const texts: string[] = [];
  mapTexts(definitions, (text) => {
    texts.push(text);
    return text;
  });
  const cleaned = await clean(texts);
  let next = 0;
  return mapTexts(definitions, () => cleaned[next++] ?? "") as JsonObject[];
}

function definitionOf({
  name,
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
}: PinnedTool): JsonObject {
  return {
    name,
    ...(title === undefined ? {} : { title }),
    description,
    inputSchema: { ...inputSchema, type: "object" },
    ...(outputSchema === undefined ? {} : { outputSchema: loosen(outputSchema) as JsonObject }),
    ...(annotations === undefined ? {} : { annotations }),
  };
}

/** Only where a schema or a tool speaks: a property that is called `description` holds a schema, no text. */
function mapTexts(value: JsonValue, change: (text: string) => string): JsonValue {
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([key, item]) => {
    const isText = SPOKEN.includes(key) && typeof item === "string";
    return [key, isText ? change(item) : mapTexts(item, change)] as const;
  });
  return Object.fromEntries(entries);
}

const SHAPES_OF_TEXT = ["format", "pattern", "minLength", "maxLength", "contentEncoding", "contentMediaType"];

/** A token stands where an address or a number stood, so clients that check results must not insist on the old shape. */
function loosen(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(loosen);
  if (schema === null || typeof schema !== "object") return schema;
  const entries = Object.entries(schema).flatMap(([key, value]): [string, JsonValue][] => {
    if (SHAPES_OF_TEXT.includes(key) && typeof value !== "object") return [];
    if (key === "type" && (value === "number" || value === "integer")) return [[key, [value, "string"]]];
    return [[key, loosen(value)]];
  });
  return Object.fromEntries(entries);
}
