// A vault store in memory, with the promises of the real one: saves are all or none, keys are created once.

import type { VaultRow, VaultStore } from "../../src/storage/storage.ts";

export type MemoryVaultStore = VaultStore & {
  keys: Map<string, Uint8Array>;
  uses: Map<string, number>;
  retired: Map<string, Record<string, number>>;
  keyId: string | null;
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
    uses: new Map(),
    retired: new Map(),
    keyId: null,
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
      const last: Record<string, number> = store.retired.get(session) ?? {};
      for (const row of store.rows.values())
        if (row.session === session) last[row.class] = Math.max(last[row.class] ?? 0, row.number);
      store.retired.set(session, last);
      for (const [key, row] of store.rows) if (row.session === session) store.rows.delete(key);
    },
    async retiredNumbers(session) {
      fail();
      return { ...store.retired.get(session) };
    },
    async wipe(session, tokens) {
      fail();
      for (const token of tokens) {
        const row = store.rows.get(`${session}\0${token}`);
        if (row) Object.assign(row, { value: new Uint8Array(), lookup: `wiped:${token}`, sources: [] });
      }
    },
    async touch(session, at) {
      fail();
      store.uses.set(session, Math.max(at, store.uses.get(session) ?? 0));
    },
    async usedAt(session) {
      fail();
      return store.uses.get(session) ?? null;
    },
    async sessions() {
      fail();
      return [...store.keys].map(([session, wrappedKey]) => {
        const tokens = [...store.rows.values()].filter(
          (row) => row.session === session && row.value.length > 0,
        );
        return { session, wrappedKey, usedAt: store.uses.get(session) ?? 0, tokens: tokens.length };
      });
    },
    async countClasses() {
      fail();
      const counts: Record<string, number> = {};
      for (const row of store.rows.values())
        if (row.value.length > 0) counts[row.class] = (counts[row.class] ?? 0) + 1;
      return counts;
    },
    async masterKeyId() {
      fail();
      return store.keyId;
    },
    async rewrap(keys, masterKeyId) {
      fail();
      if (keys.size !== store.keys.size) throw new Error("the sessions have changed");
      for (const [session, key] of keys) store.keys.set(session, key);
      store.keyId = masterKeyId;
    },
    async close() {},
  };
  return store;
}
