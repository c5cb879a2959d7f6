// Where state lives. Three stores, each an interface with its own file on disk, so that erasing a person
// from the vault never touches the trail. Only this folder knows which database stands behind them.

import type { StateStore } from "./state.ts";
import type { TrailStore } from "./trail.ts";
import type { VaultStore } from "./vault.ts";

export type Storage = { trail: TrailStore; vault: VaultStore; state: StateStore; close(): Promise<void> };

export { openSqliteStorage, openSqliteStorageReadOnly } from "./sqlite/sqlite-storage.ts";
export { openSqliteTrailStore, openTrailFiles } from "./sqlite/trail-store.ts";
export { TRAIL_VIEWS } from "./sqlite/trail-views.ts";
export type * from "./state.ts";
export type { FlowEntry } from "./summary/flow-entries.ts";
export type { Counts, Tally } from "./summary/tally.ts";
export type * from "./trail.ts";
export { TRAIL_COLUMNS } from "./trail-columns.ts";
export type * from "./vault.ts";
