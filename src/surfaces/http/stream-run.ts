import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import { toGatewayError } from "../../errors.ts";
import type { Gateway } from "../../gateway.ts";
import type { Submission } from "../../pipeline.ts";

/** The run as server-sent events: logs and calls as they happen, then the reply or the error. */
export function streamRun(c: Context, gateway: Gateway, submission: Submission): Response {
  return streamSSE(c, async (stream) => {
    const aborted = new AbortController();
    stream.onAbort(() => aborted.abort());
    const signal = AbortSignal.any([submission.signal, aborted.signal]);
    let writing = Promise.resolve();
    const write = (event: string, data: unknown): void => {
      writing = writing.then(() => stream.writeSSE({ event, data: JSON.stringify(data) })).catch(() => {});
    };
    try {
      const run = await gateway.pipeline.run({
        ...submission,
        signal,
        onEvent: (event) => (event.kind === "log" ? write("log", event.line) : write("call", event.call)),
      });
      write("result", run);
    } catch (error) {
      const { code, message, hint } = toGatewayError(error);
      write("error", { error: { code, message, ...(hint ? { hint } : {}) } });
    }
    await writing;
  });
}
