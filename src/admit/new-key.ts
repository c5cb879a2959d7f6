import { createHash, randomBytes } from "node:crypto";
import type { KeyRow } from "../storage/storage.ts";
import type { Role } from "../vocabulary.ts";

export type KeyWish = { name: string; role: Role; groups: string[] };
export type NewKey = { row: KeyRow; secret: string };

export function newKey({ name, role, groups }: KeyWish, secret: string, at: Date): NewKey {
  const id = `key_${randomBytes(6).toString("hex")}`;
  const createdAt = at.toISOString();
  return { row: { id, name, role, groups, hash: hashSecret(secret), createdAt, revokedAt: null }, secret };
}

export function newSecret(role: Role): string {
  return `sp_${role}_${randomBytes(24).toString("base64url")}`;
}

/** Secrets are 192 random bits (or the operator's own), so a plain hash cannot be searched. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
