// The two published engines that run an agent's code over tools, each through its own public functions.

import { execFileSync } from "node:child_process";
import { closeSync, ftruncateSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { PeerFolder } from "./install-peers.ts";
import { type Engine, INPUT_SCHEMA, JOBS, ROWS_TEXT, toolsOf } from "./jobs.ts";

type Utcp = {
  CodeModeUtcpClient: {
    create(): Promise<{
      registerManual(template: object): Promise<unknown>;
      callToolChain(code: string): Promise<{ result: unknown; logs: string[] }>;
    }>;
  };
};
type DirectCall = { addFunctionToUtcpDirectCall(name: string, callable: unknown): void };

export const UTCP = "@utcp/code-mode";
export const CLOUDFLARE = "@cloudflare/codemode";
export const UTCP_PRINTING = "@utcp/code-mode, printing";

/**
 * The library prints two lines for each tool call. `printing`: into a file, as a service would; else nowhere, which is
 * the stricter measure for everyone who is compared with it.
 */
export async function openUtcp(peers: PeerFolder, toolCount: number, printing: boolean): Promise<Engine> {
  const file = openSync(join(peers.path, "utcp.log"), "w");
  const print = printing ? (...parts: unknown[]) => writeSync(file, `${parts.join(" ")}\n`) : () => {};
  const { log } = console;
  let active = 0;
  let runs = 0;
  const redirected = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (active++ === 0) console.log = print;
    if (++runs % 100 === 0) ftruncateSync(file);
    return work().finally(() => {
      if (--active === 0) console.log = log;
    });
  };
  const client = await redirected(() => registerTools(peers, toolCount));
  return {
    name: printing ? UTCP_PRINTING : UTCP,
    isolation: "V8 isolate, in process",
    async run(job) {
      const { result, logs } = await redirected(() => client.callToolChain(JOBS[job].code));
      if (result === null) throw new Error(logs.join("\n"));
      return result;
    },
    close: async () => closeSync(file),
  };
}

async function registerTools(peers: PeerFolder, toolCount: number) {
  const bench = toolsOf(toolCount);
  const { addFunctionToUtcpDirectCall } = await peers.load<DirectCall>("@utcp/direct-call");
  const { CodeModeUtcpClient } = await peers.load<Utcp>("@utcp/code-mode");
  const tools = Object.keys(bench).map((name) => ({
    name,
    description: name,
    inputs: INPUT_SCHEMA,
    outputs: { type: "object", properties: {} },
    tags: [],
    tool_call_template: { name: "bench", call_template_type: "direct-call", callable_name: name },
  }));
  for (const [name, tool] of Object.entries(bench)) addFunctionToUtcpDirectCall(name, tool);
  addFunctionToUtcpDirectCall("manual", async () => ({
    utcp_version: "1.0.1",
    manual_version: "1.0.0",
    tools,
  }));
  const client = await CodeModeUtcpClient.create();
  await client.registerManual({
    name: "bench",
    call_template_type: "direct-call",
    callable_name: "manual",
  });
  return client;
}

const workerOf = (spare: string[]): string => `
import { DynamicWorkerExecutor } from "@cloudflare/codemode";
const rows = ${ROWS_TEXT};
const bench = { name: "bench", fns: { add: async () => ({ n: 1 }), rows: async () => rows, ${spare.map((name) => `${name}: async () => 1`)} } };
let executor;
export default {
  async fetch(request, env) {
    executor ??= new DynamicWorkerExecutor({ loader: env.LOADER });
    return Response.json(await executor.execute(await request.text(), [bench]));
  },
};`;

type Miniflare = { Miniflare: new (options: object) => { ready: Promise<URL>; dispose(): Promise<void> } };

/** Runs in a local workerd; each figure holds one HTTP request to it. */
export async function openCloudflare(peers: PeerFolder, tools: string[]): Promise<Engine> {
  const [entry, bundle] = [join(peers.path, "worker.js"), join(peers.path, "worker-bundle.js")];
  writeFileSync(entry, workerOf(tools.slice(2)));
  const options = ["--bundle", "--format=esm", "--external:cloudflare:*", "--conditions=workerd"];
  const esbuild = join(peers.path, "node_modules/.bin/esbuild");
  execFileSync(esbuild, [entry, ...options, `--outfile=${bundle}`, "--log-level=error"]);
  const { Miniflare } = await peers.load<Miniflare>("miniflare");
  const server = new Miniflare({
    modules: true,
    script: readFileSync(bundle, "utf8"),
    compatibilityDate: "2026-01-01",
    workerLoaders: { LOADER: {} },
  });
  const url = await server.ready;
  return {
    name: CLOUDFLARE,
    isolation: "workerd",
    async run(job) {
      const response = await fetch(url, { method: "POST", body: `async () => { ${JOBS[job].code} }` });
      const { result, error } = (await response.json()) as { result?: unknown; error?: string };
      if (error !== undefined) throw new Error(error);
      return result;
    },
    close: () => server.dispose(),
  };
}
