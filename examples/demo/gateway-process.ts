// The real gateway as a child process, spoken to over HTTP like any agent would.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { ToolPage } from "../../src/catalog/catalog.ts";
import type { Run } from "../../src/vocabulary.ts";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const CLI = at("../../bin/sallyport.js");
const START_MS = 30_000;

export type DemoGateway = {
  url: string;
  run(program: string): Promise<Run>;
  searchTools(query: string, detail: string): Promise<ToolPage>;
  ask<Reply>(method: string, path: string, body?: unknown): Promise<Reply>;
  stop(): Promise<void>;
};

/** Which servers stand behind the gateway, and what policy lets through. */
export type Setup = { servers: string; policies: string };

const DEMO: Setup = { servers: at(".mcp.json"), policies: at("../../policies") };

export async function startGateway(folder: string, setup: Setup = DEMO): Promise<DemoGateway> {
  const data = join(folder, "data");
  const child = spawn(process.execPath, [CLI, "serve", "--port", "0", ...locations(folder, setup)], {
    env: { ...process.env, DEMO_FOLDER: folder },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let complaints = "";
  child.stderr.on("data", (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  const url = await waitForUrl(child, data, () => complaints);
  const key = readFileSync(join(data, "keys", "agent.key"), "utf8").trim();
  const ask = createAsk(url, key);
  return {
    url,
    ask,
    run: (code) => ask<Run>("POST", "/v1/runs", { code, session: "demo" }),
    searchTools: (query, detail) =>
      ask<ToolPage>("GET", `/v1/tools?${new URLSearchParams({ query, detail, limit: "3" })}`),
    async stop() {
      if (child.exitCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

export function locations(folder: string, { servers, policies }: Setup = DEMO): string[] {
  return ["--data", join(folder, "data"), "--servers", servers, "--policies", policies];
}

/** `sallyport …` in a process of its own; what it printed and how it ended. */
export async function runCli(args: string[], folder: string): Promise<{ output: string; exitCode: number }> {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { ...process.env, DEMO_FOLDER: folder, NO_COLOR: "1" },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const [exitCode] = (await once(child, "close")) as [number];
  return { output: output.trim(), exitCode };
}

async function waitForUrl(child: ChildProcess, data: string, complaints: () => string): Promise<string> {
  const file = join(data, "gateway.json");
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline && child.exitCode === null) {
    if (existsSync(file)) return (JSON.parse(readFileSync(file, "utf8")) as { url: string }).url;
    await delay(50);
  }
  child.kill("SIGKILL");
  throw new Error(`The gateway did not start:\n${complaints()}`);
}

function createAsk(url: string, key: string) {
  return async <Reply>(method: string, path: string, body?: unknown): Promise<Reply> => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Reply;
  };
}
