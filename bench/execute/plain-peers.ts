// What Node.js itself offers, written as one would write it first: no isolation, and a process for each run.

import { fork } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { type Engine, JOBS, toolsOf } from "./jobs.ts";

export function openNodeVm(toolCount: number): Engine {
  const bench = toolsOf(toolCount);
  return {
    name: "node:vm",
    isolation: "none",
    run: (job) => runInContext(`(async () => { ${JOBS[job].code} })()`, createContext({ bench })),
    close: async () => {},
  };
}

const CHILD = `
const pending = new Map();
let nextId = 0;
const call = (tool) => (args) => new Promise((resolve) => {
  pending.set(++nextId, resolve);
  process.send({ id: nextId, tool, args });
});
process.on("message", async ({ code, id, value }) => {
  if (code === undefined) return pending.get(id)(value);
  const run = new Function("bench", "return (async () => {" + code + "})()");
  process.send({ result: await run({ add: call("add"), rows: call("rows") }) });
});
`;

type FromChild = { result?: unknown; id: number; tool: string; args: unknown };

export async function openNodeProcess(folder: string): Promise<Engine> {
  const file = join(folder, "bench-child.cjs");
  await writeFile(file, CHILD);
  const bench = toolsOf(2);
  return {
    name: "node subprocess a run",
    isolation: "process",
    async run(job) {
      const child = fork(file, { execArgv: [] });
      try {
        return await new Promise((resolve, reject) => {
          child.once("error", reject);
          child.on("message", async (message: FromChild) => {
            if ("result" in message) return resolve(message.result);
            child.send({ id: message.id, value: await bench[message.tool]?.(message.args) });
          });
          child.send({ code: JOBS[job].code });
        });
      } finally {
        child.kill("SIGKILL");
      }
    },
    close: async () => {},
  };
}
