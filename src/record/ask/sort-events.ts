// Events in another order than that of the trail. An index for every order would cost a third of the write rate, so all
// events of the filter are looked at, page by page, while others get their turn; only one page of them is kept.

import { setImmediate as nextTurn } from "node:timers/promises";
import { GatewayError } from "../../errors.ts";
import type { SortKey } from "../../event-columns.ts";
import type { TrailFilter, TrailRow, TrailStore } from "../../storage/storage.ts";
import { numberIn, readBody } from "../../text/read-body.ts";

/** `cursor` is always the last event of the page before: events do not change, so it says where to go on in any order. */
export type EventQuestion = TrailFilter & { sort?: SortKey };

const PAGE_ROWS = 1000;
/** About two seconds of reading. */
const MOST_SORTED = 2_000_000;

type Value = string | number | null;
type Entry = { row: TrailRow; value: Value };

const VALUES: Record<Exclude<SortKey, "seq">, (row: TrailRow) => Value> = {
  time: ({ at }) => at,
  principal: ({ principal }) => principal,
  tool: ({ tool }) => tool,
  kind: ({ kind }) => kind,
  duration: (row) => (row.body.includes('"durationMs":') ? numberIn(readBody(row), "durationMs") : null),
};

export async function queryEvents(store: TrailStore, question: EventQuestion): Promise<TrailRow[]> {
  const { sort = "seq", cursor, ...filter } = question;
  if (sort === "seq") return store.query(cursor === undefined ? filter : { ...filter, cursor });
  const entryOf = (row: TrailRow): Entry => ({ row, value: VALUES[sort](row) });
  const compare = comparing(filter.order);
  const after = cursor === undefined ? null : entryOf(await rowAt(store, cursor));
  let kept: Entry[] = [];
  let seen = 0;
  for await (const rows of pagesOf(store, filter)) {
    seen += rows.length;
    if (seen > MOST_SORTED) throw tooMany();
    const later = rows.map(entryOf).filter((entry) => after === null || compare(entry, after) > 0);
    kept = [...kept, ...later].sort(compare).slice(0, filter.limit);
  }
  return kept.map(({ row }) => row);
}

/** Events without a value come last in both orders; among equals the number decides. */
function comparing(order: TrailFilter["order"]): (a: Entry, b: Entry) => number {
  const sign = order === "asc" ? 1 : -1;
  return (a, b) => {
    if (a.value === b.value) return sign * (a.row.seq - b.row.seq);
    if (a.value === null || b.value === null) return a.value === null ? 1 : -1;
    return sign * (a.value < b.value ? -1 : 1);
  };
}

async function* pagesOf(store: TrailStore, filter: Omit<TrailFilter, "cursor">): AsyncGenerator<TrailRow[]> {
  let cursor = 0;
  for (;;) {
    const rows = await store.query({ ...filter, cursor, limit: PAGE_ROWS, order: "asc" });
    yield rows;
    if (rows.length < PAGE_ROWS) return;
    cursor = rows.at(-1)?.seq ?? cursor;
    await nextTurn();
  }
}

async function rowAt(store: TrailStore, seq: number): Promise<TrailRow> {
  const [row] = await store.scan(seq - 1, 1);
  if (row?.seq === seq) return row;
  throw new GatewayError("BAD_REQUEST", `The cursor ${seq} is no event of this trail.`, {
    hint: "Take `next` of the page before; an event that was pruned meanwhile cannot be gone on from.",
  });
}

function tooMany(): GatewayError {
  return new GatewayError(
    "BAD_REQUEST",
    `More than ${MOST_SORTED.toLocaleString("en")} events fit the filter; they are not sorted.`,
    { hint: "Narrow it, for example by `since`, `kind` or `tool`, or leave `sort` out." },
  );
}
