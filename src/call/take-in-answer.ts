// What a server said, made fit for a run: filtered by policy, labelled, its personal values replaced, then cut to size.

import { cutResult, type FilteredResult } from "../decide/decide.ts";
import type { Tokenized } from "../protect/protect.ts";
import type { Attempt } from "../tool-gate.ts";
import type { JsonValue } from "../vocabulary.ts";

export type TakenIn = {
  safe: Tokenized;
  /** Ids of the result rules that applied, and what they took away. */
  applied: string[];
  removed: FilteredResult["removed"];
  /** The rule that withholds the whole answer; its value is null then. */
  withheldBy: string | null;
};

/** `restored`: tokens whose values were sent along, and may be quoted. */
export async function takeIn(
  { scope, tool, call }: Attempt,
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
