// Results to stdout, diagnostics to stderr, as text or as JSON.

import { styleText } from "node:util";
import { ERROR_CODES, type ErrorCode, toGatewayError } from "../../../errors.ts";
import type { Cli, CommandResult } from "../cli.ts";
import { UsageError } from "../usage-error.ts";
import { safeJson, terminalText } from "./terminal-text.ts";

export function printResult(cli: Cli, result: CommandResult, options: { json?: boolean }): void {
  if (options.json) {
    cli.stdout.write(`${safeJson(result.data)}\n`);
    return;
  }
  for (const note of result.notes ?? []) cli.stderr.write(`${terminalText(note)}\n`);
  for (const line of result.lines) cli.stdout.write(`${terminalText(line)}\n`);
}

/** Prints `CODE  message` and the hint, never a stack, and answers the exit code. */
export function printError(cli: Cli, error: unknown): 1 | 2 {
  if (error instanceof UsageError) {
    cli.stderr.write(errorText({ code: "USAGE", message: error.message, hint: error.hint }));
    return 2;
  }
  const known = toGatewayError(error);
  const hint = known.code === "INTERNAL" ? placeOf(known.cause) : known.hint;
  cli.stderr.write(errorText({ code: known.code, message: known.message, hint }));
  return exitCodeOf(known.code);
}

type Shown = { code: string; message: string; hint?: string | undefined };

/** A failure as lines; also used for the error of a run, which is data and not thrown. */
export function errorLines({ code, message, hint }: Shown): string[] {
  return [`${code}  ${message}`, ...(hint ? [`  ${hint}`] : [])];
}

function errorText(shown: Shown): string {
  const lines = errorLines(shown).map((line) => terminalText(line));
  const colored = styleText("red", shown.code, { stream: process.stderr });
  return `${lines.join("\n").replace(shown.code, () => colored)}\n`;
}

const PROBLEM_CODES: readonly ErrorCode[] = ["RATE_LIMITED", "BUSY", "TOO_LARGE", "INTERNAL"];

/** 2 when the caller must change the command, the settings or the files; 1 when the work itself went wrong. */
export function exitCodeOf(code: ErrorCode): 1 | 2 {
  if (PROBLEM_CODES.includes(code)) return 1;
  const { stage } = ERROR_CODES[code];
  return stage === "admit" || stage === "gateway" || code === "POLICY_INVALID" ? 2 : 1;
}

/** Where a fault of the gateway happened. Only the place: the message of a foreign error may quote data. */
function placeOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  const frame = (cause.stack ?? "").split("\n").find((line) => line.trimStart().startsWith("at "));
  return frame === undefined ? cause.name : `${cause.name} ${frame.trim()}`;
}
