// What a text must be before anything parses it: small, well-formed, and free of what Babel and V8 read differently.

import type { Remark } from "../remarks.ts";

export function checkBounds(source: string, maxSourceBytes: number): Remark | null {
  // Cheap first: a text has at least as many bytes as UTF-16 units.
  if (source.length > maxSourceBytes || Buffer.byteLength(source) > maxSourceBytes) {
    return {
      rule: "code-too-large",
      at: 0,
      message: `The code is larger than ${maxSourceBytes} bytes.`,
      hint: "Move data out of the code: read it with a tool, or pass it as context.",
    };
  }
  const nul = source.indexOf("\0");
  if (nul >= 0) return unreadable(nul, "The code holds a NUL character.");
  if (!source.isWellFormed())
    return unreadable(loneSurrogate(source), "The code holds half of a surrogate pair.");
  if (source.startsWith("\uFEFF")) return unreadable(0, "The code starts with a byte order mark.");
  if (source.startsWith("#!")) return unreadable(0, "The code starts with a hashbang line.");
  // U+202A to U+202E and U+2066 to U+2069 make text look different from what runs (CVE-2021-42574).
  const bidi = source.search(/[\u202A-\u202E\u2066-\u2069]/);
  if (bidi >= 0) return unreadable(bidi, "The code holds a character that reorders text on screen.");
  return null;
}

function unreadable(at: number, message: string): Remark {
  return {
    rule: "syntax-error",
    at,
    message,
    hint: "Remove it and send the code again; in strings write an escape such as \\u0000.",
  };
}

function loneSurrogate(source: string): number {
  const wellFormed = source.toWellFormed();
  let at = 0;
  while (source.charCodeAt(at) === wellFormed.charCodeAt(at)) at += 1;
  return at;
}

const OPENING_FENCE = /^\s*(`{3,}|~{3,})[ \t]*[\w+-]*[ \t]*(?=\r?\n)/;

/** The code inside a Markdown fence, with the fence lines blanked so that line numbers stay. */
export function unwrapFence(source: string): string {
  const opening = OPENING_FENCE.exec(source);
  const fence = opening?.[1];
  if (opening === null || fence === undefined) return source;
  const body = source.trimEnd();
  const lastLine = body.lastIndexOf("\n") + 1;
  if (lastLine <= opening[0].length || body.slice(lastLine).trim() !== fence) return source;
  const blankedOpening = opening[0].replace(/[^\r\n]/g, " ");
  return (
    blankedOpening +
    source.slice(opening[0].length, lastLine) +
    " ".repeat(body.length - lastLine) +
    source.slice(body.length)
  );
}
