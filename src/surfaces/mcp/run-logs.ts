// What a program logs, as log messages while it runs: for clients that have asked for them, from the level they named on.

import type { LoggingLevel, Server, ServerContext } from "@modelcontextprotocol/server";
import type { RunEvent } from "../../run/guest-host.ts";
import type { LogLine } from "../../vocabulary.ts";

const LEVELS: LoggingLevel[] = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
];
const LEVEL_OF: Record<LogLine["level"], LoggingLevel> = {
  debug: "debug",
  log: "info",
  info: "info",
  warn: "warning",
  error: "error",
};

export type LogsOf = (context: Pick<ServerContext, "mcpReq">) => ((event: RunEvent) => void) | undefined;

/** The level is the session's in revisions that have sessions; in the newest one each request names its own. */
export function addLogging(server: Server): LogsOf {
  let ofSession: string | undefined;
  server.setRequestHandler("logging/setLevel", ({ params }) => {
    ofSession = params.level;
    return {};
  });
  return ({ mcpReq }) => {
    const envelope = mcpReq.envelope as Record<string, unknown> | undefined;
    const wanted = envelope ? envelope["io.modelcontextprotocol/logLevel"] : ofSession;
    const least = LEVELS.indexOf(wanted as LoggingLevel);
    if (least < 0) return undefined;
    return (event) => {
      if (event.kind !== "log") return;
      const level = LEVEL_OF[event.line.level];
      if (LEVELS.indexOf(level) < least) return;
      const params = { level, logger: "program", data: event.line.message };
      void mcpReq.notify({ method: "notifications/message", params }).catch(() => {});
    };
  };
}
