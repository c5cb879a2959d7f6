// What the context of an agent costs in front of real servers, five ways. Needs the npm registry the first time; writes
// docs/tokens-measured.md. `npm run bench:tokens -- search` measures the search alone, `-- 10` one size without writing.

import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Cost } from "./tokens/conversation.ts";
import { countExactly } from "./tokens/count-exactly.ts";
import { type Job, makeJobs } from "./tokens/jobs.ts";
import { openStack, type Stack } from "./tokens/open-bench.ts";
import { eachJob, type Listed, type Measured, printPage, total } from "./tokens/print-page.ts";
import { measureQuality } from "./tokens/search-quality.ts";
import { playJob, WAYS, type Way } from "./tokens/ways.ts";

const PAGE = fileURLToPath(new URL("../docs/tokens-measured.md", import.meta.url));
const SMALL = 10;
const SIZES = [SMALL, 100, 500, Number.POSITIVE_INFINITY];
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
  const asked = process.argv.slice(2).map(Number).filter(Number.isFinite);
  if (asked.length > 0) await measureSizes(stack, asked);
  else if (!process.argv.includes("search")) {
    const measured = await measureSizes(stack, SIZES);
    writeFileSync(PAGE, printPage(measured, listServers(stack), qualities));
    console.log(`written to ${PAGE}`);
  }
} finally {
  await stack.close();
}

async function measureSizes(from: Stack, sizes: number[]): Promise<Measured[]> {
  const jobs = makeJobs(from.scratch);
  const needed = [...new Set(jobs.flatMap(({ searches }) => searches.map(({ wanted }) => wanted)))];
  const all: Measured[] = [];
  for (const size of sizes) {
    const measured = await measureSize(from, size, { jobs, needed });
    all.push(measured);
    const base = total(measured, WAYS[0]).context;
    if (size === SMALL) console.log(eachJob(measured));
    for (const way of WAYS) {
      const { context, turns } = total(measured, way);
      console.log(
        `${measured.size} tools, ${way}: ${context} tokens, ${turns} turns, ${show(1 - context / base)} fewer`,
      );
    }
    judgeCodeMode(measured);
    const best = 1 - total(measured, "code mode").context / base;
    if (measured.size >= 500) judge(`saved at ${measured.size} tools`, best, GOALS.fewerAt500);
  }
  return all;
}

/** Never dearer than direct calls where these are cheapest, job by job; cheaper than the client's own search everywhere. */
function judgeCodeMode(measured: Measured): void {
  for (const way of ["code mode", "code mode, first day"] as const) {
    const { context } = total(measured, way);
    if (context >= total(measured, "client's tool search").context)
      miss(`${way} costs more than the client's tool search at ${measured.size} tools`);
    for (const [job, costs] of measured.jobs) {
      const [plain, own] = [costs.get(WAYS[0]), costs.get(way)];
      if (plain && own && own.context > plain.context)
        miss(
          `${job}, ${way}: ${own.context} tokens, ${plain.context} by direct calls at ${measured.size} tools`,
        );
    }
  }
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
      const ways: Map<Way, Cost> = new Map();
      costs.set(job.name, ways);
    }
    // Way by way: what the gateway learns in one, the next ones know.
    for (const way of WAYS)
      for (const job of jobs) costs.get(job.name)?.set(way, await playJob(bench, way, job));
    return { size: bench.size, jobs: costs };
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
  if (value < goal) miss(`${what} is ${show(value)}, goal ${show(goal)}`);
}

function miss(what: string): void {
  console.log(`MISSED  ${what}`);
  process.exitCode = 1;
}
