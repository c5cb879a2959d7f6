// What one run costs in the executor and in its peers, side by side: the same jobs, with tools that answer at once.
// Every round measures every engine, so that a slow minute of the machine costs all of them.
// Run: node bench/execute.ts [--seconds 1] [--rounds 3] [--tools 2] [--jobs tiny,seq100] [--engines sallyport,@utcp/code-mode] [--json]

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { CLOUDFLARE, openCloudflare, openUtcp, UTCP, UTCP_PRINTING } from "./execute/code-mode-peers.ts";
import { mainFigures } from "./execute/goals.ts";
import { installPeers } from "./execute/install-peers.ts";
import { type Engine, JOB_NAMES, type JobName, toolsOf } from "./execute/jobs.ts";
import { openIsolatedVm, openQuickJs } from "./execute/library-peers.ts";
import { type Measured, measure, medianOf } from "./execute/measure.ts";
import { openNodeProcess, openNodeVm } from "./execute/plain-peers.ts";
import { openSallyport, WORKERS } from "./execute/sallyport.ts";
import { openBench } from "./open-bench.ts";

const CONCURRENCY = [1, 8, 50];

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "1" },
    rounds: { type: "string", default: "3" },
    tools: { type: "string", default: "2" },
    jobs: { type: "string", default: JOB_NAMES.join() },
    engines: { type: "string", default: "" },
    json: { type: "boolean" },
  },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const toolCount = Number(values.tools);
const jobs = JOB_NAMES.filter((name) => values.jobs.split(",").includes(name));
const bench = openBench("execute", rounds * jobs.length * CONCURRENCY.length);

async function openEngines(folder: string): Promise<Engine[]> {
  const tools = Object.keys(toolsOf(toolCount));
  const engines: Engine[] = [
    await openSallyport(tools),
    openNodeVm(toolCount),
    await openNodeProcess(folder),
  ];
  const peers = installPeers();
  if (peers === undefined) bench.detail("The peers could not be installed; see the message of npm above.");
  const openers = peers && {
    [UTCP]: () => openUtcp(peers, toolCount, false),
    [UTCP_PRINTING]: () => openUtcp(peers, toolCount, true),
    [CLOUDFLARE]: () => openCloudflare(peers, tools),
    "isolated-vm in process": () => openIsolatedVm(peers, tools),
    "quickjs-emscripten": () => openQuickJs(peers, tools),
  };
  for (const [name, open] of Object.entries(openers ?? {})) {
    try {
      engines.push(await open());
    } catch (error) {
      bench.detail(`${name} is left out: ${error instanceof Error ? error.message : error}`);
    }
  }
  return engines;
}

type Results = Map<string, Measured[]>;
const keyOf = (engine: string, job: JobName, concurrency: number): string =>
  `${engine}\n${job}\n${concurrency}`;

async function measureAll(engines: Engine[]): Promise<Results> {
  const results: Results = new Map();
  for (const engine of engines)
    for (const job of jobs) await measure(engine, job, { concurrency: 1, seconds: 0.5 });
  for (let round = 0; round < rounds; round++) {
    for (const job of jobs) {
      for (const concurrency of CONCURRENCY) {
        for (const engine of engines) {
          const key = keyOf(engine.name, job, concurrency);
          const measured = await measure(engine, job, { concurrency, seconds });
          results.set(key, [...(results.get(key) ?? []), measured]);
        }
        bench.step();
      }
    }
  }
  return results;
}

function printTable(
  engines: Engine[],
  look: (...of: [string, JobName, number]) => Measured | undefined,
): void {
  bench.detail(
    `medians of ${rounds} rounds of ${seconds} s; p50 / p99 in ms, runs per second; ${toolCount} tools; ${WORKERS} workers`,
  );
  for (const job of jobs) {
    const titles = CONCURRENCY.map((concurrency) => `c${concurrency}`.padStart(24)).join("");
    bench.detail(`\n${job.padEnd(28)}${titles}`);
    for (const { name, isolation } of engines) {
      const cells = CONCURRENCY.map((concurrency) => {
        const { p50Ms = 0, p99Ms = 0, perSecond = 0 } = look(name, job, concurrency) ?? {};
        return `${p50Ms.toFixed(2)} / ${p99Ms.toFixed(1)} ${perSecond.toFixed(0).padStart(6)}/s`.padStart(24);
      });
      bench.detail(`${name.padEnd(28)}${cells.join("")}   ${isolation}`);
    }
  }
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "bench-execute-"));
  const all = await openEngines(folder);
  const wanted = values.engines.split(",").filter(Boolean);
  const engines = wanted.length === 0 ? all : all.filter(({ name }) => wanted.includes(name));
  try {
    const results = await measureAll(engines);
    const look = (engine: string, job: JobName, concurrency: number): Measured | undefined => {
      const measured = results.get(keyOf(engine, job, concurrency));
      return measured && medianOf(measured);
    };
    printTable(engines, look);
    await bench.report(mainFigures(look, "sallyport", [UTCP, CLOUDFLARE]));
  } finally {
    for (const engine of all) await engine.close();
    await rm(folder, { recursive: true, force: true });
  }
}

await main();
process.exit(); // A peer may keep the event loop alive.
