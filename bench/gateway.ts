// What a caller of the whole gateway waits for, over HTTP, with checks, policy, personal data and a durable trail on.
// The gateway runs as a process of its own, as an operator starts it. Run: node bench/gateway.ts [--seconds 2] [--rounds 3] [--json]

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { openUtcp, UTCP } from "./execute/code-mode-peers.ts";
import { installPeers } from "./execute/install-peers.ts";
import type { Figure } from "./figures.ts";
import { openBench } from "./open-bench.ts";
import { median, percentile } from "./percentiles.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "2" },
    rounds: { type: "string", default: "3" },
    json: { type: "boolean" },
  },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);

const LAUNCHER = fileURLToPath(new URL("../bin/sallyport.js", import.meta.url));
const UPSTREAM = fileURLToPath(new URL("./upstream-server.ts", import.meta.url));
const CALLS = 20;
const CANCELS = 30;
const MOST_TINY_RATIO = 2;
const MOST_PER_CALL_MS = 1.5;
const MOST_CANCEL_MS = 100;

const POLICY = `
policy: 1
id: bench
applies_to: { agents: ["*"] }
tools:
  - { id: read, match: [people.get, people.wait], effect: allow }
`;

type Gateway = { url: string; key: string; close(): Promise<void> };

async function startGateway(): Promise<Gateway> {
  const folder = mkdtempSync(join(tmpdir(), "bench-gateway-"));
  const servers = { people: { command: process.execPath, args: [UPSTREAM] } };
  writeFileSync(join(folder, ".mcp.json"), JSON.stringify({ mcpServers: servers }));
  mkdirSync(join(folder, "policies"));
  writeFileSync(join(folder, "policies/bench.yaml"), POLICY);
  const flags = ["--port", "0", "--data", "data", "--policies", "policies"];
  const env = { ...process.env, SALLYPORT_REQUESTS_PER_MINUTE: "1000000" };
  const child = spawn(process.execPath, [LAUNCHER, "serve", ...flags], { cwd: folder, env, stdio: "pipe" });
  const url = await addressOf(child);
  const key = readFileSync(join(folder, "data/keys/agent.key"), "utf8").trim();
  return {
    url,
    key,
    async close() {
      child.kill("SIGTERM");
      await once(child, "close");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function addressOf(child: ChildProcess): Promise<string> {
  let text = "";
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        text += chunk.toString("utf8");
        const found = /serves (http:\S+)[\s\S]*server +people/.exec(text);
        if (found?.[1] !== undefined) resolve(found[1]);
      });
    }
    child.once("close", () => reject(new Error(`the gateway ended: ${text}`)));
  });
}

type Reply = { id: string; status: string; result: unknown };

async function send({ url, key }: Gateway, path: string, body: object): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  return fetch(new URL(path, url), { method: "POST", headers, body: JSON.stringify(body) });
}

async function run(gateway: Gateway, code: string, expected: unknown): Promise<void> {
  const reply = (await (await send(gateway, "/v1/runs", { code, session: "bench" })).json()) as Reply;
  if (reply.status !== "succeeded" || reply.result !== expected)
    throw new Error(JSON.stringify(reply).slice(0, 500));
}

/** Of one piece of work, done over and over. */
async function times(work: () => Promise<unknown>, concurrency = 1): Promise<number[]> {
  const taken: number[] = [];
  const end = performance.now() + seconds * 1000;
  const lane = async (): Promise<void> => {
    while (performance.now() < end) {
      const begun = performance.now();
      await work();
      taken.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return taken;
}

async function cancelTimes(gateway: Gateway): Promise<number[]> {
  const taken: number[] = [];
  for (let i = 0; i < CANCELS; i++) {
    const headers = {
      authorization: `Bearer ${gateway.key}`,
      "content-type": "application/json",
      accept: "text/event-stream",
    };
    const body = JSON.stringify({ code: "console.log(1); await people.wait({ id: 1 })" });
    const answer = await fetch(new URL("/v1/runs", gateway.url), { method: "POST", headers, body });
    await new Promise((resolve) => setTimeout(resolve, 50));
    const begun = performance.now();
    const id = answer.headers.get("Sallyport-Run");
    const reply = (await (await send(gateway, `/v1/runs/${id}/cancel`, {})).json()) as Reply;
    taken.push(performance.now() - begun);
    if (reply.status !== "cancelled") throw new Error(JSON.stringify(reply));
    await answer.text();
  }
  return taken;
}

async function connectDirectly(): Promise<Client> {
  const client = new Client({ name: "bench", version: "1" });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [UPSTREAM] }));
  return client;
}

const bench = openBench("gateway", rounds);
const LOOP = `let open = 0; for (let i = 0; i < ${CALLS}; i++) if ((await people.get({ id: i })).open) open++; return open;`;

async function main(): Promise<void> {
  const gateway = await startGateway();
  const direct = await connectDirectly();
  const peers = installPeers();
  const utcp = peers && (await openUtcp(peers, 2, false));
  const rows: Record<string, number[]> = { tiny: [], utcp: [], loop: [], direct: [], c8: [] };
  const note = (name: string, value: number): void => void rows[name]?.push(value);
  try {
    await run(gateway, LOOP, CALLS);
    for (let round = 0; round < rounds; round++) {
      note("tiny", median(await times(() => run(gateway, "return 1 + 1", 2))));
      if (utcp) note("utcp", median(await times(() => utcp.run("tiny"))));
      note("loop", median(await times(() => run(gateway, LOOP, CALLS))));
      const call = () => direct.callTool({ name: "get", arguments: { id: 1 } });
      note("direct", median(await times(call)));
      note("c8", (await times(() => run(gateway, "return 1 + 1", 2), 8)).length / seconds);
      bench.step();
    }
    await bench.report(figuresOf(rows, await cancelTimes(gateway)));
  } finally {
    await direct.close();
    await utcp?.close();
    await gateway.close();
  }
}

function figuresOf(rows: Record<string, number[]>, cancels: number[]): Figure[] {
  const of = (name: string): number => median(rows[name] ?? []);
  const [tiny, utcp, direct] = [of("tiny"), of("utcp"), of("direct")];
  const perCall = (of("loop") - tiny) / CALLS;
  return [
    {
      what: "return 1 + 1 over HTTP, all stages, p50",
      ours: tiny,
      unit: "ms",
      peers: utcp > 0 ? [{ name: `the engine of ${UTCP}`, figure: utcp }] : [],
      goal: { atMost: MOST_TINY_RATIO, times: true },
    },
    { what: "the same, eight callers", ours: of("c8"), unit: "runs/s" },
    { what: `${CALLS} calls one after the other over HTTP, p50`, ours: of("loop"), unit: "ms" },
    {
      what: "a tool call inside a run",
      ours: perCall,
      unit: "ms",
      peers: [{ name: "a plain MCP client", figure: direct }],
    },
    {
      what: "of it gate, tokens and trail",
      ours: perCall - direct,
      unit: "ms",
      goal: { atMost: MOST_PER_CALL_MS },
    },
    { what: "cancel to its reply, p50", ours: median(cancels), unit: "ms" },
    {
      what: `the longest of ${CANCELS} cancels`,
      ours: percentile(cancels, 1),
      unit: "ms",
      goal: { atMost: MOST_CANCEL_MS },
    },
  ];
}

await main();
process.exit();
