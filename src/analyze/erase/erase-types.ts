// TypeScript text → JavaScript text of the same length.

import type { Edit, TypeEdits } from "./type-edits.ts";

/** The text with all edits blanked, or null when edits overlap (then nobody knows what the text means). */
export function applyEdits(to: TypeEdits): string | null {
  const { source, statementEnds } = to;
  const edits = [...to.edits].sort((a, b) => a.start - b.start);
  let text = "";
  let done = 0;
  for (const edit of edits) {
    if (edit.start < done || edit.end > source.length) return null;
    const last = edit.last ?? (statementEnds.has(edit.end) ? ";" : undefined);
    text += source.slice(done, edit.start) + blanked(source, edit, last);
    done = edit.end;
  }
  return text + source.slice(done);
}

function blanked(source: string, edit: Edit, last: string | undefined): string {
  let text = spacesFor(source.slice(edit.start, edit.end));
  if (edit.first !== undefined) text = edit.first + text.slice(1);
  if (last !== undefined) text = text.slice(0, -1) + last;
  return text;
}

/** Spaces of the same length, with line ends where they were. */
function spacesFor(text: string): string {
  return /[\n\r\u2028\u2029]/.test(text)
    ? text.replace(/[^\n\r\u2028\u2029]/g, " ")
    : " ".repeat(text.length);
}

/** A program can read its own text, and people write names and addresses into comments: none goes to the isolate. */
export function blankComments(text: string, comments: readonly { start: number; end: number }[]): string {
  let rest = "";
  let done = 0;
  for (const { start, end } of comments) {
    // A comment inside a type is gone already, and what stands there now may be an inserted semicolon.
    if (text[start] !== "/") continue;
    rest += text.slice(done, start) + spacesFor(text.slice(start, end));
    done = end;
  }
  return rest + text.slice(done);
}
