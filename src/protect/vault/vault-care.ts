// What operators do to the vault: forget sessions and values, change the master key, count. Nothing here shows a value.

import type { VaultRow, VaultStore } from "../../storage/storage.ts";
import { canonicalForms } from "../detect/canonical-forms.ts";
import { finishRotation, masterKeyId, prepareKeyFile } from "./master-key.ts";
import { identities } from "./session-tokens.ts";
import { rewrapKey, type SessionCipher, unwrapSessionCipher } from "./vault-cipher.ts";

export type VaultStats = {
  sessions: number;
  tokens: number;
  classes: Record<string, number>;
  /** ISO time of the session that was left alone longest; null for an empty vault. */
  oldestUse: string | null;
};

export async function vaultStats(store: VaultStore): Promise<VaultStats> {
  const sessions = await store.sessions();
  const oldest = Math.min(...sessions.map((session) => session.usedAt));
  return {
    sessions: sessions.length,
    tokens: sessions.reduce((sum, session) => sum + session.tokens, 0),
    classes: await store.countClasses(),
    oldestUse: sessions.length === 0 ? null : new Date(oldest).toISOString(),
  };
}

export type ForgottenValue = { session: string; tokens: string[] };

/**
 * Wipes a value, in every spelling that counts as the same, from all sessions. Found by keyed hash: no stored value is opened.
 * The names of its tokens stay taken, so that text that still holds them never means somebody else.
 */
export async function forgetValue(
  { store, masterKey, region }: { store: VaultStore; masterKey: Uint8Array; region: string },
  text: string,
  beforeWipe: (found: ForgottenValue[]) => Promise<void> = async () => {},
): Promise<ForgottenValue[]> {
  const forms = canonicalForms(text, region);
  const forgotten: ForgottenValue[] = [];
  for (const { session, wrappedKey } of await store.sessions()) {
    const cipher = unwrapSessionCipher(masterKey, session, wrappedKey);
    const rows = await store.load(session);
    const lookups = new Set<string>();
    for (const name of new Set(rows.map((row) => row.class))) {
      const canonicals = new Set([...forms.plain, ...(forms.byClass.get(name) ?? [])]);
      addLookups(lookups, cipher, name, canonicals);
    }
    const tokens = rows.filter((row) => lookups.has(row.lookup)).map((row) => row.token);
    if (tokens.length === 0) continue;
    forgotten.push({ session, tokens });
  }
  if (forgotten.length > 0) await beforeWipe(forgotten);
  for (const { session, tokens } of forgotten) await store.wipe(session, tokens);
  return forgotten;
}

function addLookups(
  lookups: Set<string>,
  cipher: SessionCipher,
  name: VaultRow["class"],
  canonicals: Iterable<string>,
): void {
  for (const canonical of canonicals)
    for (const identity of identities(canonical)) lookups.add(cipher.fingerprint(name, identity));
}

export type Rotation = { sessions: number; keyId: string };

/**
 * All session keys under a new master key. The new key's file is on disk before the vault changes, and the vault names the key
 * in the same transaction: a crash at any moment leaves one key that opens everything, and the next start finds it.
 */
export async function rotateMasterKey(
  store: VaultStore,
  /** `folder` is that of the key's file; null where the settings give the key. */
  { current, next, folder }: { current: Uint8Array; next: Uint8Array; folder: string | null },
  beforeRewrap: (about: Rotation) => Promise<void> = async () => {},
): Promise<Rotation> {
  const sessions = await store.sessions();
  const keys = new Map(
    sessions.map(({ session, wrappedKey }) => [session, rewrapKey({ current, next }, session, wrappedKey)]),
  );
  const rotation = { sessions: keys.size, keyId: masterKeyId(next) };
  await beforeRewrap(rotation);
  if (folder !== null) await prepareKeyFile(folder, next);
  await store.rewrap(keys, masterKeyId(next));
  if (folder !== null) await finishRotation(folder, store);
  return rotation;
}
