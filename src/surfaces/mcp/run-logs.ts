// What a program logs, as log messages while it runs: for clients that have asked for them, from the level they named on.

import type { Server, ServerContext } from "@modelcontextprotocol/server";
import type { RunEvent } from "../../run/guest-host.ts";
import { LOG_LEVELS, type LogLevel, type LogLine } from "../../vocabulary.ts";

const LEVEL_OF: Record<LogLine["level"], LogLevel> = {
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
    const least = LOG_LEVELS.indexOf(wanted as LogLevel);
    if (least < 0) return undefined;
    return (event) => {
      if (event.kind !== "log") return;
      const level = LEVEL_OF[event.line.level];
      if (LOG_LEVELS.indexOf(level) < least) return;
      const params = { level, logger: "program", data: event.line.message };
      void mcpReq.notify({ method: "notifications/message", params }).catch(() => {});
    };
  };
}
