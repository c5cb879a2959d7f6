import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ExecutionJob, type HostPort, openExecutor } from "../../src/execute/execute.ts";
import type { RunLimits } from "../../src/vocabulary.ts";
import { type Engine, JOBS, type JobName, textOfTool } from "./jobs.ts";

export const WORKERS = 2;

const LIMITS: RunLimits = {
  wallMs: 30_000,
  cpuMs: 5_000,
  memoryMb: 64,
  toolCalls: 1_000,
  parallelCalls: 100,
  resultBytes: 256 * 1024,
  logBytes: 64 * 1024,
  logLines: 1_000,
  argumentBytes: 256 * 1024,
  callResultBytes: 8 * 1024 * 1024,
  timers: 1_000,
  stackKb: 984,
};

const PORT: HostPort = {
  async request(request) {
    return {
      ok: true,
      valueText: textOfTool(request.kind === "tool" ? request.tool.slice("bench.".length) : ""),
    };
  },
  log() {},
};

function jobOf(name: JobName, tools: string[]): ExecutionJob {
  const moduleText = `export default async () => {\n${JOBS[name].code}\n};`;
  return {
    runId: "run_bench",
    owner: "bench",
    program: { moduleText, sha256: "", servers: ["bench"], insertions: [], literals: [] },
    servers: [
      {
        server: "bench",
        identifiers: ["bench"],
        tools: tools.map((tool) => ({ name: tool, identifiers: [tool] })),
      },
    ],
    contextText: "{}",
    limits: LIMITS,
  };
}

/** The executor as the gateway uses it, without the stages around it. */
export async function openSallyport(tools: string[]): Promise<Engine> {
  const folder = await mkdtemp(join(tmpdir(), "bench-execute-"));
  const executor = await openExecutor({ workers: WORKERS, maxQueued: 1_000, folder });
  const { signal } = new AbortController();
  return {
    name: "sallyport",
    isolation: "process + V8 isolate",
    async run(job) {
      const outcome = await executor.execute(jobOf(job, tools), PORT, signal);
      if (outcome.ok) return JSON.parse(outcome.resultText);
      throw new Error(JSON.stringify(outcome.error));
    },
    async close() {
      await executor.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
