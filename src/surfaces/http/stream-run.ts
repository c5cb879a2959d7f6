import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import { toGatewayError } from "../../errors.ts";
import type { Gateway } from "../../gateway.ts";
import type { Submission } from "../../pipeline.ts";
import type { RunEvent } from "../../run/guest-host.ts";
import { withHeartbeat } from "./heartbeat.ts";
import type { Env } from "./http-env.ts";

function dataOf(event: RunEvent): unknown {
  if (event.kind === "log") return event.line;
  if (event.kind === "call") return event.call;
  return event.kind === "pending" ? event.approval : event.outcome;
}

/**
 * The run as server-sent events: logs, calls and pending approvals as they happen, then the reply or the error. The header
 * `Sallyport-Run` names the run from the start, so that it can be looked at and cancelled.
 */
export function streamRun(c: Context<Env>, gateway: Gateway, submission: Submission): Response {
  const aborted = new AbortController();
  const events: { event: string; data: unknown }[] = [];
  let wake = (): void => {};
  const push = (event: string, data: unknown): void => {
    events.push({ event, data });
    wake();
  };
  const { id, finished } = gateway.runs.start({
    ...submission,
    signal: AbortSignal.any([submission.signal, aborted.signal]),
    onEvent: (event) => push(event.kind, dataOf(event)),
  });
  finished.then(
    (run) => push("result", run),
    (error) => {
      const { code, message, hint } = toGatewayError(error);
      push("error", { error: { code, message, ...(hint ? { hint } : {}) } });
    },
  );
  c.header("Sallyport-Run", id);
  return streamSSE(c, (stream) => {
    stream.onAbort(() => aborted.abort());
    return withHeartbeat(stream, async () => {
      for (;;) {
        const next = events.shift();
        if (next === undefined) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
          continue;
        }
        await stream.writeSSE({ event: next.event, data: JSON.stringify(next.data) });
        if (next.event === "result" || next.event === "error") return;
      }
    });
  });
}
