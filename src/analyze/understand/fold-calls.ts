// The built-in functions that put strings together, applied to constants. Nothing of the program is called.

import { type Constant, MAX_TEXT, toText } from "./constant.ts";

/** A call of a global function or of a static method of String, on constant arguments. */
export function foldNamedCall(name: string, args: readonly Constant[]): Constant[] {
  const numbers = args.map(Number);
  const [first] = args;
  switch (name) {
    case "String":
      return typeof first === "object" ? [] : [String(first)];
    case "String.fromCharCode":
      return [String.fromCharCode(...numbers)];
    case "String.fromCodePoint":
      return numbers.every((code) => code >= 0 && code <= 0x10ffff) ? [String.fromCodePoint(...numbers)] : [];
    case "atob":
    case "decodeURIComponent":
    case "unescape":
      return typeof first === "string" ? decoded(name, first) : [];
    default:
      return [];
  }
}

function decoded(name: "atob" | "decodeURIComponent" | "unescape", text: string): Constant[] {
  try {
    return [name === "atob" ? atob(text) : decodeURIComponent(text)];
  } catch {
    return [];
  }
}

export function foldMethod(object: Constant, name: string, args: readonly Constant[]): Constant[] {
  if (typeof object === "string") return foldTextMethod(object, name, args);
  if (Array.isArray(object)) return foldListMethod(object, name, args);
  if (typeof object === "number" && name === "toString") return radixText(object, args[0]);
  return [];
}

function radixText(value: number, radix: Constant | undefined): Constant[] {
  const base = radix === undefined ? 10 : Number(radix);
  return Number.isInteger(base) && base >= 2 && base <= 36 ? [value.toString(base)] : [];
}

function foldTextMethod(text: string, name: string, args: readonly Constant[]): Constant[] {
  const [first, second] = args;
  const from = first === undefined ? undefined : Number(first);
  const to = second === undefined ? undefined : Number(second);
  switch (name) {
    case "toLowerCase":
    case "toLocaleLowerCase":
      return [text.toLowerCase()];
    case "toUpperCase":
    case "toLocaleUpperCase":
      return [text.toUpperCase()];
    case "trim":
    case "trimStart":
    case "trimEnd":
      return [text[name]()];
    case "toString":
    case "valueOf":
      return [text];
    case "normalize":
      return [text.normalize("NFKC")];
    case "slice":
    case "substring":
      return [text[name](from ?? 0, to)];
    case "substr":
      return [to === undefined ? text.slice(from ?? 0) : text.slice(from ?? 0).slice(0, to)];
    case "charAt":
    case "at":
      return [text.at(from ?? 0) ?? ""];
    case "concat":
      return [text + args.map((arg) => toText(arg) ?? "").join("")];
    case "repeat":
      return text.length * (from ?? 0) <= MAX_TEXT && (from ?? 0) >= 0 ? [text.repeat(from ?? 0)] : [];
    case "split":
      return [first === undefined ? [text] : splitText(text, first)];
    case "replace":
    case "replaceAll":
      return replaceText(text, first, second, name === "replaceAll");
    default:
      return [];
  }
}

/** A pattern is `[null, source, flags]`, made by fold for harmless regular expressions only. */
function patternOf(value: Constant): RegExp | null {
  if (!Array.isArray(value) || value.length !== 3 || value[0] !== null) return null;
  try {
    return new RegExp(String(value[1]), String(value[2]));
  } catch {
    return null;
  }
}

function splitText(text: string, separator: Constant): string[] {
  return text.split(patternOf(separator) ?? toText(separator) ?? ",");
}

function replaceText(
  text: string,
  what: Constant | undefined,
  by: Constant | undefined,
  all: boolean,
): Constant[] {
  const substitute = by === undefined ? null : toText(by);
  if (what === undefined || substitute === null) return [];
  const pattern = patternOf(what);
  if (pattern) return [text.replace(pattern, () => substitute)];
  const plain = toText(what);
  if (plain === null || (plain === "" && all)) return [];
  return [all ? text.replaceAll(plain, () => substitute) : text.replace(plain, () => substitute)];
}

function foldListMethod(list: Constant[], name: string, args: readonly Constant[]): Constant[] {
  const [first, second] = args;
  const from = first === undefined ? undefined : Number(first);
  const to = second === undefined ? undefined : Number(second);
  switch (name) {
    case "join": {
      const parts = list.map((item) => (item === null ? "" : toText(item)));
      return parts.includes(null) ? [] : [parts.join(first === undefined ? "," : (toText(first) ?? ","))];
    }
    case "toString": {
      const text = toText(list);
      return text === null ? [] : [text];
    }
    case "reverse":
    case "toReversed":
      return [[...list].reverse()];
    case "slice":
      return [list.slice(from, to)];
    case "concat":
      return [[...list, ...args.flat(1)]];
    case "at":
      return oneOf(list.at(from ?? 0));
    case "pop":
      return oneOf(list.at(-1));
    case "shift":
      return oneOf(list[0]);
    default:
      return [];
  }
}

function oneOf(value: Constant | undefined): Constant[] {
  return value === undefined ? [] : [value];
}
