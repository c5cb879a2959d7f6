import type { OperatorLog } from "../../../compose.ts";
import type { Output } from "../cli.ts";
import { oneLine } from "../present/terminal-text.ts";

export type LogFormat = "text" | "json";
export type OperatorLogging = (message: string, level?: Parameters<OperatorLog>[1]) => void;

/** What the gateway tells its operator, one line each. */
export function logTo(stderr: Output, format: LogFormat = "text"): OperatorLogging {
  if (format === "text") return (message) => stderr.write(`${oneLine(message)}\n`);
  return (message, level = "info") =>
    stderr.write(`${JSON.stringify({ time: new Date().toISOString(), level, message: oneLine(message) })}\n`);
}

/** For commands that only want their answer: what goes well is not worth a line. */
export function logTroublesTo(stderr: Output, format: LogFormat = "text"): OperatorLog {
  const log = logTo(stderr, format);
  return (message, level) => level !== "info" && log(message, level);
}
