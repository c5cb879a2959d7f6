// The key that signs bundles of this gateway: Ed25519, in the data folder, made when it is first needed.

import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { GatewayError } from "../errors.ts";

export type BundleKeys = { privateKey: KeyObject; publicKey: KeyObject; keyId: string };

const FILE = "skill-bundles.pem";
/** What other teams are given, so that they can check bundles. */
const PUBLIC_FILE = "skill-bundles.pub.pem";

export async function openBundleKeys(folder: string): Promise<BundleKeys> {
  const path = join(folder, FILE);
  const text = (await readIfThere(path)) ?? (await makeKey(folder, path));
  try {
    const privateKey = createPrivateKey(text);
    const publicKey = createPublicKey(privateKey);
    return { privateKey, publicKey, keyId: keyIdOf(publicKey) };
  } catch (cause) {
    throw new GatewayError("STORAGE_UNAVAILABLE", `The key file ${path} holds no Ed25519 key.`, { cause });
  }
}

/** First 16 hex digits of the SHA-256 of the public key (SPKI, DER), as for the trail's keys. */
export function keyIdOf(publicKey: KeyObject): string {
  const der = publicKey.export({ type: "spki", format: "der" });
  return createHash("sha256").update(der).digest("hex").slice(0, 16);
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new GatewayError("STORAGE_UNAVAILABLE", `The key file ${path} cannot be read.`, { cause });
  }
}

async function makeKey(folder: string, path: string): Promise<string> {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const text = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  try {
    await mkdir(folder, { recursive: true });
    // Never over a key that another process made meanwhile.
    await writeFile(path, text, { mode: 0o600, flag: "wx" });
    await writeFile(join(folder, PUBLIC_FILE), publicKey.export({ type: "spki", format: "pem" }), {
      mode: 0o644,
    });
    await chmod(path, 0o600);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "EEXIST") return (await readIfThere(path)) ?? text;
    throw new GatewayError("STORAGE_UNAVAILABLE", `The key file ${path} cannot be written.`, { cause });
  }
  return text;
}
