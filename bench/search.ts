// Search over 10,000 made-up tools of 200 servers: start, memory, and the time of a question.
// Run: node bench/search.ts [--json]

import { createCatalog } from "../src/catalog/catalog.ts";
import type { JsonObject, ToolDefinition } from "../src/vocabulary.ts";
import { openBench } from "./open-bench.ts";
import { percentile } from "./percentiles.ts";

const SERVERS = 200;
const TOOLS_EACH = 50;
const QUESTIONS = 2000;
const GOALS = { p99Ms: 10, startMs: 2000 };

const VERBS = "create list get update delete search send archive export import approve assign".split(" ");
const THINGS =
  "invoice customer order shipment ticket release deployment cluster volume snapshot campaign segment template webhook certificate budget report dashboard alert incident employee contract payment refund product category review comment document folder".split(
    " ",
  );
const STARTS =
  "bra cho den fli gor hat jul kem lin mon nar oph plu qui ros spe tru ulm vex wol yar zin".split(" ");
const ENDS =
  "able cart dust fold gate hem ink jar keel lamp mast nest oar port quill rope sail tide urn vale wick yoke".split(
    " ",
  );
/** The same numbers in every run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function pick<Item>(items: readonly Item[], at: number): Item {
  return items[at % items.length] as Item;
}

function makeTool(server: string, number: number, random: (below: number) => number): ToolDefinition {
  const verb = pick(VERBS, random(VERBS.length));
  const noun = thing(random);
  const properties = Object.fromEntries(
    Array.from({ length: 1 + random(6) }, (_, at) => [
      `${thing(random)}_${pick(["id", "name", "state", "limit"], at)}`,
      { type: "string", description: `The ${noun} of the ${thing(random)}.` },
    ]),
  );
  const sentences = Array.from(
    { length: 1 + random(8) },
    () => `Works on the ${thing(random)} of the ${thing(random)} for a ${thing(random)}.`,
  );
  return {
    server,
    name: `${verb}_${noun}_${number}`,
    description: `${verb} a ${noun} of a ${thing(random)}. ${sentences.join(" ")}`,
    inputSchema: { type: "object", properties } as JsonObject,
  };
}

/** Five thousand words, of which few are frequent and many are rare, as in real catalogs. */
function thing(random: (below: number) => number): string {
  const at = Math.floor(5000 ** (random(1000) / 1000)) - 1;
  if (at < THINGS.length) return pick(THINGS, at);
  return `${pick(STARTS, at)}${pick(ENDS, Math.floor(at / STARTS.length))}${pick(STARTS, at * 7)}`;
}

const bench = openBench("search", QUESTIONS);
const random = createRandom(42);
const servers = Array.from({ length: SERVERS }, (_, at) => ({ name: `server${at}` }));
const tools = new Map(
  servers.map(({ name }) => [
    name,
    Array.from({ length: TOOLS_EACH }, (_, at) => makeTool(name, at, random)),
  ]),
);
const pins = new Map<string, string>();
globalThis.gc?.();
const before = process.memoryUsage();
const began = process.cpuUsage();
const catalog = createCatalog({
  upstreams: { servers: () => servers, listTools: async (name) => tools.get(name) ?? [], onChange: () => {} },
  pins: {
    pins: async () => pins,
    async addPins(fresh) {
      for (const [id, pin] of fresh) pins.set(id, pin);
    },
  },
  log: () => {},
});
await catalog.load();
/** CPU time, which is wall time on a machine that does nothing else, and what a busy one does not spoil. */
const ask = (query: string): number => {
  const started = process.cpuUsage();
  catalog.search({ query, detail: "with_description", limit: 20 }, () => true);
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
};
const first = ask("list customer invoices");
const used = process.cpuUsage(began);
const startMs = (used.user + used.system) / 1000;
globalThis.gc?.();
const after = process.memoryUsage();

const times = Array.from({ length: QUESTIONS }, (_, at) => {
  const verb = pick(VERBS, random(VERBS.length));
  const words = `${verb} the ${thing(random)} of a ${thing(random)}`;
  bench.step();
  return ask(at % 5 === 0 ? words.replace("e", "") : words);
});
const mb = (bytes: number): number => bytes / 1024 / 1024;

const size = `${SERVERS * TOOLS_EACH} tools of ${SERVERS} servers`;
bench.detail(`the first question took ${Math.round(first)} ms of the start`);
bench.detail(`questions: most ${percentile(times, 1).toFixed(1)} ms of ${QUESTIONS}`);
await bench.report([
  { what: `start with ${size}`, ours: startMs, unit: "ms", goal: { atMost: GOALS.startMs } },
  { what: "a question, p50", ours: percentile(times, 0.5), unit: "ms" },
  { what: "a question, p99", ours: percentile(times, 0.99), unit: "ms", goal: { atMost: GOALS.p99Ms } },
  {
    what: `memory of the index${globalThis.gc ? "" : ", garbage included"}`,
    ours: mb(after.heapUsed - before.heapUsed),
    unit: "MB",
  },
]);
