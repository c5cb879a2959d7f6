// What a caller of the whole gateway waits for, over HTTP, with checks, policy, personal data and a durable trail on.
// The gateway runs as a process of its own, as an operator starts it. Run: node bench/gateway.ts [--seconds 2] [--rounds 3]

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { openUtcp } from "./execute/code-mode-peers.ts";
import { installPeers } from "./execute/install-peers.ts";

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "2" }, rounds: { type: "string", default: "3" } },
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

/** Sorted times of one piece of work, done over and over. */
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
  return taken.sort((a, b) => a - b);
}

const at = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
const median = (numbers: number[]): number =>
  at(
    numbers.sort((a, b) => a - b),
    0.5,
  );

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
  return taken.sort((a, b) => a - b);
}

async function connectDirectly(): Promise<Client> {
  const client = new Client({ name: "bench", version: "1" });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [UPSTREAM] }));
  return client;
}

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
      note("tiny", at(await times(() => run(gateway, "return 1 + 1", 2)), 0.5));
      if (utcp) note("utcp", at(await times(() => utcp.run("tiny")), 0.5));
      note("loop", at(await times(() => run(gateway, LOOP, CALLS)), 0.5));
      const call = () => direct.callTool({ name: "get", arguments: { id: 1 } });
      note("direct", at(await times(call), 0.5));
      note("c8", (await times(() => run(gateway, "return 1 + 1", 2), 8)).length / seconds);
    }
    report(rows, await cancelTimes(gateway));
  } finally {
    await direct.close();
    await utcp?.close();
    await gateway.close();
  }
}

function report(rows: Record<string, number[]>, cancels: number[]): void {
  const of = (name: string): number => median(rows[name] ?? []);
  const [tiny, utcp, direct] = [of("tiny"), of("utcp"), of("direct")];
  const perCall = (of("loop") - tiny) / CALLS;
  const added = perCall - direct;
  const line = (what: string, figure: number, goal = ""): void =>
    console.log(`${what.padEnd(52)}${figure.toFixed(2).padStart(8)} ms ${goal}`);
  const told = (met: boolean): string => (met ? "met" : "NOT MET");
  console.log(`medians of ${rounds} rounds of ${seconds} s, one caller`);
  line("return 1 + 1 over HTTP, p50", tiny);
  if (utcp > 0) {
    const ratio = tiny / utcp;
    const goal = `${ratio.toFixed(2)} times (goal at most ${MOST_TINY_RATIO}): ${told(ratio <= MOST_TINY_RATIO)}`;
    line("the bare engine of @utcp/code-mode, p50", utcp, goal);
  }
  line(`${CALLS} calls one after the other over HTTP, p50`, of("loop"));
  line("one call inside a run", perCall);
  line("the same call from a plain MCP client, p50", direct);
  line(
    "added by the gateway",
    added,
    `(goal at most ${MOST_PER_CALL_MS}): ${told(added <= MOST_PER_CALL_MS)}`,
  );
  const worst = at(cancels, 1);
  line("POST cancel to its reply, p50", at(cancels, 0.5));
  line(
    `the longest of ${CANCELS}`,
    worst,
    `(goal at most ${MOST_CANCEL_MS}): ${told(worst <= MOST_CANCEL_MS)}`,
  );
  console.log(`${of("c8").toFixed(0)} runs a second with eight callers`);
}

await main();
process.exit();
