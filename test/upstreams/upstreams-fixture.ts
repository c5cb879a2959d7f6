// Opens upstreams for one test and closes them after it, whatever happens.

import { existsSync, readFileSync } from "node:fs";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import {
  openUpstreams,
  type ServerConfig,
  type ToolAnswer,
  type UpstreamLogEntry,
  type Upstreams,
  type UpstreamsOptions,
} from "../../src/upstreams/upstreams.ts";
import type { JsonObject } from "../../src/vocabulary.ts";
import { KEEP_COMPILED } from "../fakes/keep-compiled.ts";

export type Opened = {
  upstreams: Upstreams;
  log: UpstreamLogEntry[];
  call(
    id: string,
    args?: JsonObject,
    options?: { timeoutMs?: number; maxResultBytes?: number },
  ): Promise<ToolAnswer>;
};

export function stdio(name: string, script: string, ...args: string[]): ServerConfig {
  const path = fileURLToPath(new URL(`../../${script}`, import.meta.url));
  return { name, transport: "stdio", command: process.execPath, args: [path, ...args], env: KEEP_COMPILED };
}

export function raw(name: string, ...modes: string[]): ServerConfig {
  return stdio(name, "test/fakes/upstream-raw-server.ts", modes.join(","));
}

export function open(
  t: TestContext,
  configs: ServerConfig[],
  options: Partial<UpstreamsOptions> = {},
): Opened {
  const log: UpstreamLogEntry[] = [];
  const upstreams = openUpstreams(configs, {
    connectTimeoutMs: 20_000,
    closeGraceMs: 1000,
    changeDebounceMs: 50,
    log: (entry) => log.push(entry),
    ...options,
  });
  t.after(() => upstreams.close());
  return {
    upstreams,
    log,
    call(id, args = {}, { timeoutMs = 20_000, maxResultBytes = 1_000_000 } = {}) {
      const dot = id.indexOf(".");
      const signal = new AbortController().signal;
      return upstreams.call(id.slice(0, dot), id.slice(dot + 1), args, { signal, timeoutMs, maxResultBytes });
    },
  };
}

export function textOf(answer: ToolAnswer): string {
  return String(answer.content[0]?.["text"]);
}

export async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + 12_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`did not happen: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** False once nothing runs under this process id; a zombie that nobody collected does not run. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    const stat = `/proc/${pid}/stat`;
    return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, "utf8"));
  } catch {
    return false;
  }
}
