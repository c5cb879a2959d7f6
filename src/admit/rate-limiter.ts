import { GatewayError } from "../errors.ts";

export type RateLimiter = {
  /** Counts one request; throws RATE_LIMITED when the key's minute is used up. */
  take(principal: string): void;
};

/** `size` is the number of callers that are remembered; one that was idle for a minute is not. */
export type MeasuredRateLimiter = RateLimiter & { size(): number };

type Bucket = { tokens: number; at: number };

const REFILL_MS = 60_000;

/** A bucket per key that refills evenly, so that a burst is possible once and not twice around a minute's edge. */
export function createRateLimiter(
  perMinute: number,
  now: () => number = () => performance.now(),
): MeasuredRateLimiter {
  // In the order of their last use, so that the full ones stand in front.
  const buckets = new Map<string, Bucket>();
  const perMs = perMinute / REFILL_MS;

  function forgetFull(time: number): void {
    for (const [principal, { at }] of buckets) {
      if (time - at < REFILL_MS) return;
      buckets.delete(principal);
    }
  }

  return {
    take(principal) {
      const time = now();
      forgetFull(time);
      const bucket = buckets.get(principal) ?? { tokens: perMinute, at: time };
      // A clock that was set back counts from its new time; else the key would wait until the old time comes again.
      const tokens = Math.min(perMinute, bucket.tokens + Math.max(0, time - bucket.at) * perMs);
      const isGranted = tokens >= 1;
      buckets.delete(principal);
      buckets.set(principal, { tokens: isGranted ? tokens - 1 : tokens, at: time });
      if (isGranted) return;
      const seconds = Math.ceil((1 - tokens) / perMs / 1000);
      throw new GatewayError("RATE_LIMITED", `This key made more than ${perMinute} requests in a minute.`, {
        hint: `Try again in ${seconds} s.`,
      });
    },
    size: () => buckets.size,
  };
}
