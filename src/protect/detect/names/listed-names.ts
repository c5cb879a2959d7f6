// First names one after another: "kids: Aoife (7), Tadhg (4)", "Ingeborg & Per-Olof". Several of them that are nothing
// else speak for each other.

import { matchesOf } from "../matches-of.ts";
import { isNothingElse, isThingToo } from "./names-of-things.ts";
import { speaksForAName, wordKind } from "./word-kinds.ts";

const NAME = "\\p{Lu}\\p{Ll}{2,20}(?:-\\p{Lu}\\p{Ll}{2,20})?";
const REMARK = "(?: \\([^()\\n]{1,20}\\))?";
const NEXT = `(?:, (?:and |und |et |y )?| (?:and|und|et|y|e|og|och|en|n|&|\\+) )`;
const LIST = new RegExp(
  `(?<![\\p{L}\\p{N}@._/-]|\\p{Lu}\\p{Ll}{0,20} )${NAME}${REMARK}(?:${NEXT}${NAME}${REMARK}){1,12}(?! \\p{Lu}|[\\p{L}\\p{N}@_/-])`,
  "gu",
);
/** Without one of these a text holds no list. */
export const NEXT_IN_LIST = /(?:, (?:and |und |et |y )?|(?:and|und|et|y|e|og|och|en|n|&|\+) )\p{Lu}/u;
const ITEM = new RegExp(`(?<!\\p{L}|\\([^()]{0,20})${NAME}(?!\\p{L})`, "gu");
const SHARE = 0.6;

export function listedAlone(text: string): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = [];
  for (const { 0: list, index } of matchesOf(LIST, text)) {
    const items = matchesOf(ITEM, list).map(({ 0: name, index: at }) => ({ name, at }));
    const kinds = items.map(({ name }) => wordKind(name));
    if (items.length < 2 || kinds.includes("ordinary") || kinds.includes("doubtful")) continue;
    const sure = items.filter(
      ({ name }, at) => kinds[at] === "given" && isNothingElse(name) && !isThingToo(name),
    );
    if (sure.length < 2 && !kinds.every(speaksForAName)) continue;
    if (sure.length === 0 || sure.length < items.length * SHARE) continue;
    for (const { name, at } of items) spans.push({ start: index + at, end: index + at + name.length });
  }
  return spans;
}
