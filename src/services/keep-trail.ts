import type { OperatorLog } from "../compose.ts";
import type { Trail } from "../record/record.ts";
import { VERSION } from "../version.ts";

const DAY_MS = 86_400_000;

export type TrailKeeping = {
  trail: Pick<Trail, "prune">;
  /** The last event that all sinks have taken. */
  deliveredThrough(): number;
  days: number;
  clock: () => Date;
  log: OperatorLog;
};

/** Old files of the trail go when the operator's time is over; the trail says so before they do. */
export async function pruneDaily(keeping: TrailKeeping): Promise<{ close(): Promise<void> }> {
  const { trail, deliveredThrough, days, clock, log } = keeping;
  const prune = async (): Promise<void> => {
    const before = new Date(clock().getTime() - days * DAY_MS);
    const order = { before, by: `sallyport ${VERSION}`, keepAfter: deliveredThrough() };
    const { segments, throughSeq } = await trail.prune(order);
    if (segments > 0) log(`${segments} files of the trail, up to event ${throughSeq}, were pruned.`, "info");
  };
  await prune();
  const timer = setInterval(() => void prune().catch(() => {}), DAY_MS).unref();
  return { close: async () => clearInterval(timer) };
}
