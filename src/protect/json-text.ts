// JSON text edited in place: only the literals that change are rewritten, so spacing, escapes, duplicate keys and
// numbers that a double cannot hold stay exactly as they were.

export type LiteralEdit = (literal: { pointer: string; isKey: boolean; raw: string }) => string | null;

type Frame = { pointer: string; isArray: boolean; index: number; key: string | null };

/** True for text that is worth a try as JSON: an object or an array and nothing else. */
export function looksLikeJson(text: string): boolean {
  const first = firstVisible(text);
  if (first !== "{" && first !== "[") return false;
  const last = text.trimEnd().at(-1);
  return first === "{" ? last === "}" : last === "]";
}

function firstVisible(text: string): string {
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) > 32) return text[index] as string;
  }
  return "";
}

export function escapePointer(part: string): string {
  return part.includes("~") || part.includes("/") ? part.replaceAll("~", "~0").replaceAll("/", "~1") : part;
}

/** Calls `edit` for each key, string and number of a text that JSON.parse accepts; null keeps the literal. */
export function editJsonText(text: string, edit: LiteralEdit): string {
  const out: string[] = [];
  const stack: Frame[] = [];
  let copied = 0;
  let index = 0;
  while (index < text.length) {
    const character = text[index] as string;
    if (character === "{" || character === "[") {
      stack.push({ pointer: valuePointer(stack), isArray: character === "[", index: 0, key: null });
      index++;
      continue;
    }
    if (character === "}" || character === "]") stack.pop();
    else if (character === ",") nextMember(stack.at(-1));
    const end = literalEnd(text, index, character);
    if (end === 0) {
      index++;
      continue;
    }
    const raw = text.slice(index, end);
    const edited = edit(literalAt(stack, raw));
    if (edited !== null) {
      out.push(text.slice(copied, index), edited);
      copied = end;
    }
    index = end;
  }
  return copied === 0 ? text : out.join("") + text.slice(copied);
}

function nextMember(frame: Frame | undefined): void {
  if (frame === undefined) return;
  frame.index++;
  frame.key = null;
}

/** Where the string or number that starts here ends; 0 when none does. */
function literalEnd(text: string, start: number, character: string): number {
  if (character === '"') return stringEnd(text, start);
  return character === "-" || (character >= "0" && character <= "9") ? numberEnd(text, start) : 0;
}

function literalAt(stack: Frame[], raw: string): { pointer: string; isKey: boolean; raw: string } {
  const frame = stack.at(-1);
  const isKey = frame !== undefined && !frame.isArray && frame.key === null;
  if (isKey) frame.key = raw.includes("\\") ? (JSON.parse(raw) as string) : raw.slice(1, -1);
  return { pointer: valuePointer(stack), isKey, raw };
}

function valuePointer(stack: Frame[]): string {
  const frame = stack.at(-1);
  if (frame === undefined) return "";
  return `${frame.pointer}/${frame.isArray ? frame.index : escapePointer(frame.key ?? "")}`;
}

export function stringEnd(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code === 92) index += 2;
    else if (code === 34) return index + 1;
    else index++;
  }
  return text.length;
}

function numberEnd(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && /[0-9.eE+-]/.test(text[index] as string)) index++;
  return index;
}
