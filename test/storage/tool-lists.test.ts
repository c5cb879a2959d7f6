// Lists of tools for the next start: one a server, for one configuration, of a bounded size.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { configurationHash, keepToolLists } from "../../src/services/keep-tool-lists.ts";
import { openSqliteStorage, type Storage } from "../../src/storage/storage.ts";
import type { ServerConfig } from "../../src/upstreams/upstreams.ts";

const folder = mkdtempSync(join(tmpdir(), "sallyport-lists-"));
let storage: Storage;
before(async () => {
  storage = await openSqliteStorage(folder);
});
after(async () => {
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
});

const CRM = { name: "crm", transport: "stdio", command: "crm", args: ["--fast"], env: { KEY: "a" } } as const;
const crm = (more: object = {}): ServerConfig => ({ ...CRM, args: [...CRM.args], ...more });
const web: ServerConfig = { name: "web", transport: "http", url: "https://h.example/mcp", headers: {} };
const open = (configs: ServerConfig[], writeOnly = false) =>
  keepToolLists(storage.state, configs, { writeOnly });

test("a list is there for the same configuration, whatever the order of its keys, and for no other", async () => {
  await (await open([crm(), web])).write("crm", "tools of crm");
  const { name, env, ...rest } = crm() as ServerConfig & { env: object };
  const same = { ...rest, env, name } as ServerConfig;
  assert.equal(await (await open([same, web])).read("crm"), "tools of crm");
  const others = [
    crm({ args: [] }),
    crm({ args: ["--fast", "x"] }),
    crm({ command: "crm2" }),
    crm({ env: { KEY: "b" } }),
    crm({ env: {} }),
    crm({ cwd: "/" }),
    crm({ declare: ["roots"] }),
    { ...web, name: "crm" },
  ];
  for (const other of others)
    assert.equal(await (await open([other, web])).read("crm"), null, JSON.stringify(other));
  assert.equal(new Set([crm(), ...others].map(configurationHash)).size, others.length + 1);
  assert.equal(await (await open([crm(), web], true)).read("crm"), null, "a command asks anew");
});

test("a list that is too large is not kept, and neither is the one before it", async () => {
  const lists = await open([crm(), web]);
  await lists.write("crm", "small");
  await lists.write("crm", "ü".repeat(2 * 1024 * 1024));
  assert.equal((await lists.read("crm"))?.length, 2 * 1024 * 1024, "just fits");
  await lists.write("crm", `${"ü".repeat(2 * 1024 * 1024)}x`);
  assert.equal(await lists.read("crm"), null);
});

test("lists of servers that are gone are deleted; an opening without servers deletes none", async () => {
  const both = await open([crm(), web]);
  await both.write("crm", "tools of crm");
  await both.write("web", "tools of web");
  await open([]);
  assert.equal(await both.read("web"), "tools of web");
  await open([crm()]);
  assert.equal(await both.read("web"), null);
  assert.equal(await both.read("crm"), "tools of crm");
});
