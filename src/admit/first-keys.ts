// The keys of the first start, and the admin's key that the operator sets.

import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { GatewayError } from "../errors.ts";
import type { KeyRow, StateStore } from "../storage/storage.ts";
import type { Role } from "../vocabulary.ts";
import { hashSecret, type NewKey, newKey, newSecret } from "./new-key.ts";

/** A key of the first start: shown once, and kept in a file that only its owner may read. */
export type FirstKey = { id: string; name: string; role: Role; secret: string; file: string };

export type KeyChange = { kind: "key.created" | "key.revoked"; row: KeyRow };

export type Bootstrap = {
  state: StateStore;
  keysFolder: string;
  /** Gets every change before it is made. */
  record: (change: KeyChange) => Promise<void>;
  now: Date;
};

export async function makeFirstKeys(parts: Bootstrap, adminSecret: string | undefined): Promise<FirstKey[]> {
  const isFirstStart = (await parts.state.listKeys()).length === 0;
  if (adminSecret) await setAdminSecret(parts, adminSecret);
  if (!isFirstStart) return [];
  const roles: Role[] = adminSecret ? ["agent"] : ["admin", "agent"];
  const made: FirstKey[] = [];
  for (const role of roles) {
    const key = newKey({ name: role, role, groups: [] }, newSecret(role), parts.now);
    // The file comes first: a key whose secret nobody has would lock the operator out.
    made.push(await keepForOwner(parts.keysFolder, key));
    await addKey(parts, key);
  }
  return made;
}

async function setAdminSecret(parts: Bootstrap, secret: string): Promise<void> {
  const holder = await parts.state.findKey(hashSecret(secret));
  if (holder?.name === "admin" && holder.role === "admin" && holder.revokedAt === null) return;
  if (holder) {
    const whose = `the ${holder.revokedAt === null ? "" : "revoked "}key "${holder.name}"`;
    throw new GatewayError("SETTINGS_INVALID", `The setting adminKey holds the secret of ${whose}.`, {
      hint: "Choose a secret that no key has had before.",
    });
  }
  const keys = await parts.state.listKeys();
  for (const current of keys.filter((key) => key.name === "admin" && key.revokedAt === null)) {
    await parts.record({ kind: "key.revoked", row: current });
    await parts.state.revokeKey(current.id, parts.now.toISOString());
  }
  await addKey(parts, newKey({ name: "admin", role: "admin", groups: [] }, secret, parts.now));
}

async function addKey({ state, record }: Bootstrap, { row }: NewKey): Promise<void> {
  await record({ kind: "key.created", row });
  await state.addKey(row);
}

async function keepForOwner(folder: string, { row, secret }: NewKey): Promise<FirstKey> {
  const file = join(folder, `${row.name}.key`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(file, `${secret}\n`, { mode: 0o600 });
    await chmod(file, 0o600);
  } catch (cause) {
    throw new GatewayError("STORAGE_UNAVAILABLE", `The key file ${file} cannot be written.`, {
      hint: "Check that the gateway's user may write to the data folder.",
      cause,
    });
  }
  return { id: row.id, name: row.name, role: row.role, secret, file };
}
