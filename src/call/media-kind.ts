// What bytes are, by how they begin; what a server calls them counts for nothing.

export type MediaKind = "image" | "audio" | "video" | "other";

type Opening = { kind: MediaKind; at?: number; bytes: string; and?: { at: number; bytes: string } };

/** Written as characters of one byte each. */
const OPENINGS: readonly Opening[] = [
  { kind: "image", bytes: "\x89PNG\r\n\x1a\n" },
  { kind: "image", bytes: "\xff\xd8\xff" },
  { kind: "image", bytes: "GIF87a" },
  { kind: "image", bytes: "GIF89a" },
  { kind: "image", bytes: "RIFF", and: { at: 8, bytes: "WEBP" } },
  { kind: "image", bytes: "BM", and: { at: 6, bytes: "\0\0\0\0" } },
  { kind: "image", bytes: "II*\0" },
  { kind: "image", bytes: "MM\0*" },
  { kind: "image", at: 4, bytes: "ftypavif" },
  { kind: "image", at: 4, bytes: "ftypheic" },
  { kind: "audio", bytes: "RIFF", and: { at: 8, bytes: "WAVE" } },
  { kind: "audio", bytes: "ID3" },
  { kind: "audio", bytes: "\xff\xfb" },
  { kind: "audio", bytes: "\xff\xf3" },
  { kind: "audio", bytes: "\xff\xf2" },
  { kind: "audio", bytes: "\xff\xf1" },
  { kind: "audio", bytes: "\xff\xf9" },
  { kind: "audio", bytes: "OggS" },
  { kind: "audio", bytes: "fLaC" },
  { kind: "audio", at: 4, bytes: "ftypM4A" },
  { kind: "video", at: 4, bytes: "ftyp" },
  { kind: "video", bytes: "\x1a\x45\xdf\xa3" },
  { kind: "other", bytes: "%PDF-" },
  { kind: "other", bytes: "PK\x03\x04" },
  { kind: "other", bytes: "\x1f\x8b" },
];

const LONGEST = 16;

/** Null where nothing is recognized. */
export function mediaKind(bytes: Buffer): MediaKind | null {
  const head = bytes.toString("latin1", 0, LONGEST);
  const isThere = ({ at = 0, bytes: wanted }: { at?: number; bytes: string }): boolean =>
    head.startsWith(wanted, at);
  const found = OPENINGS.find((opening) => isThere(opening) && (!opening.and || isThere(opening.and)));
  return found?.kind ?? null;
}
