// Descriptions are data of an untrusted server. A sentence that speaks to the model is taken out, unless it only names a
// tool of the same server ("use list_orders first"), which honest servers do; the tool is flagged either way.

import type { JsonObject, JsonValue } from "../vocabulary.ts";
import type { CatalogOptions, PinnedTool } from "./catalog.ts";
import { removeInvisible } from "./clean-text.ts";

const TAKEN_OUT = "[…]";
const MAX_DEPTH = 24;
/** Places of a schema whose text is prose. */
const PROSE = new Set(["description", "title"]);

export function flagTool(
  tool: PinnedTool,
  names: readonly string[],
  { addressesModel }: Pick<CatalogOptions, "addressesModel">,
): PinnedTool {
  if (!addressesModel) return tool;
  const { title, description, inputSchema, outputSchema = null } = tool;
  const texts = [title ?? "", description, ...textsOf(inputSchema), ...textsOf(outputSchema)];
  // One look at everything first: almost every tool ends here.
  if (!addressesModel(removeInvisible(texts.join("\n")))) return tool;
  const clean = (text: string): string => withoutSentences(text, names, addressesModel);
  return {
    ...tool,
    ...(title === undefined ? {} : { title: clean(title) }),
    description: clean(description),
    inputSchema: rewriteProse(inputSchema, clean, 0) as JsonObject,
    ...(outputSchema ? { outputSchema: rewriteProse(outputSchema, clean, 0) as JsonObject } : {}),
    flagged: true,
  };
}

function withoutSentences(
  text: string,
  names: readonly string[],
  addressesModel: (text: string) => boolean,
): string {
  const visible = removeInvisible(text);
  if (!addressesModel(visible)) return text;
  const sentences = visible.split(/(?<=[.!?])(?=\s)|(?<=\n)/);
  const kept = sentences.map((sentence) => {
    const isHarmless = !addressesModel(sentence) || names.some((name) => sentence.includes(name));
    return isHarmless ? sentence : ` ${TAKEN_OUT}`;
  });
  const rest = kept.join("");
  // Spread over sentences: nothing of it can be trusted to be harmless.
  const still = addressesModel(rest) && !names.some((name) => rest.includes(name));
  return still ? TAKEN_OUT : rest.trimStart();
}

/** All that a model may come to read; names and choices are part of the contract, so they are only looked at. */
function textsOf(schema: JsonValue, depth = 0): string[] {
  if (typeof schema === "string") return [schema];
  if (typeof schema !== "object" || schema === null || depth > MAX_DEPTH) return [];
  if (Array.isArray(schema)) return schema.flatMap((item) => textsOf(item, depth + 1));
  return Object.entries(schema).flatMap(([key, value]) => [key, ...textsOf(value, depth + 1)]);
}

function rewriteProse(schema: JsonValue, clean: (text: string) => string, depth: number): JsonValue {
  if (typeof schema !== "object" || schema === null || depth > MAX_DEPTH) return schema;
  if (Array.isArray(schema)) return schema.map((item) => rewriteProse(item, clean, depth + 1));
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      typeof value === "string" && PROSE.has(key) ? clean(value) : rewriteProse(value, clean, depth + 1),
    ]),
  );
}
