// Who wants to know when the tools of principals may look different: after a listing, a change of policy, or an answer
// that taught a type. Many changes at once are told once.

export type ToolChanges = {
  announce(): void;
  /** Returns how to stop listening. */
  listen(listener: () => void): () => void;
  close(): Promise<void>;
};

const SETTLE_MS = 250;

export function createToolChanges(settleMs = SETTLE_MS): ToolChanges {
  const listeners = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  return {
    announce() {
      timer ??= setTimeout(() => {
        timer = undefined;
        for (const listener of [...listeners]) listener();
      }, settleMs).unref();
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      clearTimeout(timer);
      listeners.clear();
    },
  };
}
