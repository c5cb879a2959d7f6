// The catalog over real servers: it starts in time whatever they do, and follows them when they change.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { type Catalog, createCatalog } from "../../src/catalog/catalog.ts";
import type { ServerConfig, UpstreamsOptions } from "../../src/upstreams/upstreams.ts";
import { type Opened, open, raw, stdio, until } from "../upstreams/upstreams-fixture.ts";

function openBoth(
  t: TestContext,
  configs: ServerConfig[],
  options: Partial<UpstreamsOptions> = {},
): Opened & { catalog: Catalog } {
  const opened = open(t, configs, options);
  const stored = new Map<string, string>();
  const catalog = createCatalog({
    upstreams: opened.upstreams,
    pins: {
      pins: async () => new Map(stored),
      async addPins(pins) {
        for (const [id, pin] of pins) stored.set(id, pin);
      },
    },
    log: () => {},
  });
  return { ...opened, catalog };
}

const has = (catalog: Catalog, id: string): boolean => "found" in catalog.lookup(id);

test("dead, mute and slow servers do not keep the others from being there", async (t) => {
  const missing: ServerConfig = {
    name: "missing",
    transport: "stdio",
    command: "no-such-program",
    args: [],
    env: {},
  };
  const configs = [
    stdio("crm", "examples/servers/crm.ts"),
    raw("dead", "exit"),
    raw("mute", "mute"),
    missing,
  ];
  const { catalog } = openBoth(t, configs, { connectTimeoutMs: 4000, closeGraceMs: 100 });
  await catalog.load();
  assert.ok(has(catalog, "crm.list_contacts"));
  const reports = catalog.serverReport();
  assert.deepEqual(
    reports.filter((report) => report.error === undefined).map((report) => report.server),
    ["crm"],
  );
  assert.deepEqual(catalog.serverNames(), ["crm", "dead", "mute", "missing"]);
  const types = catalog.typesOf("crm.get_contact") ?? "";
  assert.match(
    types,
    /namespace crm \{ function get_contact\(args: \{ .*id: string \}\): Promise<\{ .*email: string; /,
  );
});

test("tools come in later when a server could not list them at first", async (t) => {
  const { catalog } = openBoth(t, [raw("s", "list-fails-once")], { backoff: { baseMs: 200 } });
  await catalog.load();
  assert.deepEqual(catalog.lookup("s.echo"), { missing: "unknown" });
  await until(() => has(catalog, "s.echo"), "the tools come in");
});

test("a server that announces other tools is listed again", async (t) => {
  const { catalog, call } = openBoth(t, [raw("s", "grows")]);
  await catalog.load();
  assert.ok(!has(catalog, "s.late"));
  await call("s.change");
  await until(() => has(catalog, "s.late"), "the new tool");
});

test("a server that fell and rose is listed again, and its pins hold", async (t) => {
  const { catalog, call } = openBoth(t, [raw("s")], { backoff: { baseMs: 10 } });
  await catalog.load();
  await assert.rejects(call("s.crash"));
  await until(async () => (await call("s.echo").catch(() => null)) !== null, "the server is back");
  assert.ok(has(catalog, "s.echo"));
  assert.deepEqual(catalog.driftReport(), []);
});
