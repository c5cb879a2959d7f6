// JSON pointers (RFC 6901) as policies use them: exact places, places below them, and globs over results.

import type { JsonValue } from "../../vocabulary.ts";

export function pointerProblem(text: string): string | null {
  if (!text.startsWith("/")) return `"${text}" is no JSON pointer: it starts with "/", for example "/to"`;
  if (/~(?![01])/.test(text))
    return `"${text}" is no JSON pointer: "~" is written "~0" and "/" inside a name "~1"`;
  if (text.split("/").includes("*"))
    return `"${text}" holds a star: a pointer covers everything below it already`;
  return null;
}

export function resultPointerProblem(text: string): string | null {
  return pointerProblem(text.replaceAll("*", "x"));
}

export function escapeSegment(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

export function parsePointer(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Whole segments count: `/to` covers `/to/0` and not `/token`. */
export function covers(pointer: string, place: string): boolean {
  return place === pointer || place.startsWith(`${pointer}/`);
}

/** The pointer of the object or list that holds the place. */
export function parentOf(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf("/")));
}

export function valueAt(root: JsonValue, pointer: string): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const segment of parsePointer(pointer)) {
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, segment)) return undefined;
    value = (value as { [key: string]: JsonValue })[segment];
  }
  return value;
}
