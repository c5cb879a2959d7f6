// Names of people that in the data of a business are hardly ever people: brands, airports, methods, works of art and the
// long dead. Lower case, as they are looked up.

import { nameSet } from "../field-name.ts";
import { fold } from "./fold.ts";
import { WELL_KNOWN } from "./lists/well-known-names.ts";

const NAMES = nameSet(WELL_KNOWN);
const FIRST_WORDS = new Set([...NAMES].map((name) => name.slice(0, name.indexOf("_"))));
const LONGEST = 4;

/** True when the words begin with one of these names: "Samuel Adams Lager", "Harry Potter and …". */
export function isWellKnown(name: string): boolean {
  const firstEnd = name.search(/[ .,'’-]/);
  if (firstEnd < 0) return false;
  const first = name.slice(0, firstEnd);
  if (!FIRST_WORDS.has(fold(first))) return false;
  const words = fold(name)
    .replace(/['’]s\b/g, "")
    .split(/[ .,-]+/)
    .slice(0, LONGEST);
  for (let count = 2; count <= words.length; count++)
    if (NAMES.has(words.slice(0, count).join("_"))) return true;
  return false;
}
