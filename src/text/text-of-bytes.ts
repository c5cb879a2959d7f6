// Bytes that somebody could read as text, in the encodings that servers use, and the way back.

import { isUtf8 } from "node:buffer";

export type Encoding = "utf8" | "utf16le" | "utf16be" | "latin1";
export type DecodedText = { text: string; encoding: Encoding };

/** A text may hold a few strange characters; bytes that are no text look like one in hardly any place. */
const LEAST_READABLE = 0.9;
const LEAST_ASCII = 0.75;
const STRANGE = /[^\P{C}\t\n\r]|\uFFFD/gu;
const PLAIN = /[\x20-\x7e\t\n\r]/g;

/** `isCalledText`: the sender says that it is one, so the likeliest encoding is taken. */
export function textOfBytes(bytes: Buffer, isCalledText = false): DecodedText | null {
  const likely = decode(bytes);
  return isCalledText || isReadable(likely) ? likely : null;
}

export function bytesOfText({ text, encoding }: DecodedText): Buffer {
  if (encoding !== "utf16be") return Buffer.from(text, encoding);
  return Buffer.from(text, "utf16le").swap16();
}

function decode(bytes: Buffer): DecodedText {
  const wide = wideEncoding(bytes);
  if (wide === "utf16le") return { text: bytes.toString("utf16le"), encoding: wide };
  if (wide === "utf16be") {
    const even = Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16();
    return { text: even.toString("utf16le"), encoding: wide };
  }
  const encoding = isUtf8(bytes) ? "utf8" : "latin1";
  return { text: bytes.toString(encoding), encoding };
}

/** Two bytes a character: a mark at the front says so, or every other byte is zero. */
function wideEncoding(bytes: Buffer): "utf16le" | "utf16be" | null {
  if (bytes.length < 2) return null;
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf16be";
  const zeros: [number, number] = [0, 0];
  const looked = Math.min(bytes.length, 4096);
  for (let at = 0; at < looked; at++) if (bytes[at] === 0) zeros[at & 1 ? 1 : 0]++;
  const most = (looked / 2) * LEAST_READABLE;
  if (zeros[1] >= most && zeros[0] < zeros[1] / 10) return "utf16le";
  return zeros[0] >= most && zeros[1] < zeros[0] / 10 ? "utf16be" : null;
}

function isReadable({ text, encoding }: DecodedText): boolean {
  if (text.length === 0) return false;
  const strange = text.match(STRANGE)?.length ?? 0;
  if (strange > text.length * (1 - LEAST_READABLE)) return false;
  // Any bytes are some text in Latin-1.
  return encoding !== "latin1" || (text.match(PLAIN)?.length ?? 0) >= text.length * LEAST_ASCII;
}
