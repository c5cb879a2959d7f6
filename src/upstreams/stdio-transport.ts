// MCP over the pipes of a child process. Unlike the SDK's own transport it survives messages of any size,
// keeps the gateway's environment to itself and ends the child's whole process group.

import { type ChildProcess, spawn } from "node:child_process";
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from "@modelcontextprotocol/client";
import { childEnvironment } from "./child-environment.ts";
import { responseIdOf, splitLines } from "./split-lines.ts";
import { OVERSIZE_RPC_CODE } from "./upstream-error.ts";
import type { ServerConfig } from "./upstreams.ts";

export type StdioTransportOptions = {
  config: Extract<ServerConfig, { transport: "stdio" }>;
  maxMessageBytes: number;
  closeGraceMs: number;
  log(level: "debug" | "warn", message: string): void;
};

const MAX_STDERR_LINE = 2000;
const MAX_STDERR_LINES = 1000;
const DRAIN_MS = 500;

export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Present (with `pid`) because the SDK recognizes pipe transports by these two names. */
  readonly stderr = null;
  readonly #options: StdioTransportOptions;
  #child: ChildProcess | undefined;
  #ended: Promise<void> = Promise.resolve();
  #closed = false;
  /** What came behind a notification that its handlers have not got yet. */
  readonly #waiting: JSONRPCMessage[] = [];
  #isHandling = false;
  #noiseLines = 0;
  #stderrLines = 0;

  constructor(options: StdioTransportOptions) {
    this.#options = options;
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  start(): Promise<void> {
    const { config } = this.#options;
    const child = spawn(config.command, config.args, {
      env: childEnvironment(config.env),
      stdio: ["pipe", "pipe", "pipe"],
      windowsHide: true,
      // Its own process group, so that what the child started (npx starts node) ends with it.
      detached: process.platform !== "win32",
      ...(config.cwd === undefined ? {} : { cwd: config.cwd }),
    });
    this.#child = child;
    this.#ended = new Promise<void>((resolve) => {
      child.once("exit", (code, signal) => {
        this.#options.log("debug", `The process ended (${signal ?? `code ${code}`}).`);
        endGroup(child, "SIGKILL");
        // The last messages may still be in the pipe: "close" comes when they are read.
        setTimeout(resolve, DRAIN_MS).unref();
      });
      child.once("close", () => resolve());
      child.once("error", () => resolve());
    }).then(() => this.#finish());
    this.#listen(child);
    return new Promise((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", reject);
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (this.#closed || !stdin?.writable)
      return Promise.reject(new Error("The process does not take input any more."));
    return new Promise((resolve, reject) => {
      stdin.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
    });
  }

  async close(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return this.#finish();
    child.stdin?.end();
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      if (await endsWithin(this.#ended, this.#options.closeGraceMs)) return;
      endGroup(child, signal);
    }
    await this.#ended;
  }

  #listen(child: ChildProcess): void {
    const feed = splitLines(this.#options.maxMessageBytes, {
      line: (text) => this.#receive(text),
      oversize: (head, tail, bytes) => this.#receiveOversize(head, tail, bytes),
    });
    child.stdout?.on("data", feed);
    const drain = splitLines(MAX_STDERR_LINE, {
      line: (text) => this.#logStderr(text),
      oversize: (head) => this.#logStderr(`${head}…`),
    });
    child.stderr?.on("data", drain);
    for (const stream of [child.stdin, child.stdout, child.stderr]) {
      stream?.on("error", (error) => this.onerror?.(error));
    }
  }

  #receive(text: string): void {
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(JSON.parse(text));
    } catch {
      // Some servers print banners or malformed messages on stdout; the text may be data, so only its size is logged.
      this.#noiseLines += 1;
      if (this.#noiseLines <= 20)
        this.#options.log("debug", `Skipped ${text.length} characters on stdout that are no message.`);
      return;
    }
    this.#deliver(message);
  }

  /**
   * The SDK hands notifications to their handlers a moment after they came, and answers at once: progress that came
   * right before its answer would find that nobody waits for it any more.
   */
  #deliver(message: JSONRPCMessage): void {
    const isNotice = "method" in message && !("id" in message);
    if (this.#isHandling && (!isNotice || this.#waiting.length > 0)) {
      this.#waiting.push(message);
      return;
    }
    this.onmessage?.(message);
    if (!isNotice || this.#isHandling) return;
    this.#isHandling = true;
    setImmediate(() => this.#deliverWaiting());
  }

  #deliverWaiting(): void {
    this.#isHandling = false;
    for (const message of this.#waiting.splice(0)) this.#deliver(message);
  }

  #receiveOversize(head: string, tail: string, bytes: number): void {
    const id = responseIdOf(head, tail);
    const place = id === undefined ? "whose id was not found" : `with id ${id}`;
    this.#options.log("warn", `Dropped a message of ${bytes} bytes ${place}.`);
    if (id === undefined) return;
    this.#deliver({
      jsonrpc: "2.0",
      id,
      error: { code: OVERSIZE_RPC_CODE, message: "message too large" },
    });
  }

  #logStderr(text: string): void {
    this.#stderrLines += 1;
    if (this.#stderrLines < MAX_STDERR_LINES) this.#options.log("debug", `stderr: ${text.trimEnd()}`);
    else if (this.#stderrLines === MAX_STDERR_LINES)
      this.#options.log("debug", "stderr: further lines are not logged.");
  }

  #finish(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const message of this.#waiting.splice(0)) this.onmessage?.(message);
    // A grandchild that keeps the pipes open must not keep the gateway waiting.
    for (const stream of [this.#child?.stdin, this.#child?.stdout, this.#child?.stderr]) stream?.destroy();
    this.onclose?.();
  }
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // Nobody is left in the group.
  }
}

function endsWithin(ended: Promise<void>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms);
    void ended.then(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}
