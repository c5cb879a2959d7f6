import type { ServerContext } from "@modelcontextprotocol/server";
import type { RunEvent } from "../../run/guest-host.ts";
import { cutText } from "../../text/cut-text.ts";

const MAX_MESSAGE_CHARS = 500;

/** Clients give up on a request that is silent for a minute; a person may need longer than that. */
const STILL_WAITING_MS = 20_000;

/** What the run is about, for clients that asked for progress; undefined for others. `ended` stops what repeats. */
export function progressOf(
  { mcpReq }: Pick<ServerContext, "mcpReq">,
  ended: AbortSignal,
): ((event: RunEvent) => void) | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let progress = 0;
  const tell = (text: string): void => {
    progress += 1;
    const message = cutText(text, MAX_MESSAGE_CHARS);
    // A client that went away needs no progress; its run is cancelled elsewhere.
    void mcpReq
      .notify({ method: "notifications/progress", params: { progressToken, progress, message } })
      .catch(() => {});
  };
  const remind = reminder(tell, ended);
  return (event) => {
    tell(describe(event));
    remind(event);
  };
}

/** Repeats that something waits for a person, until it is decided or the request has ended. */
function reminder(tell: (text: string) => void, ended: AbortSignal): (event: RunEvent) => void {
  const waiting = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => clearInterval(timer);
  ended.addEventListener("abort", stop, { once: true });
  return (event) => {
    if (event.kind === "pending") waiting.set(event.approval.id, describe(event));
    else if (event.kind === "decided") waiting.delete(event.outcome.id);
    else return;
    stop();
    if (waiting.size === 0 || ended.aborted) return;
    timer = setInterval(() => {
      for (const text of waiting.values()) tell(text);
    }, STILL_WAITING_MS).unref();
  };
}

function describe(event: RunEvent): string {
  if (event.kind === "log") return `${event.line.level}: ${event.line.message}`;
  if (event.kind === "pending") {
    const { id, tool = "this code", reason } = event.approval;
    return `${tool} waits for a person to approve it (${id}): ${reason}`;
  }
  if (event.kind === "decided") return `${event.outcome.id} is ${event.outcome.state}`;
  const { tool, status, durationMs } = event.call;
  return `${tool} ${status} (${durationMs} ms)`;
}
