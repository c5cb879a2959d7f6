// The life of servers: a dead one costs only its own tools, a fallen one rises, a closed one leaves nothing behind.

import assert from "node:assert/strict";
import { test } from "node:test";
import { backoffDelayMs } from "../../src/upstreams/backoff.ts";
import { childEnvironment } from "../../src/upstreams/child-environment.ts";
import type { ServerConfig } from "../../src/upstreams/upstreams.ts";
import { isAlive, open, raw, textOf, until } from "./upstreams-fixture.ts";

const MISSING: ServerConfig = {
  name: "missing",
  transport: "stdio",
  command: "no-such-program-anywhere",
  args: [],
  env: {},
};

test("a dead server costs only its own tools", async (t) => {
  const closedPort: ServerConfig = {
    name: "closed",
    transport: "http",
    url: "http://127.0.0.1:1/mcp",
    headers: {},
  };
  const { upstreams, call } = open(t, [raw("good"), raw("dead", "exit"), MISSING, closedPort]);
  for (const name of ["dead", "missing", "closed"]) {
    await assert.rejects(upstreams.listTools(name), { code: "UPSTREAM_UNAVAILABLE", executed: "no" }, name);
    await assert.rejects(call(`${name}.echo`), { code: "UPSTREAM_UNAVAILABLE", executed: "no" }, name);
  }
  assert.ok((await upstreams.listTools("good")).length > 0);
  const states = new Map(upstreams.servers().map(({ name, state }) => [name, state]));
  assert.equal(states.get("good"), "ready");
  for (const name of ["dead", "missing", "closed"]) assert.notEqual(states.get(name), "ready");
  await assert.rejects(call("nobody.echo"), {
    message: 'The server "nobody" cannot be reached: no server has this name.',
  });
});

test("delays double up to the longest one, half of each is random", () => {
  const backoff = { baseMs: 500, maxMs: 60_000 };
  const table: [failures: number, random: number, delayMs: number][] = [
    [1, 0, 250],
    [1, 1, 500],
    [2, 0, 500],
    [3, 0.5, 1500],
    [8, 1, 60_000],
    [7, 1, 32_000],
    [5000, 0, 30_000],
  ];
  for (const [failures, random, delayMs] of table) {
    assert.equal(backoffDelayMs(failures, { ...backoff, random: () => random }), delayMs, `${failures}`);
  }
});

test("a server that is down is not tried again before its time, and each failure doubles the delay", async (t) => {
  let now = 1_000_000;
  const backoff = { baseMs: 400_000, maxMs: 3_000_000, random: () => 1 };
  const { upstreams, log } = open(t, [MISSING], { clock: () => now, backoff });
  const retryAt = (): number | undefined => upstreams.servers()[0]?.retryAt;
  const failed = (): number => log.filter((entry) => entry.message.startsWith("The server is down")).length;

  await assert.rejects(upstreams.listTools("missing"));
  assert.equal(retryAt(), now + 400_000);
  now += 399_999;
  await assert.rejects(upstreams.listTools("missing"));
  assert.equal(failed(), 1, "nothing was started while backing off");
  now += 1;
  await assert.rejects(upstreams.listTools("missing"));
  assert.equal(failed(), 2);
  assert.equal(retryAt(), now + 800_000);
  assert.deepEqual(upstreams.servers()[0]?.state, "down");
});

test("a server is tried in the background for as long as it takes", async (t) => {
  const { upstreams, log } = open(t, [MISSING], { backoff: { baseMs: 1, maxMs: 2, random: () => 0 } });
  await assert.rejects(upstreams.listTools("missing"));
  const failures = (): number => log.filter((entry) => entry.message.startsWith("The server is down")).length;
  await until(() => failures() > 12, "more than a dozen tries");
});

test("a server that fell comes back by itself and is announced", async (t) => {
  const { upstreams, call } = open(t, [raw("s")], { backoff: { baseMs: 10, random: () => 0 } });
  const [first] = JSON.parse(textOf(await call("s.pids")));
  const announced = Promise.withResolvers<string>();
  upstreams.onChange((server) => announced.resolve(server));
  await assert.rejects(call("s.crash"));
  assert.equal(await announced.promise, "s");
  assert.equal(upstreams.servers()[0]?.state, "ready");
  assert.notEqual(JSON.parse(textOf(await call("s.pids")))[0], first);
});

test("close leaves no process behind: not one that ignores SIGTERM, and not what it started", async (t) => {
  const { upstreams, call } = open(t, [raw("polite"), raw("stubborn", "ignore-sigterm")], {
    closeGraceMs: 150,
  });
  const pids: number[] = [];
  for (const server of ["polite", "stubborn"]) pids.push(...JSON.parse(textOf(await call(`${server}.pids`))));
  assert.equal(pids.length, 4);
  for (const pid of pids) assert.ok(isAlive(pid), `${pid} runs before close`);
  await upstreams.close();
  for (const pid of pids) await until(() => !isAlive(pid), `the end of ${pid}`);
  await assert.rejects(call("polite.echo"), { code: "UPSTREAM_UNAVAILABLE", executed: "no" });
});

test("a crashed server's own children end with it", async (t) => {
  const { call } = open(t, [raw("s")], { backoff: { baseMs: 100_000 } });
  const [, child] = JSON.parse(textOf(await call("s.pids")));
  assert.ok(isAlive(child));
  await assert.rejects(call("s.crash"));
  await until(() => !isAlive(child), "the end of the grandchild");
});

test("closing while a server starts ends that server too", async (t) => {
  const { upstreams } = open(t, [raw("s", "slow")], { closeGraceMs: 100 });
  const listing = upstreams.listTools("s");
  listing.catch(() => {});
  await upstreams.close();
  await assert.rejects(listing, { code: "UPSTREAM_UNAVAILABLE" });
  assert.notEqual(upstreams.servers()[0]?.state, "ready");
});

test("children get what programs need and their own settings, never the gateway's secrets", async (t) => {
  const before = { ...process.env };
  t.after(() => {
    process.env = before;
  });
  process.env["SALLYPORT_ADMIN_KEY"] = "top-secret-admin-key";
  process.env["AWS_SECRET_ACCESS_KEY"] = "cloud-secret";
  process.env["NODE_OPTIONS"] = "--no-warnings";
  const config = { ...raw("s"), env: { CRM_TOKEN: "its-own" } } as ServerConfig;
  const { call } = open(t, [config]);
  const seen: Record<string, string> = JSON.parse(textOf(await call("s.environment")));
  assert.equal(seen["CRM_TOKEN"], "its-own");
  assert.equal(seen["PATH"], process.env["PATH"]);
  for (const name of ["SALLYPORT_ADMIN_KEY", "AWS_SECRET_ACCESS_KEY", "NODE_OPTIONS"])
    assert.equal(seen[name], undefined, name);
  assert.doesNotMatch(JSON.stringify(seen), /secret/);
});

test("the environment of a child is a short list, in which settings win and shell functions have no place", () => {
  const own = { PATH: "/bin", HOME: "() { :; }", SALLYPORT_KEY: "k", LANG: "C", EDITOR: "vi" };
  assert.deepEqual(childEnvironment({ LANG: "de", EXTRA: "1" }, own), {
    PATH: "/bin",
    LANG: "de",
    EXTRA: "1",
  });
});
