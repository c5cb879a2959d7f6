// What a server gives its client to bring back (cursors, the state of a question): the client gets it sealed, so that
// nothing in it can be read, changed, or brought back by somebody else.

import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { GatewayError } from "../errors.ts";

export type Sealer = {
  seal(text: string, about: string): string;
  /** Undefined for anything that was not sealed here, about the same thing. */
  open(sealed: string, about: string): string | undefined;
};

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Seals end with the process: a client that comes back after a restart is told so, and begins anew. */
export function createSealer(key: Uint8Array = randomBytes(32)): Sealer {
  return {
    seal(text, about) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(about));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
    },
    open(sealed, about) {
      const bytes = Buffer.from(sealed, "base64url");
      if (bytes.length < IV_BYTES + TAG_BYTES) return undefined;
      try {
        const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES))
          .setAAD(Buffer.from(about))
          .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
        const body = bytes.subarray(IV_BYTES + TAG_BYTES);
        return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
      } catch {
        return undefined;
      }
    },
  };
}

/** Seals of one conversation: of no use to another key, in another session, or before another server. */
export function sealsFor(sealer: Sealer, owner: { principal: string; session: string; server: string }) {
  const about = (kind: "cursor" | "state") =>
    JSON.stringify([kind, owner.principal, owner.session, owner.server]);
  return {
    seal: (kind: "cursor" | "state", text: string) => sealer.seal(text, about(kind)),
    open: (kind: "cursor" | "state", sealed: string) => sealer.open(sealed, about(kind)),
    /** A cursor that was not sealed here is the model's own text, which would leave without a look at it. */
    requireCursor(sealed: string): string {
      const cursor = sealer.open(sealed, about("cursor"));
      if (cursor !== undefined) return cursor;
      throw new GatewayError(
        "BAD_ARGUMENTS",
        "This cursor is not from this conversation, or it is too old.",
        {
          hint: "Ask for the first page again, without a cursor.",
        },
      );
    },
  };
}

export type Seals = ReturnType<typeof sealsFor>;
