// How a run that did not succeed is told to the agent: a code, a sentence, the next step, the author's line.

import type { ErrorCode } from "../errors.ts";
import { authorColumn } from "../text/author-column.ts";
import type { Program, RunLimits } from "../vocabulary.ts";
import type { ExecutionJob, GuestVisibleError } from "./execute.ts";
import { hintForMissingName } from "./missing-name.ts";

export type RunFailure = { code: ErrorCode; message: string; hint?: string; line?: number; column?: number };

/** What a worker says about a failure. Every field is the guest's word until it is checked here. */
type FailureReport = {
  name: string;
  message: string;
  hint?: string;
  line?: number;
  column?: number;
  skill?: string;
  limit?: string;
  failure?: number;
};

/** Codes that code inside the isolate may claim. All others need a failure that the host itself issued. */
const CLAIMABLE = new Set<ErrorCode>([
  "CPU_LIMIT",
  "MEMORY_LIMIT",
  "CALL_LIMIT",
  "ARGUMENT_LIMIT",
  "TIMER_LIMIT",
  "STACK_LIMIT",
  "RESULT_LIMIT",
  "RESULT_INVALID",
  "BAD_ARGUMENTS",
  "SYNTAX_ERROR",
]);

export function limitFailure(code: ErrorCode, limits: RunLimits): RunFailure {
  switch (code) {
    case "TIMEOUT":
      return {
        code,
        message: `The run took longer than ${limits.wallMs} ms.`,
        hint: "Do less in one run, make calls in parallel with Promise.all, or ask for a longer time.",
      };
    case "CPU_LIMIT":
      return {
        code,
        message: `The program computed for more than ${limits.cpuMs} ms.`,
        hint: "Look for a loop that does not end, or let the tools filter the data.",
      };
    case "MEMORY_LIMIT":
      return {
        code,
        message: `The program used more than ${limits.memoryMb} MB of memory.`,
        hint: "Fetch and process data in pages, and keep only what you need.",
      };
    case "STACK_LIMIT":
      return {
        code,
        message: `The program's calls are nested deeper than ${limits.stackKb} KB of stack hold.`,
        hint: "Look for a recursion that does not end, or use a loop with a list of what is left to do.",
      };
    case "CANCELLED":
      return { code, message: "The run was stopped by its caller." };
    case "BUSY":
      return { code, message: "Too many runs are waiting.", hint: "Try again in a few seconds." };
    default:
      return {
        code: "WORKER_DIED",
        message: "The sandbox process ended unexpectedly.",
        hint: "Try once more; if it happens again, change the program.",
      };
  }
}

/** The isolate's timer ended a program that had not used its CPU time: the machine's fault, told as such. */
export function starvedFailure(cpuMs: number, wallMs: number): Omit<RunFailure, "line" | "column"> {
  return {
    code: "TIMEOUT",
    message: `The machine was too busy: the program got ${Math.round(cpuMs)} ms of computing in ${Math.round(wallMs)} ms.`,
    hint: "Try again; if it happens often, do less in one run.",
  };
}

/** Limits that V8 tells as ordinary errors. A program that throws such a text itself fools nobody but its author. */
const ENGINE_LIMITS = new Map<string, ErrorCode>([
  ["Array buffer allocation failed", "MEMORY_LIMIT"],
  ["Maximum call stack size exceeded", "STACK_LIMIT"],
]);

/** V8 ends its process when an allocation fails in a place where no error can be thrown. */
const OUT_OF_MEMORY_TEXT =
  /heap out of memory|Allocation failed|invalid (array|size|string|table)|OOM error|invalid size error/i;
const V8_FATAL_SIGNALS = new Set(["SIGTRAP", "SIGILL", "SIGABRT"]);

export function diedOfMemory(
  exit: { signal: string | null; stderr: string },
  grewBy: number,
  limits: RunLimits,
): boolean {
  if (exit.signal === null) return false;
  if (OUT_OF_MEMORY_TEXT.test(exit.stderr) || V8_FATAL_SIGNALS.has(exit.signal)) return true;
  return grewBy > (limits.memoryMb * 1024 * 1024) / 2;
}

/** Undefined when the text is not a report: then the worker is not to be believed in anything. */
export function readFailure(
  text: string,
  job: ExecutionJob,
  issued: ReadonlyMap<number, GuestVisibleError>,
): RunFailure | undefined {
  const report = parseReport(text);
  if (report === undefined) return undefined;
  const skill = job.skills?.find(({ name }) => name === report.skill);
  const failure = toFailure(report, job, issued, placeOf(report, (skill ?? job).program));
  if (failure === undefined || skill === undefined) return failure;
  return { ...failure, message: `In the skill ${skill.name}: ${failure.message}` };
}

type Place = { line?: number; column?: number };

function toFailure(
  report: FailureReport,
  job: ExecutionJob,
  issued: ReadonlyMap<number, GuestVisibleError>,
  place: Place,
): RunFailure | undefined {
  if (report.failure !== undefined) {
    const failure = issued.get(report.failure);
    if (failure === undefined) return undefined;
    const hint = failure.hint === undefined ? {} : { hint: failure.hint };
    return { code: failure.code, message: failure.message, ...hint, ...place };
  }
  const code = ENGINE_LIMITS.get(report.message) ?? (report.limit as ErrorCode | undefined);
  if (code !== undefined && !CLAIMABLE.has(code)) return undefined;
  if (code === "CPU_LIMIT" || code === "MEMORY_LIMIT" || code === "STACK_LIMIT")
    return { ...limitFailure(code, job.limits), ...place };
  const hint = report.hint ?? hintForMissingName(report.message, job);
  const named = code === undefined || code === "SYNTAX_ERROR";
  return {
    code: code ?? "RUNTIME_ERROR",
    message: named ? `${report.name}: ${report.message}` : report.message,
    ...(hint === undefined ? {} : { hint }),
    ...place,
  };
}

function parseReport(text: string): FailureReport | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const {
    name = "Error",
    message = "",
    hint,
    line,
    column,
    skill,
    limit,
    failure,
  } = value as Record<string, unknown>;
  if (typeof name !== "string" || typeof message !== "string") return undefined;
  if (![hint, limit, skill].every((field) => field === undefined || typeof field === "string"))
    return undefined;
  if (![line, column, failure].every((field) => field === undefined || Number.isSafeInteger(field)))
    return undefined;
  return { name, message, hint, line, column, skill, limit, failure } as FailureReport;
}

function placeOf(report: FailureReport, program: Program): { line?: number; column?: number } {
  if (report.line === undefined || report.line < 1) return {};
  if (report.column === undefined) return { line: report.line };
  return { line: report.line, column: authorColumn(program, report.line, report.column) };
}
