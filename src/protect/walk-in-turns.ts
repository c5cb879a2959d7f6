// The same walk, but other work gets its turn every few milliseconds: a result of ten thousand rows takes a second, and
// the gateway has to answer others meanwhile.

import type { JsonObject, JsonValue } from "../vocabulary.ts";
import type { Place } from "./detect/scanner.ts";
import { columnsOf, createWalker, placesIn, setMember, TOP, type Visitor } from "./walk-json.ts";

/** What holds fewer values is walked at once. */
const MANY = 100;

export async function rewriteJsonInTurns(
  value: JsonValue,
  visitor: Visitor,
  breathe: () => Promise<void> | null,
): Promise<JsonValue> {
  const { walk, walkItem, enter, leave, enterKey, refuseDepth } = createWalker(visitor, "");
  const walkInTurns = async (node: JsonValue, place: Place): Promise<JsonValue> => {
    if (node === null || typeof node !== "object" || !holdsMany(node)) return walk(node, place);
    refuseDepth();
    return Array.isArray(node) ? walkList(node, place) : walkMembers(node, place);
  };
  const walkList = async (items: JsonValue[], place: Place): Promise<JsonValue> => {
    const columns = columnsOf(items, place);
    const copy: JsonValue[] = [];
    for (const [index, item] of items.entries()) {
      if (columns === null && holdsMany(item)) {
        enter(index, index);
        copy.push(await walkInTurns(item, place));
        leave();
      } else copy.push(walkItem(item, index, columns, place));
      const pause = breathe();
      if (pause) await pause;
    }
    return copy;
  };
  const walkMembers = async (node: JsonObject, place: Place): Promise<JsonValue> => {
    const copy: JsonObject = {};
    const isTaken = (key: string): boolean => Object.hasOwn(node, key) || Object.hasOwn(copy, key);
    const keys = Object.keys(node);
    const placeOf = placesIn(node, keys, place);
    for (const key of keys) {
      const member = node[key] as JsonValue;
      const writtenKey = enterKey(key, isTaken);
      const rewritten = holdsMany(member)
        ? await walkInTurns(member, placeOf(key))
        : walk(member, placeOf(key));
      setMember(copy, writtenKey, rewritten);
      leave();
      const pause = breathe();
      if (pause) await pause;
    }
    return copy;
  };
  return walkInTurns(value, TOP);
}

/** Counts no further than it has to. */
function holdsMany(node: JsonValue): boolean {
  const open: JsonValue[] = [node];
  let count = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === null || typeof next !== "object") continue;
    const members = Array.isArray(next) ? next : Object.values(next);
    count += members.length;
    if (count >= MANY) return true;
    for (const member of members) open.push(member);
  }
  return false;
}
