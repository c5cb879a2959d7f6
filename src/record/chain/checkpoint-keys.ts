// The key pair that signs checkpoints, and the newest checkpoint, as files under the data folder's `keys/`.

import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from "node:crypto";
import { mkdir, open, readdir, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { GatewayError } from "../../errors.ts";
import {
  type Checkpoint,
  type CheckpointEvidence,
  checkpointStatement,
  parseCheckpoint,
} from "./checkpoints.ts";

const PRIVATE_FILE = "trail-signing.pem";
const KEPT_FILE = "trail-checkpoint.json";
const PUBLIC_FILE = /^trail-[0-9a-f]{16}\.pub\.pem$/;

export type CheckpointKeys = CheckpointEvidence & {
  sign(head: { seq: number; hash: string }): Checkpoint;
  /** Keeps the newest checkpoint beside the keys, outside the trail's own file. */
  keep(checkpoint: Checkpoint): Promise<void>;
};

/** The gateway's own keys; created on first use. Old public keys stay, so that old checkpoints can be checked. */
export async function openCheckpointKeys(dataFolder: string): Promise<CheckpointKeys> {
  const folder = join(dataFolder, "keys");
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const privateKey = await loadOrCreatePrivateKey(folder);
    const publicKey = createPublicKey(privateKey);
    const keyId = keyIdOf(publicKey);
    const publicPem = publicKey.export({ type: "spki", format: "pem" }) as string;
    await replaceFile(folder, `trail-${keyId}.pub.pem`, publicPem);
    const evidence = await readCheckpointKeys(dataFolder);
    return {
      ...evidence,
      sign: ({ seq, hash }) => {
        const statement = { seq, head: hash, keyId };
        const signature = sign(null, checkpointStatement(statement), privateKey).toString("base64");
        return { ...statement, signature };
      },
      keep: (checkpoint) => replaceFile(folder, KEPT_FILE, `${JSON.stringify(checkpoint)}\n`),
    };
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    throw keysUnavailable(`The trail's signing key in ${folder} cannot be read or created.`, error);
  }
}

/** What an auditor needs: the public keys and the kept checkpoint. Reads only; an absent folder holds none. */
export async function readCheckpointKeys(dataFolder: string): Promise<CheckpointEvidence> {
  const folder = join(dataFolder, "keys");
  const publicKeys = new Map<string, KeyObject>();
  for (const name of await readdir(folder).catch(absentAs<string[]>([]))) {
    if (!PUBLIC_FILE.test(name)) continue;
    const key = parsePublicKey(await readFile(join(folder, name)), join(folder, name));
    publicKeys.set(keyIdOf(key), key);
  }
  const text = await readFile(join(folder, KEPT_FILE), "utf8").catch(absentAs(null));
  const kept = text === null ? null : parseCheckpoint(text);
  if (text !== null && kept === null) {
    throw keysUnavailable(`${KEPT_FILE} in ${folder} is damaged.`, undefined);
  }
  return { publicKeys, kept };
}

/** The same from files that an auditor was given, wherever they lie. */
export async function readEvidence(files: {
  keys: string[];
  checkpoint?: string;
}): Promise<CheckpointEvidence> {
  const publicKeys = new Map<string, KeyObject>();
  for (const path of files.keys) {
    const key = parsePublicKey(await readFile(path).catch(unreadable(path)), path);
    publicKeys.set(keyIdOf(key), key);
  }
  const { checkpoint } = files;
  if (checkpoint === undefined) return { publicKeys, kept: null };
  const kept = parseCheckpoint(await readFile(checkpoint, "utf8").catch(unreadable(checkpoint)));
  if (kept === null) throw keysUnavailable(`${checkpoint} holds no checkpoint.`, undefined);
  return { publicKeys, kept };
}

function unreadable(path: string): (cause: unknown) => never {
  return (cause) => {
    throw keysUnavailable(`${path} cannot be read.`, cause);
  };
}

async function loadOrCreatePrivateKey(folder: string): Promise<KeyObject> {
  const existing = await readFile(join(folder, PRIVATE_FILE)).catch(absentAs(null));
  if (existing) return createPrivateKey(existing);
  const { privateKey } = generateKeyPairSync("ed25519");
  await replaceFile(folder, PRIVATE_FILE, privateKey.export({ type: "pkcs8", format: "pem" }) as string);
  return privateKey;
}

function parsePublicKey(pem: Buffer, path: string): KeyObject {
  try {
    return createPublicKey(pem);
  } catch (cause) {
    throw keysUnavailable(`${path} is no public key.`, cause);
  }
}

function keyIdOf(publicKey: KeyObject): string {
  const der = publicKey.export({ type: "spki", format: "der" });
  return createHash("sha256").update(der).digest("hex").slice(0, 16);
}

async function replaceFile(folder: string, name: string, text: string): Promise<void> {
  const temporary = join(folder, `.${name}.new`);
  const file = await open(temporary, "w", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, join(folder, name));
}

function absentAs<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if ((error as { code?: unknown }).code === "ENOENT") return instead;
    throw error;
  };
}

function keysUnavailable(message: string, cause: unknown): GatewayError {
  return new GatewayError("STORAGE_UNAVAILABLE", message, {
    hint: "Check the folder's owner and mode, or restore the file from a backup.",
    cause,
  });
}
