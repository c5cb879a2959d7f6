// What a server said, made fit for a run: filtered by policy, labelled, its personal values replaced, then cut to size.

import { cutResult, type FilteredResult } from "../decide/decide.ts";
import type { Tokenized } from "../protect/protect.ts";
import type { Attempt } from "../tool-gate.ts";
import type { JsonObject, JsonValue } from "../vocabulary.ts";
import { binaryFor, setBinaryAside } from "./set-binary-aside.ts";

export type TakenIn = {
  safe: Tokenized;
  /** Ids of the result rules that applied, and what they took away. */
  applied: string[];
  removed: FilteredResult["removed"] & { binary?: number };
  /** The rule that withholds the whole answer; its value is null then. */
  withheldBy: string | null;
};

/** Where an answer comes from, and for whom. */
export type Source = Pick<Attempt, "scope" | "tool" | "call">;

/** `restored`: tokens whose values were sent along, and may be quoted. */
export async function takeIn(
  attempt: Source,
  said: JsonValue[],
  restored: readonly string[],
): Promise<TakenIn & { values: JsonValue[] }> {
  const taken: TakenIn[] = [];
  // One after the other, so that the first piece issues the tokens that the next ones repeat.
  for (const piece of said) taken.push(await takeInPiece(attempt, piece, restored));
  const blocked = taken.find(({ safe }) => safe.blocked)?.safe.blocked ?? null;
  const values = taken.map(({ safe }) => safe.value);
  const safe = {
    value: values.length === 1 ? (values[0] ?? null) : values,
    tokens: taken.flatMap((piece) => piece.safe.tokens),
    counts: mostOf(taken.map((piece) => piece.safe.counts)),
    blocked,
  };
  return {
    safe,
    values,
    applied: [...new Set(taken.flatMap(({ applied }) => applied))],
    removed: sumOf(taken.map(({ removed }) => removed)),
    withheldBy: taken.find(({ withheldBy }) => withheldBy !== null)?.withheldBy ?? null,
  };
}

/** What a server says unasked, with its pictures and sounds. */
export async function takeInMessage(source: Source, said: JsonObject): Promise<TakenIn> {
  const { value, putBack } = setBinaryAside(said, binaryFor(source.scope));
  const taken = await takeIn(source, [value], []);
  return { ...taken, safe: { ...taken.safe, value: putBack(taken.safe.value) } };
}

async function takeInPiece(
  { scope, tool, call }: Source,
  said: JsonValue,
  restored: readonly string[],
): Promise<TakenIn> {
  const { policies, principal, labels, vault } = scope;
  const filtered = policies.filterResult(principal, tool, said);
  for (const label of filtered.labels) labels.add(label);
  const origin = { from: "upstream", tool, call, restored } as const;
  const safe = await vault.tokenize(filtered.value, origin, policies.pii(principal));
  const { applied, removed, withheldBy, maxBytes } = filtered;
  if (maxBytes === null) return { safe, applied, removed, withheldBy };
  // After the tokenizer: half of an address is no address that it would recognize.
  const cut = cutResult(safe.value, maxBytes);
  const counted = cut.removed > 0 ? { ...removed, max_kb: cut.removed } : removed;
  return { safe: { ...safe, value: cut.value }, applied, removed: counted, withheldBy };
}

type Counts = Record<string, number | undefined>;

/** The pieces of one answer repeat each other: structured content comes a second time as text. */
function mostOf<T extends Counts>(all: T[]): T {
  return merge(all, Math.max);
}

function sumOf<T extends Counts>(all: T[]): T {
  return merge(all, (a, b) => a + b);
}

function merge<T extends Counts>(all: T[], join: (a: number, b: number) => number): T {
  const merged: Counts = {};
  for (const counts of all) {
    for (const [name, count = 0] of Object.entries(counts)) merged[name] = join(merged[name] ?? 0, count);
  }
  return merged as T;
}
