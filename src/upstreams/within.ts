// What has to be there before a call can leave, within the time that the call itself may take.

import { callCancelled, callTimedOut } from "./upstream-error.ts";
import type { CallOptions } from "./upstreams.ts";

/** Waits for the connection no longer than the call may take; what is given up here was never sent. */
export function within<Found>(
  work: Promise<Found>,
  tool: string,
  { signal, timeoutMs }: Pick<CallOptions, "signal" | "timeoutMs">,
): Promise<Found> {
  if (signal.aborted) {
    work.catch(() => {});
    return Promise.reject(callCancelled(tool, "no"));
  }
  return new Promise((resolve, reject) => {
    const onAbort = (): void => settle(() => reject(callCancelled(tool, "no")));
    const timer = setTimeout(() => settle(() => reject(callTimedOut(tool, timeoutMs, "no"))), timeoutMs);
    function settle(finish: () => void): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      finish();
    }
    signal.addEventListener("abort", onAbort, { once: true });
    work.then(
      (found) => settle(() => resolve(found)),
      (error) => settle(() => reject(error)),
    );
  });
}
