// A vault store in memory, with the promises of the real one: saves are all or none, keys are created once.

import type { VaultRow, VaultStore } from "../../src/storage/storage.ts";

export type MemoryVaultStore = VaultStore & {
  keys: Map<string, Uint8Array>;
  rows: Map<string, VaultRow>;
  saves: VaultRow[][];
  /** Set to make the next calls fail. */
  failure: Error | null;
};

export function createMemoryVaultStore(): MemoryVaultStore {
  const fail = () => {
    if (store.failure) throw store.failure;
  };
  const store: MemoryVaultStore = {
    keys: new Map(),
    rows: new Map(),
    saves: [],
    failure: null,
    async sessionKey(session) {
      fail();
      return store.keys.get(session) ?? null;
    },
    async createSession(session, wrappedKey) {
      fail();
      if (!store.keys.has(session)) store.keys.set(session, wrappedKey);
    },
    async load(session) {
      fail();
      return structuredClone([...store.rows.values()].filter((row) => row.session === session));
    },
    async save(rows) {
      fail();
      store.saves.push(structuredClone(rows));
      for (const row of rows) store.rows.set(`${row.session}\0${row.token}`, structuredClone(row));
    },
    async forget(session) {
      fail();
      store.keys.delete(session);
      for (const [key, row] of store.rows) if (row.session === session) store.rows.delete(key);
    },
    async close() {},
  };
  return store;
}
