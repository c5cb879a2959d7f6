import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { SORT_KEYS, type SortKey } from "../../src/event-columns.ts";
import {
  type AuditDesk,
  createAuditDesk,
  openTrail,
  type Trail,
  type TrailEvent,
} from "../../src/record/record.ts";
import { openSqliteStorage } from "../../src/storage/storage.ts";

const EVENTS = 1200;

/** Durations repeat, and every fourth event has none; tools and principals repeat more often. */
function madeEvent(number: number): TrailEvent {
  const isDecided = number % 3 === 0;
  return {
    kind: isDecided ? "call.decided" : "call.completed",
    principal: `p${(number * 31) % 5}`,
    run: "run_1",
    call: `call_${number}`,
    ...(!isDecided && number % 5 === 0 ? {} : { tool: `crm.t${(number * 17) % 7}` }),
    ...(isDecided ? { decision: "deny" } : { status: "succeeded" }),
    body: number % 4 === 0 ? {} : { durationMs: (number * 7919) % 50 },
  };
}

type Shown = { seq: number; call?: string } & Record<string, unknown>;

function shownBy(event: Shown, sort: SortKey): unknown {
  if (sort === "duration") return (event["body"] as { durationMs?: number }).durationMs;
  return event[sort === "time" ? "at" : sort];
}

describe("sorted pages", () => {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-test-"));
  let trail: Trail;
  let desk: AuditDesk;
  let close = async () => {};
  before(async () => {
    const storage = await openSqliteStorage(folder, { segmentMb: 0.3 });
    trail = await openTrail(storage.trail);
    for (let first = 1; first <= EVENTS; first += 300) {
      await trail.append(...Array.from({ length: 300 }, (_, index) => madeEvent(first + index)));
    }
    const evidence = () => Promise.reject(new Error("not asked"));
    desk = createAuditDesk({ store: storage.trail, evidence, recordRead: async () => {} });
    assert.ok((await storage.trail.segments()).length > 1, "over more than one file");
    close = async () => {
      await trail.close();
      await storage.close();
    };
  });
  after(async () => {
    await close();
    await rm(folder, { recursive: true, force: true });
  });

  async function readAll(sort: SortKey, order: "asc" | "desc"): Promise<Shown[]> {
    const shown: Shown[] = [];
    let next: string | undefined;
    do {
      const cursor = next === undefined ? {} : { cursor: Number(next) };
      const page = await desk.events("reader", { kind: "call.*", sort, order, limit: 500, ...cursor });
      shown.push(...(page.events as Shown[]));
      next = page.next;
      await trail.append(madeEvent(5000 + shown.length));
    } while (next !== undefined);
    return shown;
  }

  for (const sort of SORT_KEYS) {
    for (const order of ["asc", "desc"] as const) {
      test(`by ${sort} ${order} show every event once, whatever is appended meanwhile`, async () => {
        const shown = await readAll(sort, order);
        assert.equal(new Set(shown.map(({ seq }) => seq)).size, shown.length, "none twice");
        const first = shown.filter(({ call = "" }) => Number(call.slice(5)) <= EVENTS);
        assert.equal(first.length, EVENTS, "none is missing");
        const missing = shown.findIndex((event) => shownBy(event, sort) === undefined);
        const filled = missing < 0 ? shown : shown.slice(0, missing);
        assert.ok(
          shown.slice(filled.length).every((event) => shownBy(event, sort) === undefined),
          "last",
        );
        const ascending = order === "asc" ? filled : filled.toReversed();
        for (const [index, event] of ascending.slice(1).entries()) {
          const previous = ascending[index] as Shown;
          const [a, b] = [shownBy(previous, sort) as string, shownBy(event, sort) as string];
          assert.ok(
            a < b || (a === b && previous.seq < event.seq),
            `${a} ${previous.seq}, ${b} ${event.seq}`,
          );
        }
      });
    }
  }

  test("go on from no event that is not there", async () => {
    const question = { sort: "tool" as const, order: "asc" as const, limit: 5, cursor: 99_999 };
    await assert.rejects(desk.events("reader", question), /The cursor 99999 is no event/);
  });
});
