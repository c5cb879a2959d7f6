import { setImmediate as nextTurn } from "node:timers/promises";
import type { TrailFilter, TrailRow, TrailStore } from "../../storage/storage.ts";

const PAGE_ROWS = 1000;

/** All events of a filter up to the one with the number `through`, the oldest first. Between pages others get their turn: a gateway may be serving here. */
export async function* walkEvents(
  store: TrailStore,
  filter: Omit<TrailFilter, "limit" | "order">,
  through = Number.POSITIVE_INFINITY,
): AsyncGenerator<TrailRow> {
  // What comes in while somebody reads is not part of the answer; a reading that is recorded would never end.
  const end = Math.min(through, (await store.head())?.seq ?? 0);
  let cursor = filter.cursor ?? 0;
  for (;;) {
    const page = await store.query({ ...filter, cursor, limit: PAGE_ROWS, order: "asc" });
    for (const row of page) {
      if (row.seq > end) return;
      yield row;
    }
    if (page.length < PAGE_ROWS) return;
    cursor = page.at(-1)?.seq ?? cursor;
    await nextTurn();
  }
}
