// What a span of time adds up to, over all segments: the sums that lie in it, and the events that none of these covers.

import { setImmediate as nextTurn } from "node:timers/promises";
import type { TrailRow, TrailSpan } from "../storage.ts";
import { addFlow, type FlowEntries, type FlowEntry } from "../summary/flow-entries.ts";
import {
  addTallies,
  flowsOfRows,
  readFlows,
  readTallies,
  type Tallies,
  tallyOf,
  tallyRows,
} from "../summary/summarize.ts";
import { addTally, createTally, type Tally } from "../summary/tally.ts";
import type { SeqRange } from "./trail-blocks.ts";
import type { RangeFilter, TrailFile } from "./trail-file.ts";
import { boundsOf } from "./trail-filter.ts";
import type { Segments } from "./trail-segments.ts";
import type { SummaryKind } from "./trail-summaries.ts";

const PAGE_ROWS = 1000;

export async function tallySpan(segments: Segments, span: TrailSpan): Promise<Tally> {
  const { principal } = span;
  const total: Tallies = new Map();
  const contents = contentsOf(segments, span, { kind: "tallies", read: readTallies, count: tallyRows });
  for await (const tallies of contents) {
    const wanted = principal === undefined ? tallies : new Map([[principal, tallyOf(tallies, principal)]]);
    addTallies(total, wanted);
  }
  const sum = createTally();
  for (const tally of total.values()) addTally(sum, tally);
  return sum;
}

export async function flowsOfSpan(segments: Segments, span: TrailSpan): Promise<FlowEntry[]> {
  const { principal } = span;
  const total: FlowEntries = new Map();
  const only = { kind: "call.decided" };
  const contents = contentsOf(segments, span, { kind: "flows", read: readFlows, count: flowsOfRows, only });
  for await (const entries of contents) {
    for (const entry of entries) {
      if (principal === undefined || entry.principal === principal) addFlow(total, entry);
    }
  }
  return [...total.values()];
}

type Reading<Content> = {
  kind: SummaryKind;
  read(text: string): Content;
  count(rows: TrailRow[]): Content;
  /** Of the events that are read, only these count. */
  only?: RangeFilter;
};

async function* contentsOf<Content>(
  segments: Segments,
  span: TrailSpan,
  { kind, read, count, only }: Reading<Content>,
): AsyncGenerator<Content> {
  const filter = { ...span, ...only };
  // What comes in while somebody reads is not part of the answer.
  const through = segments.newest().head()?.seq ?? Number.MAX_SAFE_INTEGER;
  for (const { number, file } of segments.all()) {
    // Pruned while others had their turn.
    if (!segments.all().some((segment) => segment.number === number)) continue;
    const opened = file();
    for (const part of opened.partsOf(kind, boundsOf(filter), read)) {
      if ("content" in part) yield part.content;
      else for await (const rows of pagesOf(opened, filter, part.range, through)) yield count(rows);
    }
    await nextTurn();
  }
}

async function* pagesOf(
  file: TrailFile,
  filter: RangeFilter,
  { first, last }: SeqRange,
  through: number,
): AsyncGenerator<TrailRow[]> {
  const end = Math.min(last, through);
  for (let from = first; from <= end; ) {
    const rows = file.scanRange(filter, { first: from, last: end }, PAGE_ROWS);
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE_ROWS) return;
    from = (rows.at(-1)?.seq ?? end) + 1;
    await nextTurn();
  }
}
