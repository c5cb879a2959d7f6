// Tokens in arguments: where they stand, and putting the clear values back in one left-to-right pass.

import { GatewayError } from "../errors.ts";
import type { JsonValue, PiiClass, TokenUse } from "../vocabulary.ts";
import { editJsonText, looksLikeJson } from "./json-text.ts";
import { tokenPattern } from "./token-words.ts";
import type { SessionTokens } from "./vault/session-tokens.ts";
import { DEEPEST_JSON_IN_STRINGS, type PointerOf, rewriteJson } from "./walk-json.ts";

type TokenWord = {
  token: string;
  class: PiiClass;
  isWholeLiteral: boolean;
  isWhole: boolean;
  isJoined: boolean;
};
type ReplaceWord = (word: TokenWord) => string | number;

export function findTokensIn(value: JsonValue, tokens: SessionTokens): TokenUse[] {
  const uses: TokenUse[] = [];
  const find = wordsOf(tokens);
  const note = (pointer: PointerOf) => (word: TokenWord) => {
    const issued = tokens.byToken.get(word.token);
    uses.push({
      token: word.token,
      class: word.class,
      pointer: pointer.original(),
      known: issued !== undefined,
      whole: word.isWhole,
      ...(word.isJoined ? { joined: true } : {}),
      sources: issued ? issued.sources.map((source) => ({ ...source })) : [],
    });
    return word.token;
  };
  rewriteJson(value, {
    text(text, _place, pointer) {
      replaceWords(text, find, note(pointer));
      return text;
    },
    number: (number) => number,
    key(key, _isTaken, pointer) {
      replaceWords(key, find, note(pointer));
      return key;
    },
  });
  return uses;
}

export function restoreIn(value: JsonValue, uses: TokenUse[], tokens: SessionTokens): JsonValue {
  const find = wordsOf(tokens);
  const granted = new Set(uses.map((use) => `${use.pointer}\0${use.token}`));
  const reveal = (pointer: PointerOf) => (word: TokenWord) => {
    const issued = tokens.byToken.get(word.token);
    if (issued === undefined || !granted.has(`${pointer.original()}\0${word.token}`))
      throw unknownToken(word.token);
    const clear = tokens.cipher.open(issued.token, issued.class, issued.value);
    return clear.kind === "number" && word.isWholeLiteral ? Number(clear.text) : clear.text;
  };
  return rewriteJson(value, {
    text: (text, _place, pointer) => replaceWords(text, find, reveal(pointer)),
    number: (number) => number,
    key(key, isTaken, pointer) {
      const restored = String(replaceWords(key, find, reveal(pointer)));
      if (restored !== key && isTaken(restored)) throw equalKeys();
      return restored;
    },
  });
}

/** Other words in the place of tokens; a token that is not named stays. */
export function renameIn(
  value: JsonValue,
  names: ReadonlyMap<string, string>,
  tokens: SessionTokens,
): JsonValue {
  const find = wordsOf(tokens);
  const rename = ({ token }: TokenWord) => names.get(token) ?? token;
  return rewriteJson(value, {
    text: (text) => replaceWords(text, find, rename),
    number: (number) => number,
    key: (key) => String(replaceWords(key, find, rename)),
  });
}

type Words = {
  pattern: RegExp;
  mayHold(text: string): boolean;
  /** Null for a word that only has the shape of a token: it is a value like any other. */
  classOf(word: string, label: PiiClass | undefined): PiiClass | null;
};

function wordsOf({ customClasses, hasShapes, byToken }: SessionTokens): Words {
  return {
    pattern: tokenPattern(customClasses, hasShapes),
    mayHold: (text) => text.length >= 5 && (hasShapes || text.includes("_") || text.includes("\\")),
    classOf: (word, label) => label ?? byToken.get(word)?.class ?? null,
  };
}

/** In JSON text each literal is decoded, restored and written as JSON again, so a value's quotes cannot break out. */
function replaceWords(text: string, find: Words, replace: ReplaceWord, depth = 0): string | number {
  if (!find.mayHold(text)) return text;
  if (depth < DEEPEST_JSON_IN_STRINGS && isJson(text)) {
    return editJsonText(text, ({ raw, isKey }) => {
      if (!raw.startsWith('"')) return null;
      const literal = JSON.parse(raw) as string;
      const replaced = replaceWords(literal, find, replace, depth + 1);
      return replaced === literal ? null : JSON.stringify(isKey ? String(replaced) : replaced);
    });
  }
  let whole: number | null = null;
  const replaced = text.replace(find.pattern, (token, label: PiiClass | undefined, offset: number) => {
    const piiClass = find.classOf(token, label);
    if (piiClass === null) return token;
    const isWholeLiteral = token.length === text.length;
    const result = replace({
      token,
      class: piiClass,
      isWholeLiteral,
      isWhole: isWholeLiteral && depth === 0,
      isJoined: canGrow(piiClass) && isJoined(text, offset, offset + token.length),
    });
    if (typeof result === "number") whole = result;
    return String(result);
  });
  return whole ?? replaced;
}

/** A longer name is still a name; a longer address is somebody else's. */
function canGrow(piiClass: PiiClass): boolean {
  return !["PERSON", "ADDRESS", "DATE_OF_BIRTH", "LITERAL"].includes(piiClass);
}

function isJoined(text: string, start: number, end: number): boolean {
  return (
    /(?:[@%+\p{L}\p{N}]|[\p{L}\p{N}][.-])$/u.test(text.slice(Math.max(0, start - 3), start)) ||
    /^(?:[@%+\p{L}\p{N}]|[.-][\p{L}\p{N}])/u.test(text.slice(end, end + 3))
  );
}

function isJson(text: string): boolean {
  if (!looksLikeJson(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function unknownToken(token: string): GatewayError {
  return new GatewayError("TOKEN_UNKNOWN", `The argument holds ${token}, which this call may not restore.`, {
    hint: "Use only tokens that this session issued, in arguments that a flow names.",
  });
}

function equalKeys(): GatewayError {
  return new GatewayError(
    "BAD_ARGUMENTS",
    "Two keys of one object become equal when their tokens are restored.",
    {
      hint: "Send each value under a key of its own.",
    },
  );
}
