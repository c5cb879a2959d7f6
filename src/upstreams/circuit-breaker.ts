// A server that answers nobody is left alone for a while: callers get their refusal at once instead of a timeout each.

import { backoffDelayMs } from "./backoff.ts";
import { UpstreamError } from "./upstream-error.ts";
import type { Backoff } from "./upstreams.ts";

const FAILURES_TO_OPEN = 5;

export class CircuitBreaker {
  readonly #clock: () => number;
  readonly #backoff: Backoff;
  #failures = 0;
  #openUntil = 0;
  #trying = false;

  constructor(clock: () => number, backoff: Backoff) {
    this.#clock = clock;
    this.#backoff = backoff;
  }

  /** When calls go through again, or undefined while they do. */
  openUntil(): number | undefined {
    return this.#failures >= FAILURES_TO_OPEN ? this.#openUntil : undefined;
  }

  /** True when a call may go out. After the pause one call at a time tries whether the server is back. */
  admits(): boolean {
    if (this.#failures < FAILURES_TO_OPEN) return true;
    if (this.#trying || this.#clock() < this.#openUntil) return false;
    this.#trying = true;
    return true;
  }

  /** Any answer closes the breaker, also one that says the tool failed. */
  answered(): void {
    this.#failures = 0;
    this.#trying = false;
  }

  failed(error: unknown): void {
    this.#trying = false;
    if (!(error instanceof UpstreamError) || error.code === "CANCELLED") return;
    if (error.code !== "TOOL_TIMEOUT" && error.code !== "UPSTREAM_UNAVAILABLE") {
      this.answered();
      return;
    }
    // What was never sent is the connection's trouble, which has delays of its own.
    if (error.executed === "no") return;
    this.#failures += 1;
    const over = this.#failures - FAILURES_TO_OPEN;
    if (over >= 0) this.#openUntil = this.#clock() + backoffDelayMs(over + 1, this.#backoff);
  }
}
