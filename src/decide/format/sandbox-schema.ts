// Limits of a run: names in policy files, defaults and hard ceilings.

import * as z from "zod";
import type { RunLimits } from "../../vocabulary.ts";

const KB = 1024;

type Limit = {
  field: keyof RunLimits;
  unit: number;
  initial: number;
  least?: number;
  most: number;
  says: string;
};

// Above 64 MB one allocation is likelier to end the whole worker process than to be caught as a memory limit.
export const SANDBOX_LIMITS = {
  wall_ms: {
    field: "wallMs",
    unit: 1,
    initial: 30_000,
    most: 600_000,
    says: "Wall clock of a run, in milliseconds.",
  },
  cpu_ms: {
    field: "cpuMs",
    unit: 1,
    initial: 5_000,
    most: 60_000,
    says: "Computing time without awaiting, in milliseconds.",
  },
  memory_mb: { field: "memoryMb", unit: 1, initial: 64, most: 64, says: "Memory of the isolate, in MB." },
  tool_calls: { field: "toolCalls", unit: 1, initial: 1_000, most: 10_000, says: "Tool calls in one run." },
  parallel: { field: "parallelCalls", unit: 1, initial: 16, most: 64, says: "Tool calls in flight at once." },
  output_kb: {
    field: "resultBytes",
    unit: KB,
    initial: 256,
    most: 4_096,
    says: "Size of the result, in KB.",
  },
  log_kb: { field: "logBytes", unit: KB, initial: 64, most: 1_024, says: "Size of all logs, in KB." },
  log_lines: { field: "logLines", unit: 1, initial: 1_000, most: 10_000, says: "Lines of logs." },
  argument_kb: {
    field: "argumentBytes",
    unit: KB,
    initial: 1_024,
    most: 4_096,
    says: "Size of one call's arguments, in KB.",
  },
  call_result_kb: {
    field: "callResultBytes",
    unit: KB,
    initial: 8_192,
    most: 16_384,
    says: "Size of one call's result, in KB.",
  },
  timers: { field: "timers", unit: 1, initial: 1_000, most: 10_000, says: "Timers pending at once." },
  // At most what V8 takes by itself, which a thread has on every system; at least what the gateway's own code in
  // the isolate needs.
  stack_kb: {
    field: "stackKb",
    unit: 1,
    initial: 984,
    least: 192,
    most: 984,
    says: "Stack of nested calls, in KB.",
  },
} as const satisfies Record<string, Limit>;

export type SandboxKey = keyof typeof SANDBOX_LIMITS;
export const SANDBOX_KEYS = Object.keys(SANDBOX_LIMITS) as SandboxKey[];

export const sandbox = z
  .strictObject({
    wall_ms: limit("wall_ms"),
    cpu_ms: limit("cpu_ms"),
    memory_mb: limit("memory_mb"),
    tool_calls: limit("tool_calls"),
    parallel: limit("parallel"),
    output_kb: limit("output_kb"),
    log_kb: limit("log_kb"),
    log_lines: limit("log_lines"),
    argument_kb: limit("argument_kb"),
    call_result_kb: limit("call_result_kb"),
    timers: limit("timers"),
    stack_kb: limit("stack_kb"),
    session_runs: z
      .int()
      .min(1)
      .max(1000)
      .optional()
      .describe(
        "Runs, and direct calls, that a session may have under way. At most the setting `runsPerSession`.",
      ),
    network: z
      .literal("none", { error: 'only "none" is possible: code reaches the world through tools' })
      .optional()
      .describe("Always `none`."),
  })
  .describe("Limits of a run. The smallest value of all applicable files wins.");

function limit(key: SandboxKey) {
  const { initial, least = 1, most, says }: Limit = SANDBOX_LIMITS[key];
  const range = least > 1 ? `${least} to ${most}` : `at most ${most}`;
  return z.int().min(least).max(most).optional().describe(`${says} Default ${initial}, ${range}.`);
}
