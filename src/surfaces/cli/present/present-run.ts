// A run and a check as people read them: the result on stdout, everything about it on stderr.

import type { CheckReply } from "../../../run/check-code.ts";
import { counted } from "../../../text/counted.ts";
import type { Finding, Run } from "../../../vocabulary.ts";
import type { CommandResult } from "../cli.ts";
import { errorLines } from "./print.ts";

export function presentRun(run: Run, file: string): CommandResult {
  return {
    data: run,
    lines: run.status === "succeeded" ? [resultText(run.result)] : [],
    notes: [
      ...run.logs.map(({ level, message }) => (level === "log" ? message : `${level}: ${message}`)),
      ...run.violations.flatMap((finding) => findingLines(finding, file)),
      ...errorNotes(run, file),
      summaryOf(run),
    ],
    failed: run.status !== "succeeded",
  };
}

export function presentCheck(check: CheckReply, file: string): CommandResult {
  const { verdict, risk, violations, tools, imports, error } = check;
  return {
    data: check,
    lines: [
      ...violations.flatMap((finding) => findingLines(finding, file)),
      ...(error && !violations.some(({ message }) => error.message.includes(message))
        ? errorLines(error)
        : []),
      `verdict  ${verdict}`,
      `risk     ${risk.level} (${risk.score})`,
      ...(tools.length > 0 ? [`tools    ${tools.join(", ")}`] : []),
      ...(imports.length > 0 ? [`imports  ${imports.join(", ")}`] : []),
    ],
    failed: verdict !== "allow",
  };
}

function findingLines({ rule, severity, message, line, column, hint }: Finding, file: string): string[] {
  return [`${file}:${line}:${column}  ${severity}  ${rule}  ${message}`, ...indented(hint)];
}

function indented(text = ""): string[] {
  return text === "" ? [] : text.split("\n").map((line) => `  ${line}`);
}

function errorNotes({ error }: Run, file: string): string[] {
  if (!error) return [];
  const place = error.line === undefined ? [] : [`  at ${file}:${error.line}:${error.column ?? 1}`];
  return [...errorLines(error), ...place];
}

/** Text as it is, so that it can be piped on; everything else as JSON. */
function resultText(result: Run["result"]): string {
  return typeof result === "string" ? result : JSON.stringify(result, null, 2);
}

function summaryOf({ id, session, status, toolCalls, stats }: Run): string {
  const calls = counted(toolCalls.length, "tool call");
  const saved = stats.savedTokens > 0 ? `, ${stats.savedTokens} tokens saved` : "";
  return `${id} ${status} in ${Math.round(stats.durationMs)} ms, ${calls}${saved}, session ${session}`;
}
