import { GatewayError } from "../errors.ts";

export type RateLimiter = {
  /** Counts one request; throws RATE_LIMITED when the key's minute is used up. */
  take(principal: string): void;
};

/** A bucket per key that refills evenly, so that a burst is possible once and not twice around a minute's edge. */
export function createRateLimiter(perMinute: number, now: () => number = Date.now): RateLimiter {
  const buckets = new Map<string, { tokens: number; at: number }>();
  const perMs = perMinute / 60_000;
  return {
    take(principal) {
      const time = now();
      const bucket = buckets.get(principal) ?? { tokens: perMinute, at: time };
      const tokens = Math.min(perMinute, bucket.tokens + Math.max(0, time - bucket.at) * perMs);
      if (tokens < 1) {
        const seconds = Math.ceil((1 - tokens) / perMs / 1000);
        throw new GatewayError("RATE_LIMITED", `This key made more than ${perMinute} requests in a minute.`, {
          hint: `Try again in ${seconds} s.`,
        });
      }
      buckets.set(principal, { tokens: tokens - 1, at: time });
    },
  };
}
