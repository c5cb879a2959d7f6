// The programs are kept beside the events; their hashes in the events are what the chain covers.

import type { TrailRow, TrailStore } from "../../storage/storage.ts";
import { sha256Hex } from "../../text/canonical-json.ts";
import type { Broken } from "./find-breaks.ts";

const PAGE_TEXTS = 200;

/** By hash: the first event that names the program. */
export type NamedCode = Map<string, number>;

export function noteCode(named: NamedCode, { kind, body, seq }: TrailRow): void {
  if (kind !== "run.submitted") return;
  const { codeKept, codeSha256 } = JSON.parse(body) as { codeKept?: unknown; codeSha256?: unknown };
  if (codeKept === true && !named.has(String(codeSha256))) named.set(String(codeSha256), seq);
}

/**
 * The first event whose program is gone or changed; then any program that no event names. The texts are read after
 * the events, so that a program which is submitted meanwhile is not taken for a missing one.
 */
export async function findChangedCode(
  store: TrailStore,
  segment: number,
  named: NamedCode,
): Promise<Broken | null> {
  const kept = new Map<string, string>();
  let texts = await store.scanCode(segment, "", PAGE_TEXTS);
  while (texts.length > 0) {
    for (const { sha256, text } of texts) kept.set(sha256, sha256Hex(text));
    texts = await store.scanCode(segment, texts.at(-1)?.sha256 ?? "", PAGE_TEXTS);
  }
  for (const [sha256, seq] of named) {
    const found = kept.get(sha256);
    if (found === sha256) continue;
    const expected = `a program with hash ${sha256}`;
    if (found === undefined) {
      return { seq, problem: `The program of event ${seq} is missing.`, expected, found: "none" };
    }
    const problem = `The program of event ${seq} was changed: its text does not give its hash.`;
    return { seq, problem, expected, found: `one with hash ${found}` };
  }
  return null;
}

/** A program that was slipped in. Asked only of a segment that is not being written. */
export async function findStrayCode(
  store: TrailStore,
  segment: number,
  { named, lastSeq }: { named: NamedCode; lastSeq: number },
): Promise<Broken | null> {
  let texts = await store.scanCode(segment, "", PAGE_TEXTS);
  while (texts.length > 0) {
    const stray = texts.find(({ sha256 }) => !named.has(sha256));
    if (stray) {
      const problem = `A program was added that no event up to ${lastSeq} names.`;
      const found = `hash ${stray.sha256}`;
      return { seq: lastSeq, problem, expected: "only programs that events name", found };
    }
    texts = await store.scanCode(segment, texts.at(-1)?.sha256 ?? "", PAGE_TEXTS);
  }
  return null;
}
