// `<CLASS@source:record>` in the arguments of a policy test: a token without a vault behind it.

import type { JsonObject, JsonValue, PiiClass, TokenUse } from "../../vocabulary.ts";
import { AGENT_SOURCES, PII_CLASSES } from "../../vocabulary.ts";
import { escapeSegment } from "../matchers/json-pointer.ts";
import { isCustomClassName } from "./pii-schema.ts";

const MARK = /<([A-Za-z_]+)@([^<>:@]+):([^<>:@]+)>/g;
const UNKNOWN = "unknown";

/** Every appearance gets its pointer; equal marks are the same token, equal records the same object of one call. */
export function placeTestTokens(args: JsonObject): { args: JsonObject; tokens: TokenUse[] } {
  const names = new Map<string, string>();
  const tokens: TokenUse[] = [];
  const nameOf = (mark: string, className: string): string => {
    const name = names.get(mark) ?? `${className}_${String(names.size + 1).padStart(3, "0")}`;
    names.set(mark, name);
    return name;
  };
  const place = (text: string, pointer: string): string =>
    text.replaceAll(MARK, (mark: string, className: string, source: string, record: string) => {
      const token = nameOf(mark, className);
      tokens.push(useOf({ token, className, source, record, pointer, whole: mark === text }));
      return token;
    });
  const walk = (value: JsonValue, pointer: string): JsonValue => {
    if (typeof value === "string") return place(value, pointer);
    if (Array.isArray(value)) return value.map((item, index) => walk(item, `${pointer}/${index}`));
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, walk(item, `${pointer}/${escapeSegment(key)}`)]),
    );
  };
  return { args: walk(args, "") as JsonObject, tokens };
}

type Mark = {
  token: string;
  className: string;
  source: string;
  record: string;
  pointer: string;
  whole: boolean;
};

function useOf({ token, className, source, record, pointer, whole }: Mark): TokenUse {
  const isKnown = source !== UNKNOWN;
  const place = `/${escapeSegment(record)}/${className.toLowerCase()}`;
  const sources = isKnown ? [{ tool: source, call: `test:${source}`, pointer: place }] : [];
  return { token, class: className as PiiClass, pointer, known: isKnown, whole, sources };
}

export function testTokenProblems(
  args: Record<string, unknown>,
  nearest: (word: string, words: readonly string[]) => string | undefined,
): string[] {
  const problems: string[] = [];
  for (const [mark, className = "", source = ""] of JSON.stringify(args).matchAll(MARK)) {
    const near = nearest(className, PII_CLASSES);
    // A name like no other may be a class of some file's own.
    const mayBeCustom = near === undefined && isCustomClassName(className);
    if (!(PII_CLASSES as readonly string[]).includes(className) && !mayBeCustom) {
      problems.push(`${mark}: "${className}" is no class${near ? `; did you mean "${near}"?` : ""}`);
    }
    const isSource =
      source.includes(".") || source === UNKNOWN || (AGENT_SOURCES as readonly string[]).includes(source);
    if (!isSource)
      problems.push(
        `${mark}: "${source}" is no source: name a tool, ${AGENT_SOURCES.join(", ")} or ${UNKNOWN}`,
      );
  }
  return problems;
}
