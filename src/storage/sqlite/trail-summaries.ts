// Sums of each thousand events, of each ten of those, and of each ten of these, made in the transaction of the event that
// fills them: what is asked of a span of time reads the few that lie in it, and the events at its ends. Made from the
// events alone and no evidence: what no sum covers is read, and `audit verify` makes them all again.

import type BetterSqlite3 from "better-sqlite3";
import type { TrailRow } from "../storage.ts";
import type { CountRows } from "../summary/count-rows.ts";
import { joinSummaries, type SummaryText, summarizeRows } from "../summary/summarize.ts";
import type { RecentRows } from "./recent-rows.ts";
import type { Bounds, SeqRange } from "./trail-blocks.ts";
import { createCountWriter } from "./trail-counts.ts";

export const LEAF_ROWS = 1000;
export const JOINED_NODES = 10;
const TOP_LEVEL = 2;
/** A sum that would be longer, because very many different tokens went somewhere, is left to the ones below it. */
const MOST_TEXT = 1_000_000;

export type SummaryKind = keyof SummaryText;
type Place = SeqRange & { earliest: string; latest: string };
export type SummaryNode = Place & { level: number } & { [kind in SummaryKind]: string | null };
/** A sum, or events that must be read. */
export type SpanPart<Content> = { content: Content } | { range: SeqRange };

export type TrailSummaries = {
  /** In the transaction of the rows that fill it; `isLast` when no more rows follow in this file. */
  addDue(lastSeq: number, isLast?: boolean): void;
  /** What makes up the span, the lowest events first. */
  partsOf<Content>(kind: SummaryKind, bounds: Bounds, read: (text: string) => Content): SpanPart<Content>[];
};

export function createTrailSummaries(db: BetterSqlite3.Database, recent: RecentRows): TrailSummaries {
  return { addDue: createMaker(db, recent), partsOf: createReader(db) };
}

/** The last event that is summed up, those after it are not; `place` is that of the tables, such as `part1.`. */
export function summedThrough(place = ""): string {
  const base = `(SELECT base_seq FROM ${place}segment)`;
  return `SELECT coalesce((SELECT max(last) FROM ${place}summaries WHERE level = 0), ${base})`;
}

function createMaker(db: BetterSqlite3.Database, recent: RecentRows): TrailSummaries["addDue"] {
  const coveredThrough = db.prepare<[], number>(summedThrough()).pluck();
  const insert = db.prepare(
    "INSERT INTO summaries VALUES (@level, @first, @last, @earliest, @latest, @tallies, @flows)",
  );
  const unjoined = "level = ? AND first > coalesce((SELECT max(last) FROM summaries WHERE level = ?), -1)";
  const countLoose = db
    .prepare<[number, number], number>(`SELECT count(*) FROM summaries WHERE ${unjoined}`)
    .pluck();
  const loose = db.prepare<[number, number], SummaryNode>(
    `SELECT * FROM summaries WHERE ${unjoined} ORDER BY first LIMIT ${JOINED_NODES}`,
  );
  const addCounts = createCountWriter(db);
  const joinDue = (level: number) => {
    if (level === TOP_LEVEL || (countLoose.get(level, level + 1) ?? 0) < JOINED_NODES) return;
    insert.run(joinNodes(loose.all(level, level + 1)));
    joinDue(level + 1);
  };
  return (lastSeq, isLast = false) => {
    const fewest = isLast ? 1 : LEAF_ROWS;
    for (let covered = coveredThrough.get() ?? 0; lastSeq - covered >= fewest; ) {
      const rows = recent.after(covered, Math.min(LEAF_ROWS, lastSeq - covered));
      const { node, counts } = leafOf(rows);
      insert.run(node);
      addCounts(counts);
      joinDue(0);
      covered = node.last;
    }
  };
}

/** `rows` are never none. */
export function leafOf(rows: TrailRow[]): { node: SummaryNode; counts: CountRows } {
  const { text, counts } = summarizeRows(rows);
  const times = rows.map(({ at }) => at).sort();
  const place = { first: rows[0]?.seq ?? 0, last: rows.at(-1)?.seq ?? 0 };
  const span = { earliest: times[0] ?? "", latest: times.at(-1) ?? "" };
  return { node: { level: 0, ...place, ...span, ...limited(text) }, counts };
}

/** Ten neighbours as one. */
export function joinNodes(nodes: SummaryNode[]): SummaryNode {
  const join = (kind: SummaryKind) => {
    const texts = nodes.map((node) => node[kind]);
    return texts.every((text) => text !== null) ? texts : null;
  };
  const [tallies, flows] = [join("tallies"), join("flows")];
  const parts = nodes.map((_, index) => ({
    tallies: tallies?.[index] ?? "{}",
    flows: flows?.[index] ?? "[]",
  }));
  const text = limited(joinSummaries(parts));
  return {
    level: (nodes[0]?.level ?? 0) + 1,
    first: nodes[0]?.first ?? 0,
    last: nodes.at(-1)?.last ?? 0,
    earliest: nodes.map(({ earliest }) => earliest).sort()[0] ?? "",
    latest:
      nodes
        .map(({ latest }) => latest)
        .sort()
        .at(-1) ?? "",
    tallies: tallies && text.tallies,
    flows: flows && text.flows,
  };
}

function limited(text: SummaryText): { [kind in SummaryKind]: string | null } {
  const within = (part: string) => (part.length > MOST_TEXT ? null : part);
  return { tallies: within(text.tallies), flows: within(text.flows) };
}

function createReader(db: BetterSqlite3.Database): TrailSummaries["partsOf"] {
  const placesAt = db.prepare<[number, number, number], Place>(
    "SELECT first, last, earliest, latest FROM summaries WHERE level = ? AND first >= ? AND last <= ? ORDER BY first",
  );
  const textOf = {
    tallies: db.prepare<[number, number], string | null>(
      "SELECT tallies FROM summaries WHERE level = ? AND first = ?",
    ),
    flows: db.prepare<[number, number], string | null>(
      "SELECT flows FROM summaries WHERE level = ? AND first = ?",
    ),
  };
  return (kind, bounds, read) => {
    const parts: SpanPart<ReturnType<typeof read>>[] = [];
    const text = textOf[kind].pluck();
    const visit = (range: SeqRange, level: number) => {
      if (level < 0) {
        addRange(parts, range);
        return;
      }
      let from = range.first;
      for (const node of placesAt.all(level, range.first, range.last)) {
        if (node.first < from || node.last < node.first) continue;
        if (from < node.first) visit({ first: from, last: node.first - 1 }, level - 1);
        from = node.last + 1;
        if (isOutside(node, bounds)) continue;
        const content = isInside(node, bounds) ? readOrNull(text.get(level, node.first), read) : null;
        if (content === null) visit({ first: node.first, last: node.last }, level - 1);
        else parts.push({ content });
      }
      if (from <= range.last) visit({ first: from, last: range.last }, level - 1);
    };
    visit({ first: Number.MIN_SAFE_INTEGER, last: Number.MAX_SAFE_INTEGER }, TOP_LEVEL);
    return parts;
  };
}

/** Somebody may have edited it; then the events are read instead. */
function readOrNull<Content>(
  text: string | null | undefined,
  read: (text: string) => Content,
): Content | null {
  try {
    return text == null ? null : read(text);
  } catch {
    return null;
  }
}

function addRange(parts: SpanPart<unknown>[], range: SeqRange): void {
  const before = parts.at(-1);
  if (before && "range" in before && before.range.last + 1 === range.first) before.range.last = range.last;
  else parts.push({ range: { ...range } });
}

function isOutside({ earliest, latest }: Place, { since, until }: Bounds): boolean {
  return (since !== undefined && latest < since) || (until !== undefined && earliest >= until);
}

function isInside({ earliest, latest }: Place, { since, until }: Bounds): boolean {
  return (since === undefined || earliest >= since) && (until === undefined || latest < until);
}
