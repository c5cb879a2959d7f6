// What stands in each thousand events, so that a question about a name that is rare, or not there at all, reads a few
// blocks instead of everything. One row for a thousand events costs nothing; an index on each column would cost a third
// of the write rate. A convenience and no evidence: events that no block covers are always read.

import type BetterSqlite3 from "better-sqlite3";
import { globFitter } from "../../text/glob-fitter.ts";
import type { TrailFilter, TrailRow } from "../storage.ts";
import type { RecentRows } from "./recent-rows.ts";

const BLOCK_ROWS = 1000;
const NAMED = ["kind", "principal", "tool", "decision", "rule", "status"] as const;
const CLASS_IN_BODY = /"class":"([^"]+)"/g;

type Name = (typeof NAMED)[number] | "class";
const PATTERNED: ReadonlySet<Name> = new Set(["kind", "tool"]);
const equals = (value: string) => (name: string) => name === value;

type Block = { first: number; last: number; earliest: string; latest: string; names: Record<Name, string[]> };
type BlockRow = Omit<Block, "names"> & { names: string };

/** Both ends are part of it. */
export type SeqRange = { first: number; last: number };
export type Bounds = { since?: string | undefined; until?: string | undefined };

export type TrailBlocks = {
  /** In the transaction of the rows that fill it. */
  addDue(lastSeq: number): void;
  /** Where events of the filter may stand, the lowest first, the end of the file included. */
  rangesOf(filter: TrailFilter, bounds: Bounds): SeqRange[];
};

export function createTrailBlocks(db: BetterSqlite3.Database, recent: RecentRows): TrailBlocks {
  const coveredThrough = db
    .prepare<[], number>("SELECT coalesce((SELECT max(last) FROM blocks), (SELECT base_seq FROM segment))")
    .pluck();
  const insert = db.prepare("INSERT INTO blocks VALUES (@first, @last, @earliest, @latest, @names)");
  const load = db.prepare<[number], BlockRow>("SELECT * FROM blocks WHERE last > ? ORDER BY last");
  const loaded: Block[] = [];
  return {
    addDue(lastSeq) {
      for (let covered = coveredThrough.get() ?? 0; lastSeq - covered >= BLOCK_ROWS; ) {
        const block = describeBlock(recent.after(covered, BLOCK_ROWS));
        insert.run({ ...block, names: JSON.stringify(block.names) });
        covered = block.last;
      }
    },
    rangesOf(filter, bounds) {
      for (const row of load.iterate(loaded.at(-1)?.last ?? 0)) {
        loaded.push({ ...row, names: JSON.parse(row.names) as Block["names"] });
      }
      return joinRanges(loaded, matcherOf(filter, bounds));
    },
  };
}

function describeBlock(rows: TrailRow[]): Block {
  const distinct = (name: (typeof NAMED)[number]) => [...new Set(rows.map((row) => row[name] ?? ""))];
  const names = Object.fromEntries(NAMED.map((name) => [name, distinct(name)]));
  const classes = rows.flatMap(({ body }) =>
    Array.from(body.matchAll(CLASS_IN_BODY), ([, found = ""]) => found),
  );
  const times = rows.map(({ at }) => at).sort();
  return {
    first: rows[0]?.seq ?? 0,
    last: rows.at(-1)?.seq ?? 0,
    earliest: times[0] ?? "",
    latest: times.at(-1) ?? "",
    names: { ...names, class: [...new Set(classes)] } as Block["names"],
  };
}

function matcherOf(filter: TrailFilter, { since, until }: Bounds): (block: Block) => boolean {
  const wanted = ([...NAMED, "class"] as const).flatMap((name) => {
    const value = filter[name];
    return value === undefined
      ? []
      : [{ name, fits: PATTERNED.has(name) ? globFitter(value) : equals(value) }];
  });
  return ({ earliest, latest, names }) => {
    if (since !== undefined && latest < since) return false;
    if (until !== undefined && earliest >= until) return false;
    return wanted.every(({ name, fits }) => names[name].some(fits));
  };
}

function joinRanges(blocks: Block[], fits: (block: Block) => boolean): SeqRange[] {
  const ranges: SeqRange[] = [];
  // From the lowest number that a row can have: rows that were slipped in below the first block are shown too.
  let from = Number.MIN_SAFE_INTEGER;
  for (const block of blocks) {
    if (fits(block)) continue;
    if (from < block.first) ranges.push({ first: from, last: block.first - 1 });
    from = block.last + 1;
  }
  ranges.push({ first: from, last: Number.MAX_SAFE_INTEGER });
  return ranges;
}
