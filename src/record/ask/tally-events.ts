// Tallies of the trail, for all and for one principal.

import type { TrailRow, TrailStore } from "../../storage/storage.ts";
import { countEvent } from "./count-event.ts";
import { rememberBlocks, type Span } from "./remember-blocks.ts";
import { addTally, createTally, type Tally } from "./tally.ts";

const MOST_BLOCKS = 1000;

type Tallied = { all: Tally; byPrincipal: Map<string, Tally> };

export type TallyEvents = (span: Span) => Promise<Tally>;

export function createTallying(store: TrailStore): TallyEvents {
  const blocksIn = rememberBlocks(store, { most: MOST_BLOCKS, count: tallyRows });
  return async (span) => {
    const total = createTally();
    for await (const { all, byPrincipal } of blocksIn(span)) {
      const tally = span.principal === undefined ? all : byPrincipal.get(span.principal);
      if (tally) addTally(total, tally);
    }
    return total;
  };
}

async function tallyRows(rows: AsyncIterable<TrailRow>): Promise<Tallied> {
  const byPrincipal = new Map<string, Tally>();
  for await (const row of rows) {
    const name = row.principal ?? "";
    const tally = byPrincipal.get(name) ?? createTally();
    byPrincipal.set(name, tally);
    countEvent(row, tally);
  }
  const all = createTally();
  for (const tally of byPrincipal.values()) addTally(all, tally);
  return { all, byPrincipal };
}
