// Sliding-window counters that survive a restart. A window is cut into slices, so a key costs at most
// SLICES + 1 rows; a slice counts until its last use has left the window, so the limit is never exceeded
// and a use is counted at most one slice too long.

import type { Database } from "better-sqlite3";
import type { RateClaim } from "../storage.ts";

const SLICES = 60;
const TAKES_BETWEEN_SWEEPS = 1000;

type TakeRates = (claims: readonly RateClaim[], now: number) => number | null;

/** Thrown to undo what the claims before this one have counted. */
class Full extends Error {
  readonly index: number;
  constructor(index: number) {
    super("full");
    this.index = index;
  }
}

export function createRateCounter(db: Database): TakeRates {
  // A use from far in the future was counted by a clock that has since been set back: it is dropped,
  // because it would block the key until that future comes.
  const OUTSIDE = "(last_at <= @now - window_ms OR last_at > @now + window_ms)";
  const drop = db.prepare(`DELETE FROM rate_uses WHERE key = @key AND window_ms = @windowMs AND ${OUTSIDE}`);
  const sweep = db.prepare(`DELETE FROM rate_uses WHERE ${OUTSIDE}`);
  const count = db
    .prepare("SELECT coalesce(sum(uses), 0) FROM rate_uses WHERE key = @key AND window_ms = @windowMs")
    .pluck();
  const add = db.prepare(`
    INSERT INTO rate_uses (key, window_ms, slice, uses, last_at) VALUES (@key, @windowMs, @slice, 1, @now)
    ON CONFLICT (key, window_ms, slice) DO UPDATE SET uses = uses + 1, last_at = max(last_at, excluded.last_at)
  `);
  let takes = 0;

  function hasRoom({ key, max, windowMs }: RateClaim, now: number): boolean {
    drop.run({ key, windowMs, now });
    if ((count.get({ key, windowMs }) as number) >= max) return false;
    add.run({ key, windowMs, now, slice: Math.floor(now / Math.max(1, windowMs / SLICES)) });
    return true;
  }

  const takeAll = db.transaction((claims: readonly RateClaim[], now: number): void => {
    takes += 1;
    if (takes % TAKES_BETWEEN_SWEEPS === 0) sweep.run({ now });
    for (const [index, claim] of claims.entries()) {
      if (!hasRoom({ ...claim, windowMs: Math.ceil(claim.windowMs) }, now)) throw new Full(index);
    }
  });
  return (claims, now) => {
    try {
      takeAll.immediate(claims, Math.floor(now));
      return null;
    } catch (error) {
      if (error instanceof Full) return error.index;
      throw error;
    }
  };
}
