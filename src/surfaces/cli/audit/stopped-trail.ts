// The trail of a gateway that is not running, read from its files. Nothing is written: an auditor may hold
// a copy of the folder, and a broken trail must stay as it was found.

import { presentRow, readCheckpointKeys, verifyTrail } from "../../../record/record.ts";
import { openSqliteStorageReadOnly } from "../../../storage/storage.ts";
import type { TrailReading } from "../gateway/reach-gateway.ts";

export async function openStoppedTrail(dataFolder: string): Promise<TrailReading> {
  const storage = await openSqliteStorageReadOnly(dataFolder);
  return {
    async readTrail(filter) {
      const events = (await storage.trail.query(filter)).map(presentRow);
      const last = events.length === filter.limit ? events.at(-1)?.["seq"] : undefined;
      return { events, ...(last !== undefined ? { next: String(last) } : {}) };
    },
    async verifyTrail() {
      return verifyTrail(storage.trail, await readCheckpointKeys(dataFolder));
    },
    close: () => storage.close(),
  };
}
