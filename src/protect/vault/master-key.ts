// The key that wraps every session's data key: from a file (made at the first start), from the settings, or from a command.
// A lost key means an unreadable vault, never a readable one.

import { execFile } from "node:child_process";
import { createHash, hkdfSync, randomBytes } from "node:crypto";
import { mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { GatewayError } from "../../errors.ts";
import type { VaultStore } from "../../storage/storage.ts";
import { unwrapSessionCipher } from "./vault-cipher.ts";

export const KEY_BYTES = 32;
const COMMAND_TIMEOUT_MS = 15_000;

export type MasterKeySource = {
  /** 64 hex digits, or base64. */
  masterKey?: string | undefined;
  /** Run by the shell; what it prints is the key. */
  masterKeyCommand?: string | undefined;
};

/** The key of this vault. A wrong one is refused here, before it could wrap anything. */
export async function openMasterKey(
  folder: string,
  source: MasterKeySource = {},
  store?: VaultStore,
): Promise<Uint8Array> {
  if (source.masterKey !== undefined && source.masterKeyCommand !== undefined)
    throw new GatewayError("SETTINGS_INVALID", "Both masterKey and masterKeyCommand are set.", {
      hint: "Keep the one that holds the vault's key.",
    });
  const key = await readKey(folder, source, store);
  if (store) await claimVault(store, key);
  return key;
}

async function readKey(folder: string, source: MasterKeySource, store?: VaultStore): Promise<Uint8Array> {
  if (source.masterKey !== undefined) return parseMasterKey(source.masterKey);
  if (source.masterKeyCommand !== undefined) return parseMasterKey(await runCommand(source.masterKeyCommand));
  return readKeyFile(folder, store);
}

export function parseMasterKey(text: string): Uint8Array {
  const trimmed = text.trim();
  if (/^[0-9A-Fa-f]{64}$/.test(trimmed)) return Buffer.from(trimmed, "hex");
  if (/^[A-Za-z0-9+/]{43}=$/.test(trimmed)) return Buffer.from(trimmed, "base64");
  throw new GatewayError(
    "SETTINGS_INVALID",
    "The vault's master key is not 32 bytes as hex digits or base64.",
    {
      hint: "Make one with `openssl rand -hex 32`.",
    },
  );
}

/** Names a key without giving it away. */
export function masterKeyId(key: Uint8Array): string {
  const derived = Buffer.from(hkdfSync("sha256", key, "", "sallyport master key id", KEY_BYTES));
  return createHash("sha256").update(derived).digest("hex").slice(0, 32);
}

/** Its output is the key: neither it nor what the command complains about is ever shown. */
function runCommand(command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { timeout: COMMAND_TIMEOUT_MS, maxBuffer: 4096 };
    execFile("/bin/sh", ["-c", command], options, (error, stdout) => {
      if (error === null) resolve(stdout);
      else reject(unavailable("cannot be had: masterKeyCommand failed or took over 15 seconds"));
    });
  });
}

async function readKeyFile(folder: string, store?: VaultStore): Promise<Uint8Array> {
  const file = join(folder, "vault.key");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await finishRotation(folder, store);
  try {
    await writeFile(file, randomBytes(KEY_BYTES), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as { code?: unknown }).code !== "EEXIST") throw unavailable("cannot be written", error);
  }
  const key = await readFile(file).catch((error: unknown) => {
    throw unavailable("cannot be read", error);
  });
  if (key.length !== KEY_BYTES) throw unavailable(`has ${key.length} bytes instead of ${KEY_BYTES}`);
  return key;
}

/** Writes the next key beside the current one; it counts only once the vault says so. */
export async function prepareKeyFile(folder: string, key: Uint8Array): Promise<void> {
  const file = await open(join(folder, "vault.key.next"), "w", 0o600);
  try {
    await file.writeFile(key);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** After a crash in the middle of a rotation the vault itself knows which of the two keys is the one. */
export async function finishRotation(folder: string, store?: VaultStore): Promise<void> {
  const next = join(folder, "vault.key.next");
  const key = await readFile(next).catch(() => null);
  if (key === null) return;
  if (!store) throw unavailable("is being rotated");
  if (key.length === KEY_BYTES && (await store.masterKeyId()) === masterKeyId(key))
    await rename(next, join(folder, "vault.key"));
  else await rm(next);
}

async function claimVault(store: VaultStore, key: Uint8Array): Promise<void> {
  const [known, id] = [await store.masterKeyId(), masterKeyId(key)];
  if (known === id) return;
  if (known !== null) throw otherKey();
  const sessions = await store.sessions();
  try {
    for (const { session, wrappedKey } of sessions.slice(0, 1)) unwrapSessionCipher(key, session, wrappedKey);
  } catch {
    throw otherKey();
  }
  await store.rewrap(new Map(sessions.map(({ session, wrappedKey }) => [session, wrappedKey])), id);
}

function otherKey(): GatewayError {
  return new GatewayError("VAULT_UNAVAILABLE", "The vault was written under another master key.", {
    hint: "Give the key that it was written under: keys/vault.key, masterKey or masterKeyCommand.",
  });
}

function unavailable(problem: string, cause?: unknown): GatewayError {
  return new GatewayError("VAULT_UNAVAILABLE", `The vault's key (keys/vault.key) ${problem}.`, {
    hint: "Restore the file from a backup; without it the stored values cannot be read.",
    cause,
  });
}
