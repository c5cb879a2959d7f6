import type { Output } from "./cli.ts";
import { oneLine } from "./terminal-text.ts";

/** What the gateway tells its operator, one line each. */
export function logTo(stderr: Output): (message: string) => void {
  return (message) => stderr.write(`${oneLine(message)}\n`);
}
