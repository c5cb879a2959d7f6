// The vault of a gateway that is not running, opened for one command. Whoever changes it owns the data folder meanwhile.

import { join } from "node:path";
import { GatewayError } from "../../../errors.ts";
import {
  type ForgottenValue,
  forgetValue,
  openMasterKey,
  parseMasterKey,
  rotateMasterKey,
  type VaultStats,
  vaultStats,
} from "../../../protect/protect.ts";
import type { LoadedSettings } from "../../../settings.ts";
import { openSqliteStorage, openSqliteStorageReadOnly } from "../../../storage/storage.ts";

export type StoppedVault = {
  stats(): Promise<VaultStats>;
  /** How many tokens it held. */
  forgetSession(session: string): Promise<number>;
  forgetValue(text: string): Promise<ForgottenValue[]>;
  /** Null: a new key in keys/vault.key. */
  rotate(newKey: string | null): Promise<{ sessions: number }>;
  close(): Promise<void>;
};

export async function openStoppedVault(
  settings: LoadedSettings,
  use: "read" | "write",
): Promise<StoppedVault> {
  const storage = await (use === "read" ? openSqliteStorageReadOnly : openSqliteStorage)(settings.data);
  const store = storage.vault;
  const folder = join(settings.data, "keys");
  const openKey = () => openMasterKey(folder, settings, store);
  return {
    stats: () => vaultStats(store),
    async forgetSession(session) {
      const known = (await store.sessions()).find((one) => one.session === session);
      if (!known)
        throw new GatewayError("NOT_FOUND", `The vault holds no session ${session}.`, {
          hint: "A session is written as principal/name; sessions without personal values are not stored.",
        });
      await store.forget(session);
      return known.tokens;
    },
    async forgetValue(text) {
      return forgetValue({ store, masterKey: await openKey(), region: settings.defaultRegion }, text);
    },
    async rotate(newKey) {
      const next = newKey === null ? null : parseMasterKey(newKey);
      return rotateMasterKey(store, await openKey(), next === null ? { folder } : { next });
    },
    close: () => storage.close(),
  };
}
