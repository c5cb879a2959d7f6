// `mode: shadow` taken out of one rule, and nothing else of the file touched.

import { isMap, isScalar, isSeq, LineCounter, type Pair, parseDocument, type YAMLMap } from "yaml";
import type { ListedRule } from "../format/list-rules.ts";

export type Promotion =
  | { ok: true; text: string; line: number; column: number; before: string; after: string }
  | { ok: false; why: string };

type Ranged = { range?: [number, number, number] | null };

export function promoteRule({ file, path, text: rule }: ListedRule): Promotion {
  if (file.content.mode === "shadow" && rule.mode !== "shadow")
    return {
      ok: false,
      why: `the whole file is in shadow mode: remove its own \`mode\` when all of it is ready`,
    };
  if (rule.mode !== "shadow") return { ok: false, why: "it is enforced already" };
  const lines = new LineCounter();
  const document = parseDocument(file.text, { lineCounter: lines });
  const map = path.reduce<unknown>((node, step) => {
    if (isSeq(node)) return node.items[Number(step)];
    return isMap(node) ? node.get(String(step), true) : undefined;
  }, document.contents);
  const cut = isMap(map) ? rangeToCut(map, file.text) : null;
  if (!cut) return { ok: false, why: "its `mode` was not found in the text" };
  const text = file.text.slice(0, cut.from) + file.text.slice(cut.to);
  const { line, col: column } = lines.linePos(cut.at);
  return {
    ok: true,
    text,
    line,
    column,
    before: lineOf(file.text, line),
    after: cut.isWholeLine ? "" : lineOf(text, line),
  };
}

function rangeToCut(
  map: YAMLMap,
  text: string,
): { from: number; to: number; at: number; isWholeLine: boolean } | null {
  const pairs = map.items as Pair<Ranged, Ranged>[];
  const index = pairs.findIndex(({ key }) => isScalar(key) && key.value === "mode");
  const [before, own, next] = [pairs[index - 1], pairs[index], pairs[index + 1]];
  const [start, end] = [own?.key.range?.[0], own?.value?.range?.[1]];
  if (start === undefined || end === undefined) return null;
  if (!map.flow) {
    const lineStart = text.lastIndexOf("\n", start - 1) + 1;
    const lineEnd = text.indexOf("\n", end);
    // `- mode: shadow` opens its item: the next key takes its place.
    if (text.slice(lineStart, start).trim() !== "")
      return next ? { from: start, to: next.key.range?.[0] ?? end, at: start, isWholeLine: false } : null;
    return { from: lineStart, to: lineEnd < 0 ? text.length : lineEnd + 1, at: start, isWholeLine: true };
  }
  if (next?.key.range) return { from: start, to: next.key.range[0], at: start, isWholeLine: false };
  const from = before?.value?.range?.[1];
  return from === undefined ? null : { from, to: end, at: start, isWholeLine: false };
}

function lineOf(text: string, line: number): string {
  return text.split("\n")[line - 1] ?? "";
}
