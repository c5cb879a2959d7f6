import type { ServerContext } from "@modelcontextprotocol/server";
import type { RunEvent } from "../../run/guest-host.ts";
import { cutText } from "../../text/cut-text.ts";

const MAX_MESSAGE_CHARS = 500;

/** Logs and calls as progress of the request, for clients that asked for progress; undefined for others. */
export function progressOf({ mcpReq }: ServerContext): ((event: RunEvent) => void) | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let progress = 0;
  return (event) => {
    progress += 1;
    const message = cutText(describe(event), MAX_MESSAGE_CHARS);
    // A client that went away needs no progress; its run is cancelled elsewhere.
    void mcpReq
      .notify({ method: "notifications/progress", params: { progressToken, progress, message } })
      .catch(() => {});
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
