// Entry of the worker process: one run at a time, each in an isolate that was prepared before it came.
// This process has no files, no network, no children and an empty environment; it talks on descriptor 3 only.

import { FRAME, type Frame, FrameWriter } from "./frames.ts";
import { readGuestSource } from "./guest-source.ts";
import { IsolateRun, type RunTexts } from "./isolate-run.ts";
import { loadIsolatedVm } from "./isolated-vm-addon.ts";
import { type IsolateSize, type WarmIsolate, warmUpIsolate } from "./warm-isolate.ts";
import { WorkerChannel } from "./worker-channel.ts";

const DELIVER_FAILURE = 0;
const DELIVER_VALUE = 1;

function serveRuns(addonFile: string): void {
  const ivm = loadIsolatedVm(addonFile);
  const { prelude, warmUp } = readGuestSource();
  const snapshot = ivm.Isolate.createSnapshot([{ code: prelude, filename: "prelude" }], warmUp);
  const channel = new WorkerChannel(handle);
  const writer = new FrameWriter((bytes) => channel.write(bytes));
  let size: IsolateSize = { memoryMb: 64, stackKb: 984 };
  let warm: WarmIsolate | undefined = warmUpIsolate(ivm, snapshot, size);
  let run: IsolateRun | undefined;
  let highestId = 0;

  /** After a run this thread has gone round its event loop once, so that the last isolate's remains are gone. */
  function refill(): void {
    if (warm === undefined) {
      warm = warmUpIsolate(ivm, snapshot, size);
      writer.add(FRAME.idle, 0, "1");
      writer.flush();
    }
    channel.resume();
  }

  /** Runs of one policy follow each other, so the next isolate is made in the size of the last. */
  function takeWarm({ memoryMb, stackKb }: IsolateSize): WarmIsolate {
    const ready = warm;
    warm = undefined;
    if (ready?.size.memoryMb === memoryMb && ready.size.stackKb === stackKb) return ready;
    ready?.isolate.dispose();
    size = { memoryMb, stackKb };
    return warmUpIsolate(ivm, snapshot, size);
  }

  function begin(id: number, text: string): void {
    const job = JSON.parse(text) as RunTexts & IsolateSize;
    const current = new IsolateRun(
      takeWarm(job),
      job,
      {
        request: (requestId, target, argsText) =>
          writer.add(FRAME.request, requestId, `${target}\n${argsText}`),
        log: (level, message) => {
          writer.add(FRAME.log, id, `${level}\n${message}`);
          writer.flush(); // What was logged before a loop that only SIGKILL ends must be on its way.
        },
        left: () => writer.flush(),
        end: (end, usage) => {
          const kind = end.ok ? FRAME.done : FRAME.failed;
          const body = end.ok ? end.resultText : end.failureText;
          writer.add(kind, id, `${usage.cpuMs.toFixed(3)}\n${usage.memoryBytes}\n${body}`);
          writer.flush();
          highestId = Math.max(highestId, current.highestId);
          run = undefined;
          channel.pause();
          setImmediate(refill);
        },
      },
      highestId,
    );
    run = current;
    current.start();
  }

  function handle(frames: Frame[]): void {
    const replies: (number | string)[] = [];
    for (const { kind, id, payload } of frames) {
      if (kind === FRAME.run) begin(id, payload.toString("utf8"));
      else if (kind === FRAME.value) replies.push(id, DELIVER_VALUE, payload.toString("utf8"));
      else if (kind === FRAME.failure) replies.push(id, DELIVER_FAILURE, payload.toString("utf8"));
    }
    if (replies.length > 0) run?.deliver(replies);
    channel.mayBlock = !run?.hasTimers;
  }

  writer.add(FRAME.ready, 0, "1");
  writer.flush();
  channel.resume();
}

serveRuns(process.argv[2] ?? "");
