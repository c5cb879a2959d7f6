// The stores, the trail on top of them, and everyone who listens to it.

import { createMetrics, openTraces } from "../metrics/metrics.ts";
import { openCheckpointKeys, openDelivery, openTrail } from "../record/record.ts";
import { openSqliteStorage } from "../storage/storage.ts";
import type { Opening } from "./opening.ts";

export type OpenRecord = Awaited<ReturnType<typeof openRecord>>;

export async function openRecord({ settings, log, clock, keep }: Opening) {
  const storage = keep(await openSqliteStorage(settings.data, { segmentMb: settings.trailSegmentMb }));
  const keys = await openCheckpointKeys(settings.data);
  const metrics = createMetrics();
  const { traceEndpoint } = settings;
  const traces = traceEndpoint ? keep(openTraces({ endpoint: traceEndpoint, log })) : null;
  const { trail: store, state: cursors } = storage;
  const delivery = keep(await openDelivery({ store, cursors, sinks: settings.auditSinks, log }));
  const trail = keep(
    await openTrail(store, clock, {
      keys,
      onAppended(events, waitedMs) {
        metrics.onAppended(events, waitedMs);
        traces?.add(events);
        delivery.wake();
      },
      onRefused: metrics.onRefused,
    }),
  );
  return { storage, trail, delivery, metrics, traces };
}
