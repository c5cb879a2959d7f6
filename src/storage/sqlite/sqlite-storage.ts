// The three stores as SQLite files in one data folder.

import { join } from "node:path";
import type { Storage } from "../storage.ts";
import { lockFolder } from "./folder-lock.ts";
import { createPrivateFolder } from "./private-file.ts";
import { openSqliteStateStore } from "./state-store.ts";
import { toOpeningError } from "./storage-errors.ts";
import { openSqliteTrailStore } from "./trail-store.ts";
import { openSqliteVaultStore } from "./vault-store.ts";

export type StorageOptions = {
  /** Size at which the trail goes on in a new file. */
  segmentMb?: number;
};

/** Opens the data folder for the one gateway that owns it; creates what is missing. */
export async function openSqliteStorage(folder: string, options: StorageOptions = {}): Promise<Storage> {
  try {
    await createPrivateFolder(folder);
  } catch (error) {
    throw toOpeningError(folder, error);
  }
  const lock = lockFolder(join(folder, "lock.db"));
  try {
    return await openStores(folder, { readOnly: false, ...options }, () => lock.release());
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Opens the data folder for questions, beside a running gateway or without one; every write is refused. */
export async function openSqliteStorageReadOnly(folder: string): Promise<Storage> {
  return openStores(folder, { readOnly: true }, () => {});
}

async function openStores(
  folder: string,
  { readOnly, ...options }: StorageOptions & { readOnly: boolean },
  release: () => void,
): Promise<Storage> {
  const opened: { close(): Promise<void> }[] = [];
  const keep = <T extends { close(): Promise<void> }>(store: T): T => {
    opened.push(store);
    return store;
  };
  const closeAll = async () => {
    for (const store of opened) await store.close();
  };
  try {
    const trail = keep(openSqliteTrailStore(folder, { readOnly, ...options }));
    const vault = keep(openSqliteVaultStore(join(folder, "vault.db"), readOnly));
    const state = keep(openSqliteStateStore(join(folder, "state.db"), readOnly));
    return { trail, vault, state, close: () => closeAll().finally(release) };
  } catch (error) {
    await closeAll();
    throw error;
  }
}
