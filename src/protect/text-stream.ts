// Text that arrives in chunks. Guarantee: what is given out is whole lines that no value and no token crosses, tokenized;
// the tail that may still grow is held back, and a line too long to hold is withheld instead of given out in pieces.

import type { PiiRules } from "../vocabulary.ts";
import type { RuleScanner } from "./detect/rule-scanner.ts";
import { plantedTokens } from "./planted-tokens.ts";
import type { SessionTokens } from "./vault/session-tokens.ts";

export type TextStream = {
  /** What may leave by now; often nothing. */
  push(chunk: string): Promise<string>;
  /** The rest. */
  end(): Promise<string>;
};

export type TextStreamParts = {
  /** Places of values and of look-alikes of tokens, in order. */
  spans(text: string): { start: number; end: number }[];
  tokenize(text: string): Promise<string>;
};

const MOST_HELD = 16 * 1024;
/** A longer line is cut at a space that is this far from what may still grow. */
const LONGEST_VALUE = 2048;
const WITHHELD = "[withheld: text without an end that could be checked]";
const KEY_BLOCK = "-----BEGIN ";
const KEY_BLOCK_END = /-----END [^\n]{0,60}-----/;
/** Of a mark whose start may have come already. */
const LONGEST_MARK = 80;

export function createTextStream({ spans, tokenize }: TextStreamParts): TextStream {
  let held = "";
  /** Set while the rest of something withheld goes by. */
  let skipped: RegExp | null = null;

  const release = async (end: number): Promise<string> => {
    const piece = held.slice(0, end);
    held = held.slice(end);
    return piece === "" ? "" : tokenize(piece);
  };
  const skip = (): void => {
    if (skipped === null) return;
    const end = skipped.exec(held);
    held = held.slice(end === null ? -LONGEST_MARK : end.index);
    if (end !== null) skipped = null;
  };
  /** Its own line is too long: what is before it may go, it may not. */
  const makeRoom = async (): Promise<string> => {
    const far = held.length - LONGEST_VALUE;
    let out = await release(cutAt(held, spans, { mark: "\n", last: far }));
    if (held.length <= MOST_HELD) return out;
    out += await release(cutAt(held, spans, { mark: " ", last: held.length - LONGEST_VALUE }));
    if (held.length <= MOST_HELD) return out;
    skipped = openKeyBlock(held) < held.length ? KEY_BLOCK_END : /\n/;
    skip();
    return out + WITHHELD;
  };
  return {
    async push(chunk) {
      held += chunk;
      skip();
      if (skipped !== null) return "";
      // An address may take two lines, so the last whole line waits for the one after it.
      const last = held.lastIndexOf("\n") - 1;
      const out = chunk.includes("\n") ? await release(cutAt(held, spans, { mark: "\n", last })) : "";
      return held.length > MOST_HELD ? out + (await makeRoom()) : out;
    },
    end: () => (skipped === null ? release(held.length) : Promise.resolve("")),
  };
}

type Cut = { mark: "\n" | " "; last: number };

/** Behind the last such mark that no value goes across; 0 for nowhere. */
function cutAt(text: string, spans: TextStreamParts["spans"], { mark, last }: Cut): number {
  let at = last < 0 ? -1 : text.lastIndexOf(mark, last);
  if (at < 0) return 0;
  const found = spans(text);
  const open = openKeyBlock(text);
  for (; at >= 0; at = at > 0 ? text.lastIndexOf(mark, at - 1) : -1) {
    const cut = at + 1;
    if (cut <= open && !found.some(({ start, end }) => start < cut && cut < end)) return cut;
  }
  return 0;
}

/** Where a private key begins that has not ended yet. */
function openKeyBlock(text: string): number {
  const begin = text.lastIndexOf(KEY_BLOCK);
  if (begin < 0) return text.length;
  return KEY_BLOCK_END.test(text.slice(begin)) ? text.length : begin;
}

export function streamSpans(
  text: string,
  scanner: RuleScanner,
  { customClasses, hasShapes }: Pick<SessionTokens, "customClasses" | "hasShapes">,
  rules: PiiRules,
): { start: number; end: number }[] {
  const place = { field: "", parent: "", siblings: null };
  return [
    ...scanner.scanText(text, place),
    ...plantedTokens(text, customClasses, hasShapes || rules.style === "shaped"),
  ];
}
