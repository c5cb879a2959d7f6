// Which keys of an answer are names of fields. Whatever could be data (the id of a customer, somebody's name, a sentence) is
// none: a key is a name when each of its words is one that names are made of, or one that the tool's definition uses.

import type { JsonValue } from "../vocabulary.ts";
import type { PinnedTool } from "./catalog.ts";
import { isFieldWord } from "./field-words.ts";
import { splitWords } from "./split-words.ts";

/** `data`: no identifier at all, so what it stands in is a map; `doubtful`: neither is certain. */
export type KeyKind = "name" | "doubtful" | "data";
export type KindOfKey = (key: string) => KeyKind;

export type DefinedTool = Pick<PinnedTool, "id" | "pin"> &
  Partial<Pick<PinnedTool, "name" | "description" | "inputSchema" | "outputSchema">>;

const MOST_CHARS = 40;
const MOST_WORDS = 5;
const MOST_DIGITS = 3;
const IDENTIFIER = /^[@$_]{0,2}[A-Za-z][A-Za-z0-9_-]*$/;
/** Tokens, and names in capitals and digits that look like them. */
const LIKE_TOKEN = /^[A-Z][A-Z_]*_\d+$/;

export function createKindOfKey(tool: DefinedTool, addressesModel: (text: string) => boolean): KindOfKey {
  let defined: Set<string> | undefined;
  return (key) => {
    const digits = key.replaceAll(/\D/g, "").length;
    if (!IDENTIFIER.test(key) || LIKE_TOKEN.test(key) || digits > MOST_DIGITS) return "data";
    const words = splitWords(key).map((word) => word.toLowerCase());
    if (key.length > MOST_CHARS || words.length > MOST_WORDS) return "doubtful";
    const isName = words.every((word) => {
      if (isFieldWord(word)) return true;
      defined ??= wordsOfDefinition(tool);
      return defined.has(word);
    });
    return isName && !addressesModel(words.join(" ")) ? "name" : "doubtful";
  };
}

/** Everybody who may call the tool has these before their eyes anyway. */
function wordsOfDefinition({ name = "", description = "", inputSchema = {} }: DefinedTool): Set<string> {
  const said = [name, description, ...namesIn(inputSchema)].join(" ");
  return new Set(splitWords(said).map((word) => word.toLowerCase()));
}

const MOST_DEPTH = 12;

function namesIn(schema: JsonValue, depth = 0): string[] {
  if (schema === null || typeof schema !== "object" || depth > MOST_DEPTH) return [];
  if (Array.isArray(schema)) return schema.flatMap((item) => namesIn(item, depth + 1));
  return Object.entries(schema).flatMap(([key, value]) => [key, ...namesIn(value, depth + 1)]);
}
