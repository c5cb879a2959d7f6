// What the context of an agent costs in front of real servers, four ways. Needs the npm registry the first time; writes
// docs/tokens-measured.md. `npm run bench:tokens -- search` measures the search alone.

import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { countExactly } from "./tokens/count-exactly.ts";
import { type Job, makeJobs } from "./tokens/jobs.ts";
import { openStack, type Stack } from "./tokens/open-bench.ts";
import { type Listed, type Measured, printPage, total } from "./tokens/print-page.ts";
import { measureQuality } from "./tokens/search-quality.ts";
import { playJob, WAYS } from "./tokens/ways.ts";

const PAGE = fileURLToPath(new URL("../docs/tokens-measured.md", import.meta.url));
const SIZES = [10, 100, 500, Number.POSITIVE_INFINITY];
const GOALS = { fewerAt500: 0.987, recall: 0.95 };

const folder = process.env["SALLYPORT_BENCH_SERVERS"] ?? join(tmpdir(), "sallyport-bench-servers");
const stack = await openStack(folder);
try {
  const qualities = await measureQuality(stack.definitions);
  for (const { name, questions, amongFive, first, missed } of qualities) {
    console.log(
      `${name}: ${questions} questions, recall@5 ${show(amongFive / questions)}, first ${show(first / questions)}`,
    );
    for (const line of missed) console.log(`  missed  ${line}`);
    judge(`recall@5 of ${name}`, amongFive / questions, GOALS.recall);
  }
  if (!process.argv.includes("search")) {
    const measured = await measureSizes(stack);
    writeFileSync(PAGE, printPage(measured, listServers(stack), qualities));
    console.log(`written to ${PAGE}`);
  }
} finally {
  await stack.close();
}

async function measureSizes(from: Stack): Promise<Measured[]> {
  const jobs = makeJobs(from.scratch);
  const needed = [...new Set(jobs.flatMap(({ searches }) => searches.map(({ wanted }) => wanted)))];
  const all: Measured[] = [];
  for (const size of SIZES) {
    const measured = await measureSize(from, size, { jobs, needed });
    all.push(measured);
    const base = total(measured, WAYS[0]).context;
    for (const way of WAYS) {
      const { context, turns } = total(measured, way);
      console.log(
        `${measured.size} tools, ${way}: ${context} tokens, ${turns} turns, ${show(1 - context / base)} fewer`,
      );
    }
    const best = 1 - total(measured, "code mode").context / base;
    if (measured.size >= 500) judge(`saved at ${measured.size} tools`, best, GOALS.fewerAt500);
  }
  return all;
}

async function measureSize(
  from: Stack,
  size: number,
  { jobs, needed }: { jobs: Job[]; needed: string[] },
): Promise<Measured> {
  const bench = await from.open(size, needed);
  try {
    const costs: Measured["jobs"] = new Map();
    for (const job of jobs) {
      const ways = new Map();
      for (const way of WAYS) ways.set(way, await playJob(bench, way, job));
      costs.set(job.name, ways);
    }
    const definitions = countExactly(JSON.stringify(bench.shown));
    return { size: bench.size, definitions, fixed: bench.fixedTokens, jobs: costs };
  } finally {
    await bench.close();
  }
}

function listServers({ definitions }: Stack): Listed[] {
  return [...definitions].map(([server, tools]) => ({
    server,
    tools: tools.length,
    tokens: countExactly(
      JSON.stringify(tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))),
    ),
  }));
}

function show(part: number): string {
  return `${(part * 100).toFixed(1)} %`;
}

function judge(what: string, value: number, goal: number): void {
  if (value >= goal) return;
  console.log(`MISSED  ${what} is ${show(value)}, goal ${show(goal)}`);
  process.exitCode = 1;
}
