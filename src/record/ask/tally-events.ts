// Tallies of the trail, ten thousand events at a time. What was written does not change, so each block is counted once.

import type { TrailFilter, TrailRow, TrailStore } from "../../storage/storage.ts";
import { countEvent } from "./count-event.ts";
import { addTally, createTally, type Tally } from "./tally.ts";
import { walkEvents } from "./walk-events.ts";

const BLOCK_EVENTS = 10_000;
/** Ten million events; beyond them the oldest are counted anew. */
const MOST_BLOCKS = 1000;

type Span = { principal?: string; since?: string; until?: string };
type Block = { earliest: string; latest: string; all: Tally; byPrincipal: Map<string, Tally> };
type Range = { first: number; last: number };

export type TallyEvents = (span: Span) => Promise<Tally>;

export function createTallying(store: TrailStore): TallyEvents {
  const blocks = new Map<number, Block>();
  return async (span) => {
    const total = createTally();
    const there = await rangeOf(store, span);
    if (!there) return total;
    const known = await rangeOf(store, {});
    const whole = known ?? there;
    for (let first = blockStart(there.first); first <= there.last; first += BLOCK_EVENTS) {
      const range = { first, last: first + BLOCK_EVENTS - 1 };
      // Of a block that is not full yet, or that was pruned in part, nothing is kept.
      const isWhole = range.first >= whole.first && range.last <= whole.last;
      const block = isWhole ? await remembered(blocks, store, range) : null;
      addTally(total, (block && tallyOf(block, span)) ?? (await countRange(store, range, span)).all);
    }
    return total;
  };
}

function blockStart(seq: number): number {
  return seq - ((seq - 1) % BLOCK_EVENTS);
}

/** The first and the last event of a filter. */
async function rangeOf(store: TrailStore, filter: Span): Promise<Range | null> {
  const ends = (order: TrailFilter["order"]) => store.query({ ...filter, limit: 1, order });
  const [first] = await ends("asc");
  const [last] = await ends("desc");
  return first && last ? { first: Math.max(1, first.seq), last: last.seq } : null;
}

async function remembered(blocks: Map<number, Block>, store: TrailStore, range: Range): Promise<Block> {
  const known = blocks.get(range.first);
  if (known) return known;
  const block = await countRange(store, range, {});
  blocks.set(range.first, block);
  const [oldest] = blocks.keys();
  if (blocks.size > MOST_BLOCKS && oldest !== undefined) blocks.delete(oldest);
  return block;
}

/** Null when only a part of the block lies in the span. */
function tallyOf(
  { earliest, latest, all, byPrincipal }: Block,
  { principal, since, until }: Span,
): Tally | null {
  if ((since !== undefined && earliest < since) || (until !== undefined && latest >= until)) return null;
  return principal === undefined ? all : (byPrincipal.get(principal) ?? createTally());
}

async function countRange(store: TrailStore, { first, last }: Range, span: Span): Promise<Block> {
  const byPrincipal = new Map<string, Tally>();
  const block: Block = { earliest: "~", latest: "", all: createTally(), byPrincipal };
  for await (const row of walkEvents(store, { ...span, cursor: first - 1 }, last)) {
    if (row.at < block.earliest) block.earliest = row.at;
    if (row.at > block.latest) block.latest = row.at;
    countEvent(row, tallyFor(byPrincipal, row));
  }
  for (const tally of byPrincipal.values()) addTally(block.all, tally);
  return block;
}

function tallyFor(byPrincipal: Map<string, Tally>, { principal }: TrailRow): Tally {
  const name = principal ?? "";
  const tally = byPrincipal.get(name) ?? createTally();
  byPrincipal.set(name, tally);
  return tally;
}
