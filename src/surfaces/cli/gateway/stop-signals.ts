const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Resolves with the first signal's name. A second one ends the process at once. */
export function untilStopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of SIGNALS) {
      process.once(signal, () => {
        for (const again of SIGNALS) process.once(again, () => process.exit(1));
        resolve(signal);
      });
    }
  });
}

/** Work that ends early, in its own way, when the user presses Ctrl-C. */
export async function withStopSignal<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of SIGNALS) process.once(signal, stop);
  try {
    return await work(stopping.signal);
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}
