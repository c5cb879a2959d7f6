// The key that wraps every session's data key. A lost key means an unreadable vault, never a readable one.

import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { GatewayError } from "../errors.ts";

const KEY_BYTES = 32;

/** Reads `vault.key`, which only its owner may read; creates it at the first start. */
export async function openMasterKey(folder: string): Promise<Uint8Array> {
  const file = join(folder, "vault.key");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await writeFile(file, randomBytes(KEY_BYTES), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as { code?: unknown }).code !== "EEXIST") throw unavailable(`cannot be written`, error);
  }
  const key = await readFile(file).catch((error: unknown) => {
    throw unavailable("cannot be read", error);
  });
  if (key.length !== KEY_BYTES) throw unavailable(`has ${key.length} bytes instead of ${KEY_BYTES}`);
  return key;
}

function unavailable(problem: string, cause?: unknown): GatewayError {
  return new GatewayError("VAULT_UNAVAILABLE", `The vault's key (keys/vault.key) ${problem}.`, {
    hint: "Restore the file from a backup; without it the stored values cannot be read.",
    cause,
  });
}
