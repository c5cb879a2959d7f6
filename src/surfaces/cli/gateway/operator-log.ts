import type { OperatorLog } from "../../../compose.ts";
import type { Output } from "../cli.ts";
import { oneLine } from "../present/terminal-text.ts";

/** What the gateway tells its operator, one line each. */
export function logTo(stderr: Output): (message: string) => void {
  return (message) => stderr.write(`${oneLine(message)}\n`);
}

/** For commands that only want their answer: what goes well is not worth a line. */
export function logTroublesTo(stderr: Output): OperatorLog {
  const log = logTo(stderr);
  return (message, level) => level !== "info" && log(message);
}
