// Values that were put into a call come back in its answer, in any field and around any text. They are looked for as
// they are: a recognizer that a telling field or a neighboring letter turns away must not let them through.

import type { TokenSource } from "../vocabulary.ts";
import type { IssuedToken, SessionTokens } from "./vault/session-tokens.ts";

export type EchoSpan = { start: number; end: number; issued: IssuedToken };

export type Echoes = {
  /** Places of restored values in the text, in order, without overlaps. */
  find(text: string): EchoSpan[];
};

const MOST_ECHOES = 200;
/** Shorter values are looked for as whole words only: three letters stand in many words. */
const SHORTEST_PART = 5;
const SHORTEST = 3;
/** In bytes; the encoded form of less could stand anywhere by chance. */
const SHORTEST_ENCODED = 8;

/** Null when the call carried no value that could come back. Clear text lives as long as the returned object. */
export function openEchoes(tokens: SessionTokens, restored: readonly string[]): Echoes | null {
  const byText = new Map<string, IssuedToken>();
  for (const token of [...new Set(restored)].slice(0, MOST_ECHOES)) {
    const issued = tokens.byToken.get(token);
    if (issued === undefined || issued.class === "LITERAL") continue;
    const { text } = tokens.cipher.open(issued.token, issued.class, issued.value);
    for (const form of formsOf(text.toWellFormed())) {
      if (form.length >= SHORTEST) byText.set(form.toLowerCase(), issued);
    }
  }
  if (byText.size === 0) return null;
  const pattern = patternOf([...byText.keys()]);
  return {
    find(text) {
      const spans: EchoSpan[] = [];
      for (const match of text.matchAll(pattern)) {
        const issued = byText.get(match[0].toLowerCase());
        if (issued) spans.push({ start: match.index, end: match.index + match[0].length, issued });
      }
      return spans;
    },
  };
}

/** As it is, and as tools encode what they quote; encoded bytes at the end depend on what follows and are left out. */
function formsOf(text: string): string[] {
  const bytes = Buffer.from(text);
  if (bytes.length < SHORTEST_ENCODED) return [text, encodeURIComponent(text)];
  const base64 = [0, 1, 2].flatMap((shift) => {
    const from = (3 - shift) % 3;
    const whole = bytes.subarray(from, bytes.length - ((bytes.length - from) % 3));
    return [whole.toString("base64"), whole.toString("base64url")];
  });
  return [text, encodeURIComponent(text), bytes.toString("hex"), ...base64];
}

/** The longest first: an address before the name that it holds. */
function patternOf(texts: string[]): RegExp {
  const parts = texts
    .sort((a, b) => b.length - a.length)
    .map((text) => {
      const literal = text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
      return text.length >= SHORTEST_PART ? literal : `(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`;
    });
  return new RegExp(parts.join("|"), "giu");
}

/** Where the values inside a longer one came from: `x.` in front of an address makes it nobody else's. */
export function inheritedSources(echoes: Echoes | null, raw: string): TokenSource[] {
  return echoes === null ? [] : echoes.find(raw).flatMap(({ issued }) => issued.sources);
}
