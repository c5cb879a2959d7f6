// Text from programs, tools and trails is untrusted: control characters in it could rewrite what the
// terminal shows, or type commands into it. They are shown as escapes instead.

// C0 but tab and newline, DEL, C1, line separators, and marks that reorder text.
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

export function terminalText(text: string): string {
  return text.replaceAll(UNSAFE, (character) => asEscape(character));
}

/** The same on one line, for cells and messages. */
export function oneLine(text: string): string {
  return terminalText(text.replaceAll(/[\t\n]+/g, " "));
}

/** JSON in which unsafe characters are escapes; it parses to the same value. */
export function safeJson(value: unknown): string {
  return terminalText(JSON.stringify(value, null, 2) ?? "null");
}

function asEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
