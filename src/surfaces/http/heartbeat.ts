import type { SSEStreamingApi } from "hono/streaming";

const EVERY_MS = 15_000;

/** A comment now and then while events are sent: clients and proxies give up on a stream that is silent for minutes. */
export async function withHeartbeat(
  stream: Pick<SSEStreamingApi, "write">,
  send: () => Promise<void>,
  everyMs = EVERY_MS,
): Promise<void> {
  const beat = setInterval(() => stream.write(": still here\n\n").catch(() => {}), everyMs);
  try {
    await send();
  } finally {
    clearInterval(beat);
  }
}
