// The wall clock of one run. It can be held, because a run does not pay for the time a person needs to decide.

export class RunClock {
  #leftMs: number;
  #holds = 0;
  #resumedAt: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  readonly #onEnd: () => void;

  constructor(wallMs: number, onEnd: () => void) {
    this.#leftMs = wallMs;
    this.#onEnd = onEnd;
  }

  start(): void {
    if (this.#stopped || this.#holds > 0) return;
    this.#resumedAt = performance.now();
    this.#timer = setTimeout(this.#onEnd, Math.min(Math.max(1, this.#leftMs), 2 ** 31 - 1));
  }

  /** Returns the release; several calls of a run may hold at once, and releasing twice counts once. */
  hold(): () => void {
    if (this.#holds++ === 0 && this.#resumedAt !== undefined) {
      clearTimeout(this.#timer);
      this.#leftMs -= performance.now() - this.#resumedAt;
      this.#resumedAt = undefined;
    }
    let released = false;
    return () => {
      if (released) return;
      released = true;
      if (--this.#holds === 0) this.start();
    };
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }
}
