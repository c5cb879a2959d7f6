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
import { openCheckpointKeys, openTrail, type TrailEvent } from "../../../record/record.ts";
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
      if (!known)
        throw new GatewayError("NOT_FOUND", `The vault holds no session ${session}.`, {
          hint: "A session is written as principal/name; sessions without personal values are not stored.",
        });
      const { tokens } = known;
      await record({ kind: "vault.forgotten", body: { why: "session", sessions: [{ session, tokens }] } });
      // Notes of a forgotten session hold tokens that would mean somebody else later.
      await storage.state.forgetNotes([session]);
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
      const next = newKey === null ? null : parseMasterKey(newKey);
      const target = next === null ? { folder } : { next };
      return rotateMasterKey(store, await openKey(), target, (body) =>
        record({ kind: "vault.rotated", body }),
      );
    },
    close: () => storage.close(),
  };
}
