// The vault of a gateway that is not running, opened for one command. Whoever changes it owns the data folder meanwhile.

import { randomBytes } from "node:crypto";
import { join } from "node:path";
import {
  type ForgottenValue,
  forgetValue,
  KEY_BYTES,
  openMasterKey,
  parseMasterKey,
  rotateMasterKey,
  type VaultStats,
  vaultStats,
} from "../../../protect/protect.ts";
import { openCheckpointKeys, openTrail, type TrailEvent } from "../../../record/record.ts";
import { unknownSession } from "../../../services/tend-vault.ts";
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

type VaultEvent = Pick<TrailEvent, "kind" | "body">;

/** Whoever may run commands on the data folder; the operating system knows who that is. */
const OPERATOR = "operator";

export async function openStoppedVault(
  settings: LoadedSettings,
  use: "read" | "write",
): Promise<StoppedVault> {
  const storage = await (use === "read" ? openSqliteStorageReadOnly : openSqliteStorage)(settings.data);
  const store = storage.vault;
  const folder = join(settings.data, "keys");
  const openKey = () => openMasterKey(folder, settings, store);
  const record = async (event: VaultEvent): Promise<void> => {
    const keys = await openCheckpointKeys(settings.data);
    const trail = await openTrail(storage.trail, () => new Date(), { keys });
    await trail.append({ ...event, principal: OPERATOR }).finally(() => trail.close());
  };
  return {
    stats: () => vaultStats(store),
    async forgetSession(session) {
      const known = (await store.sessions()).find((one) => one.session === session);
      if (!known) throw unknownSession(session);
      const { tokens } = known;
      await record({ kind: "vault.forgotten", body: { why: "session", sessions: [{ session, tokens }] } });
      // Notes of a forgotten session hold tokens that would mean somebody else later.
      await storage.state.forgetNotes([session]);
      await storage.state.forgetFlowDraws([session]);
      await store.forget(session);
      return tokens;
    },
    async forgetValue(text) {
      const vault = { store, masterKey: await openKey(), region: settings.defaultRegion };
      return forgetValue(vault, text, (sessions) =>
        record({ kind: "vault.forgotten", body: { why: "value", sessions } }),
      );
    },
    async rotate(newKey) {
      const next = newKey === null ? randomBytes(KEY_BYTES) : parseMasterKey(newKey);
      const keys = { current: await openKey(), next, folder: newKey === null ? folder : null };
      return rotateMasterKey(store, keys, (body) => record({ kind: "vault.rotated", body }));
    },
    close: () => storage.close(),
  };
}
