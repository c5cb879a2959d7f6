// Everyday work on the vault goes on side by side; whoever forgets or re-keys waits for what is under way and then has the
// vault alone, so that nothing is loaded or stored from a moment before.

export type CareLock = {
  /** Everyday work; it must not ask for the lock again. */
  pass<T>(work: () => Promise<T>): Promise<T>;
  alone<T>(work: () => Promise<T>): Promise<T>;
};

export function createCareLock(): CareLock {
  let closed: Promise<void> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const underWay = new Set<Promise<unknown>>();
  return {
    async pass(work) {
      while (closed) await closed;
      const done = work();
      underWay.add(done);
      return done.finally(() => underWay.delete(done));
    },
    alone(work) {
      const turn = last.then(async () => {
        const { promise, resolve } = Promise.withResolvers<void>();
        closed = promise;
        try {
          await Promise.allSettled([...underWay]);
          return await work();
        } finally {
          closed = null;
          resolve();
        }
      });
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}
