// One real executor per test file, and programs made into modules without the analyze stage: what it would
// refuse must be harmless inside the isolate too.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type ExecutionOutcome,
  type Executor,
  type ExecutorOptions,
  type HostReply,
  type HostRequest,
  openExecutor,
  type ServerBinding,
} from "../../src/execute/execute.ts";
import type { LogLine, Program, RunLimits } from "../../src/vocabulary.ts";

export const LIMITS: RunLimits = {
  wallMs: 20_000,
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

export const SERVERS: ServerBinding[] = [
  {
    server: "crm",
    identifiers: ["crm"],
    tools: [
      { name: "list_contacts", identifiers: ["list_contacts", "listContacts"] },
      { name: "echo", identifiers: ["echo"] },
      { name: "fail", identifiers: ["fail"] },
      { name: "wait", identifiers: ["wait"] },
      { name: "then", identifiers: ["then"] },
      { name: "toJSON", identifiers: ["toJSON"] },
    ],
  },
  {
    server: "web-mail",
    identifiers: ["web_mail", "webMail"],
    tools: [{ name: "send.now", identifiers: ["send_now", "sendNow"] }],
  },
  { server: "JSON", identifiers: ["JSON"], tools: [{ name: "parse", identifiers: ["parse"] }] },
];

/** The author's imports move into line 1, as analysis does it; the body keeps its lines. */
export function programOf(code: string): Program {
  const imports: string[] = [];
  const body = code.replaceAll(/^import [^;]*;/gm, (found) => {
    imports.push(found.replaceAll("\n", " "));
    return found.replaceAll(/[^\n]/g, " ");
  });
  return moduleOf(`${imports.join(" ")} export default async () => {\n${body}\n};`);
}

export function moduleOf(moduleText: string): Program {
  return { moduleText, sha256: "", servers: [], insertions: [], literals: [] };
}

/** A host that answers the tools of `SERVERS` and remembers everything it was asked. */
export class RecordingPort {
  readonly requests: HostRequest[] = [];
  readonly logs: LogLine[] = [];
  readonly signals: AbortSignal[] = [];
  inFlight = 0;
  mostInFlight = 0;
  readonly #answer: ((request: HostRequest, signal: AbortSignal) => Promise<HostReply>) | undefined;

  constructor(answer?: (request: HostRequest, signal: AbortSignal) => Promise<HostReply>) {
    this.#answer = answer;
  }

  async request(request: HostRequest, signal: AbortSignal): Promise<HostReply> {
    this.requests.push(request);
    this.signals.push(signal);
    this.inFlight++;
    this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
    try {
      return await (this.#answer ?? answerTools)(request, signal);
    } finally {
      this.inFlight--;
    }
  }

  log(line: LogLine): void {
    this.logs.push(line);
  }

  get tools(): string[] {
    return this.requests.map((request) => (request.kind === "tool" ? request.tool : request.kind));
  }
}

export function value(of: unknown): HostReply {
  return { ok: true, valueText: JSON.stringify(of) };
}

export async function answerTools(request: HostRequest): Promise<HostReply> {
  if (request.kind !== "tool") return value({ asked: request });
  const args: unknown = JSON.parse(request.argsText);
  switch (request.tool) {
    case "crm.list_contacts":
      return value([{ id: "c1", name: "Ann" }]);
    case "crm.echo":
    case "web-mail.send.now":
    case "JSON.parse":
      return value(args);
    case "crm.wait":
      await new Promise((resolve) => setTimeout(resolve, 5));
      return value("waited");
    case "crm.fail":
      return {
        ok: false,
        error: {
          code: "TOOL_FAILED",
          message: "The mailbox is full.",
          hint: "Empty it.",
          retryable: true,
          executed: "unknown",
        },
      };
    default:
      return {
        ok: false,
        error: { code: "TOOL_UNKNOWN", message: "There is no such tool.", retryable: false, executed: "no" },
      };
  }
}

export type RunOptions = {
  port?: RecordingPort;
  limits?: Partial<RunLimits>;
  owner?: string;
  knownServers?: () => string[];
  context?: unknown;
  signal?: AbortSignal;
  program?: Program;
};

export type TestExecutor = Executor & {
  folder: string;
  run(code: string, options?: RunOptions): Promise<ExecutionOutcome>;
  /** The result as data; throws when the run failed. */
  resultOf(code: string, options?: RunOptions): Promise<unknown>;
  errorOf(code: string, options?: RunOptions): Promise<Extract<ExecutionOutcome, { ok: false }>["error"]>;
};

export async function openTestExecutor(
  options: Partial<Omit<ExecutorOptions, "folder">> = {},
): Promise<TestExecutor> {
  const folder = await mkdtemp(join(tmpdir(), "sallyport-execute-"));
  const executor = await openExecutor({
    workers: 1,
    maxQueued: 100,
    // CPU time is then judged by the kernel's count alone, which does not depend on what else the machine does.
    isBusy: () => true,
    folder: join(folder, "new"),
    ...options,
  });

  function run(code: string, options: RunOptions = {}): Promise<ExecutionOutcome> {
    const job = {
      runId: "run_test",
      owner: options.owner ?? "ann",
      program: options.program ?? programOf(code),
      servers: SERVERS,
      ...(options.knownServers && { knownServers: options.knownServers }),
      contextText: JSON.stringify(options.context ?? {}),
      limits: { ...LIMITS, ...options.limits },
    };
    const signal = options.signal ?? new AbortController().signal;
    return executor.execute(job, options.port ?? new RecordingPort(), signal);
  }

  return {
    ...executor,
    folder,
    run,
    async resultOf(code, options) {
      const outcome = await run(code, options);
      if (outcome.ok) return JSON.parse(outcome.resultText);
      throw new Error(`the run failed: ${JSON.stringify(outcome.error)}`);
    },
    async errorOf(code, options) {
      const outcome = await run(code, options);
      if (!outcome.ok) return outcome.error;
      throw new Error(`the run succeeded: ${outcome.resultText.slice(0, 300)}`);
    },
    async close() {
      await executor.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
