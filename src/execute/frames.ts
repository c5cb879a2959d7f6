// The wire between gateway and worker: length, kind, id, then UTF-8 text that nobody parses on the way.

export const FRAME = {
  run: 1,
  value: 2,
  failure: 3,
  ready: 10,
  request: 11,
  log: 12,
  done: 13,
  failed: 14,
  idle: 15,
} as const;

export type Frame = { kind: number; id: number; payload: Buffer };

const HEADER_BYTES = 9;

export function encodeFrame(kind: number, id: number, text: string): Buffer {
  const length = Buffer.byteLength(text);
  const frame = Buffer.allocUnsafe(HEADER_BYTES + length);
  frame.writeUInt32LE(length, 0);
  frame.writeUInt8(kind, 4);
  frame.writeUInt32LE(id, 5);
  frame.write(text, HEADER_BYTES, "utf8");
  return frame;
}

/** Cuts a byte stream into frames. `maxPayload` bounds what the other side can make this side hold. */
export class FrameReader {
  maxPayload: number;
  #chunks: Buffer[] = [];
  #held = 0;
  #wanted = HEADER_BYTES;

  constructor(maxPayload: number) {
    this.maxPayload = maxPayload;
  }

  /** Complete frames so far; throws RangeError when the other side announces too large a frame. */
  push(chunk: Buffer): Frame[] {
    this.#chunks.push(chunk);
    this.#held += chunk.length;
    if (this.#held < this.#wanted) return [];
    const data = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks, this.#held);
    const frames: Frame[] = [];
    let at = 0;
    this.#wanted = HEADER_BYTES;
    while (data.length - at >= HEADER_BYTES) {
      const length = data.readUInt32LE(at);
      if (length > this.maxPayload) throw new RangeError(`frame of ${length} bytes`);
      const end = at + HEADER_BYTES + length;
      if (end > data.length) {
        this.#wanted = end - at;
        break;
      }
      const payload = data.subarray(at + HEADER_BYTES, end);
      frames.push({ kind: data.readUInt8(at + 4), id: data.readUInt32LE(at + 5), payload });
      at = end;
    }
    this.#chunks = at === data.length ? [] : [data.subarray(at)];
    this.#held = data.length - at;
    return frames;
  }

  /** For those who read into one buffer again and again: the unfinished frame moves out of it. */
  keepOwn(): void {
    const last = this.#chunks.pop();
    if (last !== undefined) this.#chunks.push(Buffer.from(last));
  }
}

/** Collects frames into one write: 100 parallel calls cost one system call. */
export class FrameWriter {
  readonly #write: (bytes: Buffer) => void;
  readonly #onFirst: (() => void) | undefined;
  #frames: Buffer[] = [];

  /** `onFirst` is called when there is something to flush; without it whoever adds also flushes. */
  constructor(write: (bytes: Buffer) => void, onFirst?: () => void) {
    this.#write = write;
    this.#onFirst = onFirst;
  }

  add(kind: number, id: number, text: string): void {
    this.#frames.push(encodeFrame(kind, id, text));
    if (this.#frames.length === 1) this.#onFirst?.();
  }

  flush(): void {
    const frames = this.#frames;
    if (frames.length === 0) return;
    this.#frames = [];
    this.#write(frames.length === 1 && frames[0] ? frames[0] : Buffer.concat(frames));
  }
}
