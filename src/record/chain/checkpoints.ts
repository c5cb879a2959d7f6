// Signed statements about the trail's head. The chain shows that rows fit together; a checkpoint shows that
// this gateway wrote them, and one that is kept elsewhere shows that no tail was cut off.

import { type KeyObject, verify } from "node:crypto";
import { z } from "zod";
import { canonicalJson } from "../../text/canonical-json.ts";

export type Checkpoint = { seq: number; head: string; keyId: string; signature: string };

/** What verify compares the trail with: the keys it trusts, and a checkpoint that was kept outside the trail. */
export type CheckpointEvidence = { publicKeys: ReadonlyMap<string, KeyObject>; kept: Checkpoint | null };

const checkpointShape = z.object({
  seq: z.number().int(),
  head: z.string(),
  keyId: z.string(),
  signature: z.string(),
});

export function parseCheckpoint(text: string): Checkpoint | null {
  try {
    return checkpointShape.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The bytes that are signed; the type keeps the signature from being used as one of anything else. */
export function checkpointStatement({ seq, head, keyId }: Omit<Checkpoint, "signature">): Buffer {
  return Buffer.from(canonicalJson({ type: "sallyport.checkpoint", v: 1, seq, head, keyId }));
}

export function isSigned(checkpoint: Checkpoint, publicKeys: ReadonlyMap<string, KeyObject>): boolean {
  const key = publicKeys.get(checkpoint.keyId);
  if (!key) return false;
  return verify(null, checkpointStatement(checkpoint), key, Buffer.from(checkpoint.signature, "base64"));
}
