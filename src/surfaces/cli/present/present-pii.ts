// Where personal data stands in a text or a JSON file, without showing it.

import { type PiiSpan, scan } from "../../../protect/protect.ts";
import { counted } from "../../../text/counted.ts";
import type { JsonValue } from "../../../vocabulary.ts";
import type { CommandResult } from "../cli.ts";
import { maskValue } from "./mask-value.ts";
import { textTable } from "./text-table.ts";

type Found = { class: string; place: string; masked: string };

export function presentPii(text: string, region: string): CommandResult {
  const json = parseStructure(text);
  const spans = scan(json ?? text, region);
  const maskPointer = createPointerMask(region);
  const lineStarts = json === null ? lineStartsOf(text) : [];
  const found = spans.map((span) => ({
    class: span.class,
    place: json === null ? placeInText(span, lineStarts) : maskPointer(span.pointer) || "/",
    masked: maskValue(span.text),
  }));
  const counts = countClasses(found);
  return {
    data: { total: found.length, counts, found },
    lines: [
      ...textTable(
        ["place", "class", "value"],
        found.map((one) => [one.place, one.class, one.masked]),
      ),
      summaryOf(found.length, counts),
    ],
  };
}

/** An object or a list; a lone string or number is read as text. */
function parseStructure(text: string): JsonValue {
  try {
    const value = JSON.parse(text) as JsonValue;
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function placeInText({ start, pointer }: PiiSpan, lineStarts: number[]): string {
  if (pointer !== "") return pointer;
  let [low, high] = [0, lineStarts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((lineStarts[middle] ?? 0) <= start) low = middle;
    else high = middle - 1;
  }
  return `${low + 1}:${start - (lineStarts[low] ?? 0) + 1}`;
}

/** Keys of an object may be personal values themselves, and a pointer is made of keys. */
function createPointerMask(region: string): (pointer: string) => string {
  const masked = new Map<string, string>();
  const maskSegment = (segment: string): string => {
    const known = masked.get(segment);
    if (known !== undefined) return known;
    const key = segment.replaceAll("~1", "/").replaceAll("~0", "~");
    const safe = scan({ [key]: null }, region)
      .sort((a, b) => b.start - a.start)
      .reduce(
        (text, { start, end }) => text.slice(0, start) + maskValue(text.slice(start, end)) + text.slice(end),
        key,
      )
      .replaceAll("~", "~0")
      .replaceAll("/", "~1");
    masked.set(segment, safe);
    return safe;
  };
  return (pointer) =>
    pointer
      .split("/")
      .map((segment) => (/^\d*$/.test(segment) ? segment : maskSegment(segment)))
      .join("/");
}

function countClasses(found: Found[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { class: name } of found) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

function summaryOf(total: number, counts: Record<string, number>): string {
  if (total === 0) return "No personal data was recognized.";
  const classes = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  return `${counted(total, "value")}: ${classes.join(", ")}`;
}
