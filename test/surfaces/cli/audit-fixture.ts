import { join } from "node:path";
import { openCheckpointKeys, openTrail, type TrailEvent } from "../../../src/record/record.ts";
import { openSqliteStorage } from "../../../src/storage/storage.ts";
import { SAMPLE_EVENTS } from "../../record/sample-events.ts";
import { callDecided } from "../../record/trail-fixture.ts";
import { type Desk, openDesk } from "./cli-fixture.ts";

/** A stopped gateway's folder: one file of 2025, and one with what happened in the last hour. */
export async function openAuditDesk(more: TrailEvent[] = []): Promise<Desk> {
  const desk = openDesk();
  const folder = join(desk.folder, ".sallyport");
  let now = new Date("2025-12-10T08:00:00Z");
  const storage = await openSqliteStorage(folder);
  const trail = await openTrail(storage.trail, () => now, { keys: await openCheckpointKeys(folder) });
  await trail.append(callDecided("call_old", { run: "run_old" }));
  now = new Date(Date.now() - 3_600_000);
  for (const events of SAMPLE_EVENTS) {
    now = new Date(now.getTime() + 1000);
    await trail.append(...events);
  }
  await trail.append(...more);
  await trail.close();
  await storage.close();
  return desk;
}
