// Two engines as libraries in this process: a new isolate for each run, and QuickJS in WebAssembly.

import type { PeerFolder } from "./install-peers.ts";
import { type Engine, JOBS, textOfTool } from "./jobs.ts";

/** The text that makes the global `bench` from a global function `call`. */
function guestTools(tools: string[]): string {
  const members = tools.map(
    (tool) => `${tool}: async (args) => JSON.parse(await call("${tool}", JSON.stringify(args)))`,
  );
  return `globalThis.bench = { ${members.join(", ")} };`;
}

type Reference = { apply(receiver: undefined, args: unknown[], options: object): Promise<unknown> };
type Ivm = {
  Isolate: new (options: {
    memoryLimit: number;
  }) => {
    createContext(): Promise<{
      global: { set(name: string, value: unknown): Promise<void> };
      eval(code: string, options?: object): Promise<unknown>;
    }>;
    dispose(): void;
  };
  Reference: new (target: unknown) => Reference;
};

export async function openIsolatedVm(peers: PeerFolder, tools: string[]): Promise<Engine> {
  const ivm = await peers.load<Ivm>("isolated-vm");
  return {
    name: "isolated-vm in process",
    isolation: "V8 isolate",
    async run(job) {
      const isolate = new ivm.Isolate({ memoryLimit: 64 });
      try {
        const context = await isolate.createContext();
        await context.global.set("_call", new ivm.Reference(async (tool: string) => textOfTool(tool)));
        const call =
          "const call = (tool, args) => _call.apply(undefined, [tool, args], { result: { promise: true } });";
        await context.eval(`${call}\n${guestTools(tools)}`);
        const code = `(async () => JSON.stringify(await (async () => { ${JOBS[job].code} })()))()`;
        return JSON.parse(String(await context.eval(code, { promise: true, timeout: 30_000 })));
      } finally {
        isolate.dispose();
      }
    },
    close: async () => {},
  };
}

type Handle = { dispose(): void };
type QuickJsContext = {
  global: Handle;
  runtime: { executePendingJobs(): unknown };
  newFunction(name: string, body: (tool: Handle) => Handle): Handle;
  newPromise(): { handle: Handle; settled: Promise<void>; resolve(value: Handle): void };
  newString(text: string): Handle;
  getString(handle: Handle): string;
  setProp(owner: Handle, name: string, value: Handle): void;
  evalCode(code: string): object;
  unwrapResult(result: object): Handle;
  resolvePromise(handle: Handle): Promise<object>;
  dispose(): void;
};
type QuickJs = { getQuickJS(): Promise<{ newContext(): QuickJsContext }> };

export async function openQuickJs(peers: PeerFolder, tools: string[]): Promise<Engine> {
  const quickjs = await (await peers.load<QuickJs>("quickjs-emscripten")).getQuickJS();
  return {
    name: "quickjs-emscripten",
    isolation: "WebAssembly, in process",
    async run(job) {
      const context = quickjs.newContext();
      try {
        addCall(context);
        context.unwrapResult(context.evalCode(guestTools(tools))).dispose();
        const code = `(async () => JSON.stringify(await (async () => { ${JOBS[job].code} })()))()`;
        const promise = context.unwrapResult(context.evalCode(code));
        const settled = context.resolvePromise(promise);
        promise.dispose();
        context.runtime.executePendingJobs();
        const result = context.unwrapResult(await settled);
        const text = context.getString(result);
        result.dispose();
        return JSON.parse(text);
      } finally {
        context.dispose();
      }
    },
    close: async () => {},
  };
}

function addCall(context: QuickJsContext): void {
  const call = context.newFunction("call", (tool) => {
    const deferred = context.newPromise();
    const name = context.getString(tool);
    void Promise.resolve().then(() => {
      const text = context.newString(textOfTool(name));
      deferred.resolve(text);
      text.dispose();
    });
    void deferred.settled.then(() => context.runtime.executePendingJobs());
    return deferred.handle;
  });
  context.setProp(context.global, "call", call);
  call.dispose();
}
