// One layout for policy files: two spaces, one entry a line, comments where they were, the meaning untouched.

import { isDeepStrictEqual } from "node:util";
import { Lexer, parseDocument } from "yaml";

/** The formatted text, or null when the text is no YAML or would not mean the same. */
export function formatPolicy(text: string): string | null {
  const document = parseDocument(text, { keepSourceTokens: false });
  if (document.errors.length > 0 || document.contents === null) return null;
  const printed = document.toString({
    indent: 2,
    // No folding: a rule or a test that stands on one line is reviewed as one line.
    lineWidth: 0,
    minContentWidth: 0,
    flowCollectionPadding: true,
    indentSeq: true,
    singleQuote: null,
  });
  const formatted = closeUpLists(printed);
  const again = parseDocument(formatted);
  if (again.errors.length > 0 || !isDeepStrictEqual(again.toJS(), document.toJS())) return null;
  return formatted;
}

// The printer pads maps and lists alike; this house writes `{ a: 1 }` and `[a, b]`.
function closeUpLists(text: string): string {
  const kept: string[] = [];
  let isScalar = false;
  let isOpened = false;
  for (const lexeme of new Lexer().lex(text)) {
    // Marks of the lexer: the byte order mark, a document's start, a scalar to come, an error in a flow.
    if (/^[\u0002\u0018\u001f\ufeff]$/.test(lexeme)) {
      isScalar = lexeme === "\u001f";
      continue;
    }
    if (isOpened && !isScalar && /^ +$/.test(lexeme)) continue;
    if (!isScalar && lexeme === "]" && /^ +$/.test(kept.at(-1) ?? "")) kept.pop();
    isOpened = !isScalar && lexeme === "[";
    isScalar = false;
    kept.push(lexeme);
  }
  return kept.join("");
}
