// Words in a tool's data that look like tokens. Whoever planted one hopes that it will be restored as somebody's value.

import type { Span } from "./detect/scanner.ts";
import { castShadow } from "./detect/text/shadow-text.ts";
import { tokenPattern } from "./token-words.ts";

/** An underscore, or what may be read as one: escapes and the forms that NFKC maps to it. */
const MAY_HOLD_UNDERSCORE = /[_%&\\\ufe33\ufe34\ufe4d-\ufe4f\uff3f]/;
const HIDES = /[%\\&]|[^\x00-\x7f]/;
const TOKEN_TAIL = /[A-Z]_\d{3}/;

/** Look-alikes count in disguise too (`EMAIL%5F001`): the agent may decode the text later. */
export function plantedTokens(text: string, customClasses: readonly string[], shaped = false): Span[] {
  if (!shaped && !MAY_HOLD_UNDERSCORE.test(text)) return [];
  const shadow = HIDES.test(text) ? castShadow(text) : null;
  const spans: Span[] = [];
  const plain = shadow?.text ?? text;
  if (!shaped && !TOKEN_TAIL.test(plain)) return spans;
  for (const match of plain.matchAll(tokenPattern(customClasses, shaped))) {
    const last = match.index + match[0].length - 1;
    const start = shadow ? (shadow.starts[match.index] as number) : match.index;
    const end = shadow ? (shadow.ends[last] as number) : last + 1;
    spans.push({
      class: "LITERAL",
      start,
      end,
      canonical: text.slice(start, end),
      strength: 3,
      isDisguised: false,
    });
  }
  return spans;
}
