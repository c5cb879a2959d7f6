// Counting a trail ten thousand events at a time. What was written does not change, so each block is counted once.

import type { TrailFilter, TrailRow, TrailStore } from "../../storage/storage.ts";
import { walkEvents } from "./walk-events.ts";

const BLOCK_EVENTS = 10_000;

export type Span = { principal?: string; since?: string; until?: string };
type Range = { first: number; last: number };
type Block<Content> = { earliest: string; latest: string; content: Content };

export type Counting<Content> = {
  /** Only events of this kind are looked at. */
  kind?: string;
  /** Blocks that are remembered; beyond them the oldest are counted anew. */
  most: number;
  count(rows: AsyncIterable<TrailRow>): Promise<Content>;
};

/**
 * What was counted in each block that lies in the span. A block that lies in it as a whole holds the events of all
 * principals; one that does not, or is not full yet, holds only those that were asked for.
 */
export type Blocks<Content> = (span: Span) => AsyncGenerator<Content>;

export function rememberBlocks<Content>(store: TrailStore, counting: Counting<Content>): Blocks<Content> {
  const known = new Map<number, Block<Content>>();
  async function remembered(range: Range): Promise<Block<Content>> {
    const block = known.get(range.first) ?? (await countRange(store, counting, range, {}));
    known.set(range.first, block);
    const [oldest] = known.keys();
    if (known.size > counting.most && oldest !== undefined) known.delete(oldest);
    return block;
  }
  return async function* blocksIn(span) {
    const { kind } = counting;
    const wanted = await rangeOf(store, { ...span, ...(kind !== undefined && { kind }) });
    const whole = await rangeOf(store, {});
    if (!wanted || !whole) return;
    for (let first = blockStart(wanted.first); first <= wanted.last; first += BLOCK_EVENTS) {
      const range = { first, last: first + BLOCK_EVENTS - 1 };
      // Of a block that is not full yet, or that was pruned in part, nothing is kept.
      const isWhole = range.first >= whole.first && range.last <= whole.last;
      const block = isWhole ? await remembered(range) : null;
      yield block && liesIn(block, span)
        ? block.content
        : (await countRange(store, counting, range, span)).content;
    }
  };
}

function blockStart(seq: number): number {
  return seq - ((seq - 1) % BLOCK_EVENTS);
}

/** The first and the last event of a filter. */
async function rangeOf(store: TrailStore, filter: Span & { kind?: string }): Promise<Range | null> {
  const ends = (order: TrailFilter["order"]) => store.query({ ...filter, limit: 1, order });
  const [first] = await ends("asc");
  const [last] = await ends("desc");
  return first && last ? { first: Math.max(1, first.seq), last: last.seq } : null;
}

function liesIn({ earliest, latest }: Block<unknown>, { since, until }: Span): boolean {
  return (since === undefined || earliest >= since) && (until === undefined || latest < until);
}

async function countRange<Content>(
  store: TrailStore,
  { kind, count }: Counting<Content>,
  { first, last }: Range,
  span: Span,
): Promise<Block<Content>> {
  let earliest = "~";
  let latest = "";
  async function* rows() {
    const filter = { ...span, ...(kind !== undefined && { kind }), cursor: first - 1 };
    for await (const row of walkEvents(store, filter, last)) {
      if (row.at < earliest) earliest = row.at;
      if (row.at > latest) latest = row.at;
      yield row;
    }
  }
  const content = await count(rows());
  return { earliest, latest, content };
}
