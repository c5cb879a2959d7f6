// Entry of the worker process: one run at a time, each in an isolate that was prepared before it came.
// This process has no files, no network, no children and an empty environment; it talks on descriptor 3 only.

import { Socket } from "node:net";
import { FRAME, type Frame, FrameReader, FrameWriter } from "./frames.ts";
import { readGuestSource } from "./guest-source.ts";
import { IsolateRun, type RunTexts } from "./isolate-run.ts";
import { loadIsolatedVm } from "./isolated-vm-addon.ts";
import { type WarmIsolate, warmUpIsolate } from "./warm-isolate.ts";

const WARM_ISOLATES = 2;
const MAX_FRAME_BYTES = 256 * 1024 * 1024;

const DELIVER_FAILURE = 0;
const DELIVER_VALUE = 1;

function serveRuns(addonFile: string): void {
  const ivm = loadIsolatedVm(addonFile);
  const { prelude, warmUp } = readGuestSource();
  const snapshot = ivm.Isolate.createSnapshot([{ code: prelude, filename: "prelude" }], warmUp);
  const channel = new Socket({ fd: 3, readable: true, writable: true });
  const writer = new FrameWriter((bytes) => channel.write(bytes));
  const reader = new FrameReader(MAX_FRAME_BYTES);
  const stock: WarmIsolate[] = [];
  let memoryMb = 64;
  let run: IsolateRun | undefined;
  let highestId = 0;

  function refill(): void {
    if (stock.length >= WARM_ISOLATES) return;
    stock.push(warmUpIsolate(ivm, snapshot, memoryMb));
    writer.add(FRAME.idle, 0, String(stock.length));
    setImmediate(refill);
  }

  function takeWarm(wantedMb: number): WarmIsolate {
    if (wantedMb !== memoryMb) {
      memoryMb = wantedMb;
      for (const stale of stock.splice(0)) stale.isolate.dispose();
    }
    return stock.shift() ?? warmUpIsolate(ivm, snapshot, memoryMb);
  }

  function begin(id: number, text: string): void {
    const job = JSON.parse(text) as RunTexts & { memoryMb: number };
    const current = new IsolateRun(
      takeWarm(job.memoryMb),
      job,
      {
        request: (requestId, target, argsText) =>
          writer.add(FRAME.request, requestId, `${target}\n${argsText}`),
        log: (level, message) => {
          writer.add(FRAME.log, id, `${level}\n${message}`);
          writer.flush(); // What was logged before a loop that only SIGKILL ends must be on its way.
        },
        end: (end, usage) => {
          const kind = end.ok ? FRAME.done : FRAME.failed;
          const body = end.ok ? end.resultText : end.failureText;
          writer.add(kind, id, `${usage.cpuMs.toFixed(3)}\n${usage.memoryBytes}\n${body}`);
          writer.flush();
          highestId = Math.max(highestId, current.highestId);
          run = undefined;
          setImmediate(refill);
        },
      },
      highestId,
    );
    run = current;
    current.start();
    if (run !== undefined && stock.length === 0) setImmediate(refill);
  }

  function handle(frames: Frame[]): void {
    const replies: (number | string)[] = [];
    for (const { kind, id, payload } of frames) {
      if (kind === FRAME.run) begin(id, payload.toString("utf8"));
      else if (kind === FRAME.value) replies.push(id, DELIVER_VALUE, payload.toString("utf8"));
      else if (kind === FRAME.failure) replies.push(id, DELIVER_FAILURE, payload.toString("utf8"));
    }
    if (replies.length > 0) run?.deliver(replies);
  }

  channel.on("data", (chunk: Buffer) => {
    handle(reader.push(chunk));
    writer.flush();
  });
  channel.on("error", () => process.exit(1));
  channel.on("close", () => process.exit(0));
  stock.push(warmUpIsolate(ivm, snapshot, memoryMb));
  writer.add(FRAME.ready, 0, String(stock.length));
  setImmediate(refill);
}

serveRuns(process.argv[2] ?? "");
