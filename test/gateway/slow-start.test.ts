// Servers that take long to start: what they listed the last time is there at once, and nothing is called on its word.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import BetterSqlite3 from "better-sqlite3";
import { until } from "../upstreams/upstreams-fixture.ts";
import { notesServer, openTestGateway, type TestGateway } from "./gateway-fixture.ts";

const POLICY = `
policy: 1
id: slow
applies_to: { agents: ["*"] }
tools:
  - { id: slow.all, match: ["slow.target", "slow.steady", "slow.announce", "slow.later", "slow.fall"], effect: allow }
  - { id: notes.read, match: [notes.person], effect: allow }
`;
/** Longer than anything else of a start takes, and much shorter than the time that a connection may take. */
const SLOW_MS = 3000;
const SECRET = "hunter2-never-in-clear";

type House = {
  folder: string;
  /** Opens the gateway on the same folder again; closed after the test. */
  start(options?: {
    slowMs?: number;
    connect?: "eager" | "lazy";
    env?: object;
    log?: string[];
  }): Promise<TestGateway>;
  say(state: "" | "other" | "gone"): void;
  /** What the slow server has written: its starts and the calls that reached it. */
  seen(): string[];
  forgetSeen(): void;
  close(): Promise<void>;
};

const root = mkdtempSync(join(tmpdir(), "sallyport-slow-"));
after(() => rmSync(root, { recursive: true, force: true }));

// Lists are kept by configuration, which names files of the folder: what one start has kept is laid back for each test.
const KNOWN = join(root, "known");
const KEPT = join(root, "kept");
before(async () => {
  mkdirSync(KNOWN);
  const house = openHouse(KNOWN);
  await house.start();
  await house.close();
  cpSync(join(KNOWN, "data"), KEPT, { recursive: true });
});

/** A house whose last start has seen both servers. */
function enterKnownHouse(t: TestContext): House {
  rmSync(KNOWN, { recursive: true });
  cpSync(KEPT, join(KNOWN, "data"), { recursive: true });
  return openHouse(KNOWN, t);
}

/** A house where nothing has been started yet. */
const enterNewHouse = (t: TestContext): House => openHouse(mkdtempSync(join(root, "new-")), t);

function openHouse(folder: string, t?: TestContext): House {
  const [state, log] = [join(folder, "state.txt"), join(folder, "slow.log")];
  const script = fileURLToPath(new URL("../fakes/slow-server.ts", import.meta.url));
  const open: TestGateway[] = [];
  writeFileSync(log, "");
  const close = async () => {
    for (const gateway of open.splice(0)) await gateway.close().catch(() => {});
  };
  t?.after(close);
  return {
    folder,
    close,
    async start({ slowMs = 0, connect = "lazy", env = {}, log: lines = [] } = {}) {
      for (const gateway of open.splice(0)) await gateway.close();
      // The delay is no part of the configuration here: the same server, on a bad day.
      writeFileSync(join(folder, "delay.sh"), `SLOW_MS=${slowMs} exec "$@"\n`);
      const slow = {
        command: "sh",
        args: [join(folder, "delay.sh"), process.execPath, script],
        env: { SLOW_STATE: state, SLOW_LOG: log, SLOW_SECRET: SECRET, ...env },
      };
      const gateway = await openTestGateway({
        folder,
        keep: true,
        log: lines,
        policies: { "slow.yaml": POLICY },
        servers: { slow, ...notesServer(folder) },
        flags: { connect },
      });
      open.push(gateway);
      return gateway;
    },
    say: (text) => writeFileSync(state, text),
    seen: () => readFileSync(log, "utf8").split("\n").filter(Boolean),
    forgetSeen: () => writeFileSync(log, ""),
  };
}

async function serverOf(gateway: TestGateway, name: string): Promise<Record<string, unknown>> {
  const response = await gateway.fetch("/readyz", { key: gateway.key("admin") });
  const ready = (await response.json()) as { servers: Record<string, unknown>[] };
  return ready.servers.find((server) => server["name"] === name) ?? {};
}

async function findTools(gateway: TestGateway, server: string): Promise<string[]> {
  const found = await gateway.fetch(`/v1/tools?detail=name_only&server=${server}`);
  const { tools } = (await found.json()) as { tools: { tool: string }[] };
  return tools.map(({ tool }) => tool).sort();
}

const ALL = ["slow.announce", "slow.fall", "slow.steady", "slow.target"];

test("a server with a kept list is found at once, and the first call waits for it", async (t) => {
  const house = enterKnownHouse(t);
  const started = performance.now();
  const gateway = await house.start({ slowMs: SLOW_MS });
  assert.deepEqual(await findTools(gateway, "slow"), ALL);
  const { state, tools, cached } = await serverOf(gateway, "slow");
  assert.deepEqual({ state, tools, cached }, { state: "cached", tools: 4, cached: true });
  const readyAfterMs = performance.now() - started;
  assert.deepEqual(house.seen(), [], "nobody needed the server yet");
  const run = await gateway.run("return [await slow.target({}), await slow.steady({})]");
  assert.deepEqual(run.result, ["target is done", "steady is done"], JSON.stringify(run.error));
  assert.ok(run.stats.durationMs >= SLOW_MS / 2, "the call waited");
  assert.deepEqual(house.seen(), ["started", "target", "steady"]);
  assert.equal((await serverOf(gateway, "slow"))["cached"], undefined);
  t.diagnostic(`found its tools after ${Math.round(readyAfterMs)} ms`);
});

test("without a kept list the start waits, and so it does for a server whose configuration changed", async (t) => {
  const house = enterKnownHouse(t);
  const gateway = await house.start({ env: { SLOW_SECRET: "another" } });
  assert.deepEqual(house.seen(), ["started"]);
  assert.equal((await serverOf(gateway, "slow"))["state"], "ready");
  assert.deepEqual(await findTools(gateway, "slow"), ALL);
});

test("eager asks in the background, one server after the other", async (t) => {
  const house = enterKnownHouse(t);
  house.say("other");
  const log: string[] = [];
  const gateway = await house.start({ connect: "eager", slowMs: SLOW_MS, log });
  assert.deepEqual(await findTools(gateway, "slow"), ALL, "the start did not wait");
  await until(async () => !(await findTools(gateway, "slow")).includes("slow.target"), "drift is noticed");
  assert.ok(log.some((line) => line.includes("differ from their pins: slow.target")));
  await until(async () => (await serverOf(gateway, "notes"))["state"] === "ready", "the other server's turn");
});

for (const way of ["a program", "a direct call", "the pass-through"] as const)
  test(`a tool that changed meanwhile is refused to ${way}, on the record, and its neighbours work`, async (t) => {
    const house = enterKnownHouse(t);
    house.say("other");
    const gateway = await house.start();
    assert.equal(await codeOf(gateway, way, "slow.target"), "TOOL_DRIFT");
    assert.equal(await codeOf(gateway, way, "slow.steady"), "none");
    assert.deepEqual(
      house.seen().filter((line) => line !== "started"),
      ["steady"],
    );
    const denied = await gateway.events({ kind: "call.*", tool: "slow.target" });
    assert.deepEqual(
      denied.map(({ decision, rule }) => [decision, rule]),
      [["deny", "tool_drift"]],
    );
  });

test("a server that is dead costs only its own tools, with the known error, and nothing is sent to it", async (t) => {
  const house = enterKnownHouse(t);
  house.say("gone");
  const gateway = await house.start();
  for (const way of ["a program", "a direct call", "the pass-through"] as const)
    assert.equal(await codeOf(gateway, way, "slow.target"), "UPSTREAM_UNAVAILABLE", way);
  const run = await gateway.run("return (await notes.person({})) !== null");
  assert.equal(run.result, true, JSON.stringify(run.error));
  const { state, cached } = await serverOf(gateway, "slow");
  assert.ok(state !== "cached" && state !== "ready", String(state));
  assert.equal(cached, true);
  assert.deepEqual(new Set(house.seen()), new Set(["started"]));
});

test("a server that fell and came back as another program gets no call of the tool that changed", async (t) => {
  const house = enterNewHouse(t);
  const gateway = await house.start();
  assert.equal(await codeOf(gateway, "a direct call", "slow.target"), "none");
  house.say("other");
  await codeOf(gateway, "a direct call", "slow.fall");
  house.forgetSeen();
  const codes = new Set<string>();
  await until(async () => {
    const burst = Array.from({ length: 4 }, () => codeOf(gateway, "a direct call", "slow.target"));
    for (const code of await Promise.all(burst)) codes.add(code);
    return codes.has("TOOL_DRIFT");
  }, "the drift is told");
  codes.delete("UPSTREAM_UNAVAILABLE");
  assert.deepEqual([...codes], ["TOOL_DRIFT"]);
  assert.deepEqual(new Set(house.seen()), new Set(["started"]));
});

test("a tool that the server announced later is there at the next start", async (t) => {
  const house = enterNewHouse(t);
  const gateway = await house.start();
  await gateway.run("return slow.announce({})");
  await until(async () => (await findTools(gateway, "slow")).includes("slow.later"), "the new tool");
  const again = await house.start({ slowMs: SLOW_MS });
  assert.ok((await findTools(again, "slow")).includes("slow.later"));
});

test("neither secrets of the configuration nor unreadable lists get in", async (t) => {
  const house = enterKnownHouse(t);
  const file = join(house.folder, "data", "state.db");
  const db = new BetterSqlite3(file);
  const kept = db.prepare("SELECT * FROM tool_lists WHERE server = 'slow'").get() as Record<string, string>;
  assert.match(kept["configuration"] ?? "", /^[0-9a-f]{64}$/);
  assert.ok(!JSON.stringify(db.prepare("SELECT * FROM tool_lists").all()).includes(SECRET));
  db.prepare("UPDATE tool_lists SET text = ? WHERE server = 'slow'").run('{"tools": 7}');
  db.close();
  const log: string[] = [];
  const gateway = await house.start({ log });
  assert.ok(log.some((line) => line.includes("is not readable")));
  assert.deepEqual(house.seen(), ["started"]);
  assert.deepEqual(await findTools(gateway, "slow"), ALL);
});

test("a kept list cannot bring in a tool, or a definition, that was never pinned", async (t) => {
  const house = enterKnownHouse(t);
  const db = new BetterSqlite3(join(house.folder, "data", "state.db"));
  const row = db.prepare("SELECT text FROM tool_lists WHERE server = 'slow'").pluck().get() as string;
  const list = JSON.parse(row) as { tools: Record<string, string>[]; names: string[] };
  const [tool] = list.tools;
  list.tools.push({ ...tool, name: "planted", id: "slow.planted", pin: "0".repeat(64) });
  list.names.push("planted");
  db.prepare("UPDATE tool_lists SET text = ? WHERE server = 'slow'").run(JSON.stringify(list));
  db.close();
  const gateway = await house.start({ slowMs: 0 });
  assert.deepEqual(await findTools(gateway, "slow"), ALL);
  assert.equal((await serverOf(gateway, "slow"))["state"], "cached");
});

type Way = "a program" | "a direct call" | "the pass-through";

/** The code of the refusal, or `none`. */
async function codeOf(gateway: TestGateway, way: Way, tool: string): Promise<string> {
  const name = tool.slice("slow.".length);
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  if (way === "a program") {
    const run = await gateway.run(
      `try { await ${tool}({}); return "none" } catch (error) { return error.code }`,
    );
    return String(run.result ?? run.violations[0]?.rule ?? run.error?.code);
  }
  if (way === "a direct call") {
    const reply = await gateway.fetch(`/v1/tools/${tool}/call`, {
      method: "POST",
      headers,
      body: '{"args":{}}',
    });
    const { error } = (await reply.json()) as { error?: { code: string } };
    return error?.code ?? "none";
  }
  const conversation = gateway.gateway.openPassThrough({
    principal: { id: "agent", name: "agent", role: "agent", groups: [] } as never,
    server: "slow",
    session: "ses_slow",
    era: "modern",
    capabilities: {},
    onChanged: () => {},
    onTold: () => {},
    onEnd: () => {},
  });
  const passed = await conversation.pass({
    method: "tools/call",
    params: { name, arguments: {} },
    signal: new AbortController().signal,
    tell: () => {},
  });
  await conversation.close();
  return "error" in passed ? passed.error.code : "none";
}
