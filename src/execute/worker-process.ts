// One worker process: how it is locked in, how it is spoken to, and how it is ended for certain.

import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import type { Socket } from "node:net";
import { FRAME, type Frame, FrameReader, FrameWriter } from "./frames.ts";
import { kernelLimiter } from "./kernel-limits.ts";
import { makeExpendable, ProcessUsage } from "./process-usage.ts";
import type { WorkerFiles } from "./worker-files.ts";

const IDLE_MAX_PAYLOAD = 1024;
const STDERR_TAIL_CHARS = 4000;
export type WorkerExit = { signal: NodeJS.Signals | null; stderr: string };
/** The run that a worker has at the moment. */
export type WorkerListener = { receive(frame: Frame): void; workerEnded(exit: WorkerExit): void };

export class WorkerProcess {
  /** Resolves true when the worker can take runs, false when it ended before. */
  readonly ready: Promise<boolean>;
  readonly exited: Promise<WorkerExit>;
  readonly pid: number;
  readonly usage: ProcessUsage;
  runs = 0;
  warmIsolates = 0;
  lastUsed = 0;
  alive = true;
  #listener: WorkerListener | undefined;
  #stderr = "";
  readonly #child: ChildProcess;
  readonly #reader = new FrameReader(IDLE_MAX_PAYLOAD);
  readonly #writer: FrameWriter;

  constructor(files: WorkerFiles) {
    const { command, args, options } = lockedCommand(files);
    const child = spawn(command, args, options);
    this.#child = child;
    this.pid = child.pid ?? 0;
    this.usage = new ProcessUsage(this.pid);
    const channel = channelOf(child);
    const writer = new FrameWriter(
      (bytes) => channel.write(bytes),
      () => process.nextTick(() => writer.flush()),
    );
    this.#writer = writer;
    child.stderr?.on("data", (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString("utf8")).slice(-STDERR_TAIL_CHARS);
    });
    this.exited = new Promise((resolve) => {
      const end = (_code: number | null, signal: NodeJS.Signals | null): void => {
        this.alive = false;
        this.usage.close();
        const exit = { signal, stderr: this.#stderr };
        resolve(exit);
        this.#listener?.workerEnded(exit);
      };
      child.once("close", end);
      child.once("error", () => end(null, null));
    });
    channel.on("error", () => this.kill());
    this.ready = new Promise((resolve) => {
      channel.on("data", (chunk: Buffer) => this.#read(chunk, () => resolve(true)));
      void this.exited.then(() => resolve(false));
    });
    if (this.pid > 0) makeExpendable(this.pid);
  }

  /** Frames go to one run at a time; `maxPayload` is what that run's limits permit. */
  attach(maxPayload: number, listener: WorkerListener): void {
    this.#reader.maxPayload = maxPayload;
    this.#listener = listener;
    // Only a worker that has ended already: what waits on the promise of a living one is kept as long as it lives.
    if (!this.alive) void this.exited.then((exit) => listener.workerEnded(exit));
  }

  detach(): void {
    this.#reader.maxPayload = IDLE_MAX_PAYLOAD;
    this.#listener = undefined;
  }

  send(kind: number, id: number, text: string): void {
    if (this.alive) this.#writer.add(kind, id, text);
  }

  kill(): Promise<WorkerExit> {
    this.#child.kill("SIGKILL");
    return this.exited;
  }

  #read(chunk: Buffer, onReady: () => void): void {
    try {
      for (const frame of this.#reader.push(chunk)) {
        if (frame.kind === FRAME.idle) this.warmIsolates = Number(frame.payload.toString("latin1")) || 0;
        else if (frame.kind === FRAME.ready) onReady();
        else if (this.#listener !== undefined) this.#listener.receive(frame);
        else throw new Error("a message without a run");
      }
    } catch {
      // A frame over its limit, or one that nobody asked for, is never made by the prelude: this worker is not
      // itself any more.
      void this.kill();
    }
  }
}

/** Without descriptors or processes left, Node makes a child that has no pipes and reports it as an event. */
function channelOf(child: ChildProcess): Socket {
  const channel = child.stdio?.[3];
  if (channel) return channel as Socket;
  child.on("error", () => {});
  throw new Error("the worker process has no channel");
}

/** The whole confinement of a worker: what it may read, its kernel limits, an empty environment, four descriptors. */
export function lockedCommand(
  files: WorkerFiles,
  limiter = kernelLimiter(),
): {
  command: string;
  args: string[];
  options: SpawnOptions;
} {
  const node = [
    process.execPath,
    "--no-node-snapshot",
    // A worker's own code is warm for the optimizing compilers; for a guest's single run baseline code costs more than it saves.
    "--no-sparkplug",
    "--disable-warning=SecurityWarning",
    "--permission",
    "--allow-addons",
    ...files.readable.map((path) => `--allow-fs-read=${path}`),
    files.entry,
    files.addon,
  ];
  const [command = process.execPath, ...args] = [...limiter, ...node];
  return {
    command,
    args,
    options: { cwd: files.cwd, env: {}, stdio: ["ignore", "ignore", "pipe", "pipe"] },
  };
}
