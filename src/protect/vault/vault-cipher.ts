// The vault's keys: a data key per session, wrapped by the master key. Deleting the wrapped key makes the values unreadable.

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import type { PiiClass } from "../../vocabulary.ts";

const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** What a token stands for: its first spelling, and whether it was a JSON number. */
export type ClearValue = { kind: "string" | "number"; text: string };

export type SessionCipher = {
  wrappedKey: Uint8Array;
  /** Keyed hash: small values such as phone numbers cannot be found by trying them all. */
  fingerprint(label: string, text: string): string;
  seal(token: string, piiClass: PiiClass, value: ClearValue): Uint8Array;
  /** Throws when the bytes were changed, or belong to another token, class or session. */
  open(token: string, piiClass: PiiClass, sealed: Uint8Array): ClearValue;
};

export function newSessionCipher(masterKey: Uint8Array, session: string): SessionCipher {
  const dataKey = randomBytes(KEY_BYTES);
  return buildCipher(session, dataKey, encrypt(createSecretKey(masterKey), wrapContext(session), dataKey));
}

export function unwrapSessionCipher(
  masterKey: Uint8Array,
  session: string,
  wrappedKey: Uint8Array,
): SessionCipher {
  return buildCipher(
    session,
    decrypt(createSecretKey(masterKey), wrapContext(session), wrappedKey),
    wrappedKey,
  );
}

/** The same data key under another master key. */
export function rewrapKey(
  { current, next }: { current: Uint8Array; next: Uint8Array },
  session: string,
  wrappedKey: Uint8Array,
): Uint8Array {
  const dataKey = decrypt(createSecretKey(current), wrapContext(session), wrappedKey);
  return encrypt(createSecretKey(next), wrapContext(session), dataKey);
}

function buildCipher(session: string, dataKey: Uint8Array, wrappedKey: Uint8Array): SessionCipher {
  const sealKey = deriveKey(dataKey, "seal");
  const fingerprintKey = deriveKey(dataKey, "fingerprint");
  const context = (token: string, piiClass: PiiClass) =>
    Buffer.from(JSON.stringify([session, token, piiClass]));
  return {
    wrappedKey,
    fingerprint: (label, text) =>
      createHmac("sha256", fingerprintKey).update(`${label}\0${text}`).digest("base64url"),
    seal: (token, piiClass, value) =>
      encrypt(
        sealKey,
        context(token, piiClass),
        Buffer.from((value.kind === "number" ? "n" : "s") + value.text),
      ),
    open(token, piiClass, sealed) {
      const text = decrypt(sealKey, context(token, piiClass), sealed).toString("utf8");
      return { kind: text[0] === "n" ? "number" : "string", text: text.slice(1) };
    },
  };
}

function wrapContext(session: string): Buffer {
  return Buffer.from(JSON.stringify(["sallyport vault key", session]));
}

function deriveKey(dataKey: Uint8Array, purpose: string): KeyObject {
  return createSecretKey(
    Buffer.from(hkdfSync("sha256", dataKey, "", `sallyport vault ${purpose}`, KEY_BYTES)),
  );
}

let randomPool = Buffer.alloc(0);

/** Random and never used twice; asking the system once for 256 of them saves a tenth of the time of a large result. */
function nextIv(): Buffer {
  if (randomPool.length < IV_BYTES) randomPool = randomBytes(IV_BYTES * 256);
  const iv = randomPool.subarray(0, IV_BYTES);
  randomPool = randomPool.subarray(IV_BYTES);
  return iv;
}

function encrypt(key: KeyObject, context: Buffer, clear: Uint8Array): Uint8Array {
  const iv = nextIv();
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  cipher.setAAD(context);
  const body = cipher.update(clear);
  cipher.final();
  return Buffer.concat([Buffer.of(VERSION), iv, cipher.getAuthTag(), body]);
}

function decrypt(key: KeyObject, context: Buffer, sealed: Uint8Array): Buffer {
  if (sealed[0] !== VERSION || sealed.length < 1 + IV_BYTES + TAG_BYTES)
    throw new Error("unknown vault format");
  const tagStart = 1 + IV_BYTES;
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(1, tagStart), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(context);
  decipher.setAuthTag(sealed.subarray(tagStart, tagStart + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(tagStart + TAG_BYTES)), decipher.final()]);
}
