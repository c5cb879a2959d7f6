// The worker's end of the wire. It reads and writes with plain blocking system calls: while a program waits for the
// gateway there is nothing else to do here, and going through streams costs half of what a tool call takes.

import { read, readSync, writeSync } from "node:fs";
import { type Frame, FrameReader } from "./frames.ts";

const DESCRIPTOR = 3;
const BUFFER_BYTES = 256 * 1024;
const MAX_FRAME_BYTES = 256 * 1024 * 1024;

export class WorkerChannel {
  /** False while timers run: then waiting is left to a helper thread, and the event loop goes round. */
  mayBlock = true;
  readonly #onFrames: (frames: Frame[]) => void;
  readonly #buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  readonly #reader = new FrameReader(MAX_FRAME_BYTES);
  #isPaused = true;
  #isReading = false;

  constructor(onFrames: (frames: Frame[]) => void) {
    this.#onFrames = onFrames;
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    while (!this.#isPaused && !this.#isReading) {
      if (this.mayBlock) this.#take(readSync(DESCRIPTOR, this.#buffer, 0, BUFFER_BYTES, null));
      else this.#readAside();
    }
  }

  write(bytes: Buffer): void {
    for (let sent = 0; sent < bytes.length; ) sent += writeSync(DESCRIPTOR, bytes, sent);
  }

  #readAside(): void {
    this.#isReading = true;
    read(DESCRIPTOR, this.#buffer, 0, BUFFER_BYTES, null, (error, count) => {
      this.#isReading = false;
      if (error) process.exit(1);
      this.#take(count);
      if (!this.#isPaused) this.resume();
    });
  }

  /** The buffer is used again, so an unfinished frame is copied. */
  #take(count: number): void {
    if (count === 0) process.exit(0);
    const frames = this.#reader.push(this.#buffer.subarray(0, count));
    this.#reader.keepOwn();
    if (frames.length > 0) this.#onFrames(frames);
  }
}
