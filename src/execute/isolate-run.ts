// One run inside the worker process. The guest runs on this thread, between `enter` and its return: entering
// an isolate synchronously costs 2 µs where the asynchronous way costs 30, and V8 then drains microtasks
// inside the timeout. Whatever ignores that timeout is ended by the gateway with SIGKILL.

import { stretchMs } from "./cpu-stretch.ts";
import { failure, ImportRefused, nameOf, placeIn, refuseImport, startFailure } from "./isolate-failure.ts";
import type { IvmModule } from "./isolated-vm-addon.ts";
import type { Post, WarmIsolate } from "./warm-isolate.ts";

export type RunTexts = {
  moduleText: string;
  skills: { name: string; moduleText: string }[];
  serversText: string;
  contextText: string;
  limitsText: string;
  cpuMs: number;
  /** False while the machine is busy: then CPU time is the gateway's to watch, and no line can be named. */
  timed: boolean;
};

export type RunEnd = { ok: true; resultText: string } | { ok: false; failureText: string };

type Timer = { timeout?: number };

export type RunOutlets = {
  request(id: number, target: string, argsText: string): void;
  log(level: string, message: string): void;
  /** The program has stopped computing for now: what it asked for can leave. */
  left(): void;
  end(end: RunEnd, usage: { cpuMs: number; memoryBytes: number }): void;
};

// The same numbers stand in guest/outlet.js.
const POST = { request: 1, log: 2, setTimer: 3, clearTimer: 4, done: 5, failed: 6 } as const;

const IMPORT_PREFIX = "servers/";

export class IsolateRun {
  readonly #warm: WarmIsolate;
  readonly #texts: RunTexts;
  readonly #outlets: RunOutlets;
  readonly #wallAtStart: bigint;
  readonly #timers = new Map<number, NodeJS.Timeout>();
  readonly #inFlight = new Set<number>();
  #end: RunEnd | undefined;
  #begun = false;
  #over = false;
  #cpuMs = 0;
  /** The guest numbers requests and timers itself, from `firstId` on; the next run must start above. */
  highestId: number;

  constructor(warm: WarmIsolate, texts: RunTexts, outlets: RunOutlets, firstId: number) {
    this.#warm = warm;
    this.#texts = texts;
    this.#outlets = outlets;
    this.highestId = firstId;
    this.#wallAtStart = warm.isolate.wallTime;
  }

  get hasTimers(): boolean {
    return this.#timers.size > 0;
  }

  start(): void {
    const { entry, receiver } = this.#warm;
    receiver.post = (...posted) => this.#receive(...posted);
    const { moduleText, serversText, contextText, limitsText } = this.#texts;
    const namesTemporal = moduleText.includes("Temporal");
    this.#enter((timer) => {
      entry.configure.applySync(
        undefined,
        [serversText, contextText, limitsText, this.highestId + 1, namesTemporal],
        timer,
      );
      const mains = this.#link(timer);
      this.#begun = true;
      entry.start.applySync(undefined, mains, timer);
    });
  }

  /** Flat triples (id, status, text), as guest/requests.js takes them. */
  deliver(parts: (number | string)[]): void {
    const own: (number | string)[] = [];
    for (let i = 0; i < parts.length; i += 3) {
      // A reply to the run before this one may still arrive.
      if (this.#inFlight.delete(Number(parts[i]))) own.push(...parts.slice(i, i + 3));
    }
    if (own.length === 0) return;
    this.#enter((timer) => this.#warm.entry.deliver.applySync(undefined, own, timer));
  }

  /** The program's function, then a pair of name and function for each skill. */
  #link(timer: Timer): unknown[] {
    const { entry } = this.#warm;
    const servers = new Map<string, IvmModule>();
    const skills = this.#texts.skills.flatMap(({ name, moduleText }) => [
      name,
      this.#linkModule({ text: moduleText, filename: `skill-${name}` }, servers, timer),
    ]);
    const program = this.#linkModule({ text: this.#texts.moduleText, filename: "program" }, servers, timer);
    if (servers.size > 0) entry.endLink.applySync(undefined, []);
    return [program, ...skills];
  }

  #linkModule(
    { text, filename }: { text: string; filename: string },
    servers: Map<string, IvmModule>,
    timer: Timer,
  ): unknown {
    const { isolate, context } = this.#warm;
    const module = isolate.compileModuleSync(text, { filename });
    for (const specifier of module.dependencySpecifiers) {
      if (servers.has(specifier)) continue;
      const importedText = this.#skillModule(specifier) ?? this.#serverModule(specifier, timer);
      if (importedText === undefined) throw new ImportRefused(specifier);
      const server = isolate.compileModuleSync(importedText, { filename: "server" });
      server.instantiateSync(context, refuseImport);
      server.evaluateSync(timer);
      servers.set(specifier, server);
    }
    module.instantiateSync(context, (specifier) => servers.get(specifier) ?? refuseImport(specifier));
    module.evaluateSync(timer);
    return module.namespace.getSync("default", { reference: true }).derefInto();
  }

  #serverModule(specifier: string, timer: Timer): string | undefined {
    const name = specifier.startsWith(IMPORT_PREFIX) ? specifier.slice(IMPORT_PREFIX.length) : "";
    const text = this.#warm.entry.beginLink.applySync(undefined, [name], timer);
    return typeof text === "string" ? text : undefined;
  }

  /** `skills` itself is there only when everything is linked, so it is asked for at the call. */
  #skillModule(specifier: string): string | undefined {
    const skill = this.#texts.skills.find(({ name }) => specifier === `skills/${name}`);
    if (skill === undefined) return undefined;
    const call = `const call = (parameters) => globalThis.skills.${skill.name}(parameters);`;
    return `${call}\nexport default call;\nexport { call as ${skill.name} };\n`;
  }

  #enter(work: (timer: Timer) => void): void {
    if (this.#over) return;
    const { cpuMs, timed } = this.#texts;
    const timeout = stretchMs(cpuMs - this.#cpuMs);
    const enteredAt = performance.now();
    const cpuBefore = threadCpuMs();
    try {
      work(timed ? { timeout } : {});
    } catch (error) {
      this.#reportThrown(error, timed && performance.now() - enteredAt >= timeout);
    }
    this.#cpuMs += threadCpuMs() - cpuBefore;
    if (this.#cpuMs > cpuMs && this.#end?.ok !== false) this.#end = failure({ limit: "CPU_LIMIT" });
    if (this.#end === undefined && this.#inFlight.size === 0 && this.#timers.size === 0) {
      this.#end = failure({ name: "Error", message: STALLED_MESSAGE, hint: STALLED_HINT });
    }
    if (this.#end !== undefined) this.#finish(this.#end);
    else this.#outlets.left();
  }

  /**
   * The prelude catches what the program throws; what arrives here is a limit, a link error or a lost rejection.
   * The text of the last is the guest's, so the words of a limit alone prove nothing.
   */
  #reportThrown(error: unknown, isTimeUp: boolean): void {
    const message = error instanceof Error ? error.message : String(error);
    const stack = error instanceof Error ? String(error.stack) : "";
    const { isDisposed } = this.#warm.isolate;
    if (message === TIMED_OUT && isTimeUp) this.#end = failure({ limit: "CPU_LIMIT", ...placeIn(stack) });
    else if (message.startsWith(OUT_OF_MEMORY) && isDisposed) this.#end = failure({ limit: "MEMORY_LIMIT" });
    else if (error instanceof ImportRefused)
      this.#end = failure({ name: "ImportError", message, ...placeIn(stack) });
    else if (!this.#begun) this.#end = startFailure(error, message);
    else {
      const what = `${nameOf(error)}: ${message.slice(0, 1000)}`;
      this.#outlets.log("error", `A promise was rejected before anything awaited it: ${what}`);
    }
  }

  #receive(...[kind, id, name, text, ...more]: Parameters<Post>): void {
    if (this.#over || this.#end !== undefined) return;
    if (id > this.highestId) this.highestId = id;
    if (kind === POST.request) {
      this.#request(id, name, text);
      for (let i = 0; i < more.length; i += 3)
        this.#request(Number(more[i]), `${more[i + 1]}`, `${more[i + 2]}`);
    } else if (kind === POST.log) this.#outlets.log(name, text);
    else if (kind === POST.setTimer)
      this.#timers.set(
        id,
        setTimeout(() => this.#fire(id), Number(text)),
      );
    else if (kind === POST.clearTimer) this.#clearTimer(id);
    else if (kind === POST.done) this.#end = { ok: true, resultText: text };
    else if (kind === POST.failed) this.#end = { ok: false, failureText: text };
  }

  #request(id: number, name: string, text: string): void {
    if (id > this.highestId) this.highestId = id;
    this.#inFlight.add(id);
    this.#outlets.request(id, name, text);
  }

  #fire(id: number): void {
    this.#timers.delete(id);
    this.#enter((timer) => this.#warm.entry.fireTimer.applySync(undefined, [id], timer));
  }

  #clearTimer(id: number): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
  }

  /** The kernel counts in ticks of up to 10 ms: below that, the time inside the isolate is the better figure. */
  #usedCpuMs(): number {
    if (this.#cpuMs >= KERNEL_TICK_MS || this.#warm.isolate.isDisposed) return this.#cpuMs;
    return Math.min(KERNEL_TICK_MS, Number(this.#warm.isolate.wallTime - this.#wallAtStart) / 1e6);
  }

  #memoryBytes(): number {
    try {
      const heap = this.#warm.isolate.getHeapStatisticsSync();
      return heap.used_heap_size + heap.externally_allocated_size;
    } catch {
      return this.#warm.size.memoryMb * 1024 * 1024;
    }
  }

  #finish(end: RunEnd): void {
    this.#over = true;
    this.#warm.receiver.post = () => {};
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#outlets.end(end, { cpuMs: this.#usedCpuMs(), memoryBytes: this.#memoryBytes() });
    try {
      this.#warm.isolate.dispose();
    } catch {
      // A memory limit disposes the isolate by itself.
    }
  }
}

const KERNEL_TICK_MS = 10;
const TIMED_OUT = "Script execution timed out.";
const OUT_OF_MEMORY = "Isolate was disposed";
const STALLED_MESSAGE = "The program waits for something that can never happen.";
const STALLED_HINT = "A promise that it awaits has no tool call and no timer behind it.";

/** Of this thread, on which the guest runs. `isolate.cpuTime` is no use: as shipped, it counts wall time. */
function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
