// Streams on which servers of the newest revision tell what has changed: proxies cut them, servers end them.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Peer, ServerConfig } from "../../src/upstreams/upstreams.ts";
import { startCuttableServer } from "../fakes/cuttable-server.ts";
import { open, raw, until } from "./upstreams-fixture.ts";

const at = (url: string): ServerConfig => ({ name: "s", transport: "http", url, headers: {} });
const QUICK = { backoff: { baseMs: 20, maxMs: 40 } };

test("a stream of changed tools that was cut is opened again, and what it may have missed counts as a change", async (t) => {
  const server = await startCuttableServer(t);
  const { upstreams } = open(t, [at(server.url)], QUICK);
  let changes = 0;
  upstreams.onChange(() => {
    changes += 1;
  });
  await upstreams.listTools("s");
  await until(() => server.opened.length === 1, "the stream is open");
  server.cut();
  await until(
    () => server.opened.length === 2 && changes === 1,
    "the stream is open again, and told as a change",
  );
  server.notify.toolsChanged();
  await until(() => changes === 2, "the new stream is heard");
});

test("a stream of watched resources that was cut is opened again, and each of them may have changed", async (t) => {
  const server = await startCuttableServer(t);
  const { upstreams } = open(t, [at(server.url)], QUICK);
  const heard: string[] = [];
  const peer: Peer = {
    era: "modern",
    capabilities: {},
    answer: () => Promise.reject(new Error("nobody asks")),
    notify: ({ method, params }) => void heard.push(`${method} ${params["uri"]}`),
    onChanged() {},
    onLost() {},
  };
  const link = await upstreams.openLink("s", peer);
  t.after(() => link.close());
  await link.watch(["a:1", "a:2"]);
  server.cut();
  const updated = ["notifications/resources/updated a:1", "notifications/resources/updated a:2"];
  await until(() => heard.length >= 2, "what it may have missed");
  assert.deepEqual(heard, updated);
  await until(
    () => server.opened.filter((filter) => "resourceSubscriptions" in filter).length === 2,
    "open again",
  );
  server.notify.resourceUpdated("a:2");
  await until(() => heard.length === 3, "the new stream is heard");
  await link.watch(["a:1"]);
  await link.close();
  const streams = server.opened.length;
  server.cut();
  await new Promise((resolve) => setTimeout(resolve, 150));
  assert.equal(server.opened.length, streams, "what was closed here stays closed");
});

test("what a server tells just before it answers is heard before the answer", async (t) => {
  const { upstreams } = open(t, [raw("s")]);
  const peer: Peer = {
    era: "legacy",
    capabilities: {},
    answer: () => Promise.reject(new Error("nobody asks")),
    notify() {},
    onChanged() {},
    onLost() {},
  };
  const link = await upstreams.openLink("s", peer);
  t.after(() => link.close());
  for (let round = 0; round < 5; round++) {
    const heard: unknown[] = [];
    await link.pass({
      method: "tools/call",
      params: { name: "hurry", arguments: {} },
      signal: AbortSignal.timeout(10_000),
      timeoutMs: 10_000,
      maxResultBytes: 1000,
      onProgress: ({ progress }) => void heard.push(progress),
    });
    assert.deepEqual(heard, [1, 2, 3]);
  }
});
