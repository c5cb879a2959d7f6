// `servers list|add|test` and `generate`, on real files and real servers.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { openDesk } from "./cli-fixture.ts";

const desk = openDesk();
after(() => desk.remove());
const FILE = "more.json";
const read = () => JSON.parse(readFileSync(desk.path(FILE), "utf8"));
const servers = (...args: string[]) => desk.here(["servers", ...args]);

test("add writes one entry and keeps everything else, also a variable as it was written", async () => {
  const before = { $schema: "x", mcpServers: { one: { command: "node", env: { KEY: "$" + "{HOME}" } } } };
  desk.write(FILE, JSON.stringify(before, null, 4));
  const added = await servers("add", "two", "--servers", FILE, "--env", "A=b=c", "--", "node", "--flag", "x");
  assert.equal(added.code, 0, added.err);
  const two = { command: "node", args: ["--flag", "x"], env: { A: "b=c" } };
  assert.deepEqual(read(), { ...before, mcpServers: { ...before.mcpServers, two } });
  assert.match(readFileSync(desk.path(FILE), "utf8"), /^ {4}"\$schema"/m, "the indent stays");
  const http = ["add", "web", "--servers", FILE, "--sse", "--url", "https://h.example/sse"];
  assert.equal((await servers(...http, "--header", "X-A=1")).code, 0);
  assert.deepEqual(read().mcpServers.web, {
    type: "sse",
    url: "https://h.example/sse",
    headers: { "X-A": "1" },
  });
});

test("what cannot be added is refused, and the file stays", async () => {
  const before = readFileSync(desk.path(FILE), "utf8");
  const table: [args: string[], problem: RegExp][] = [
    [["two", "--", "node"], /There is a server "two" already/],
    [["three"], /either a command or --url/],
    [["three", "--url", "https://h", "--", "node"], /either a command or --url/],
    [["constructor", "--", "node"], /already means something/],
    [["three", "--url", "ftp://h"], /must be an http or https URL/],
    [["three", "--env", "A", "--", "node"], /--env wants NAME=value/],
  ];
  for (const [args, problem] of table) {
    const [name = "", ...rest] = args;
    const refused = await servers("add", name, "--servers", FILE, ...rest);
    assert.equal(refused.code, 2, name);
    assert.match(refused.err, problem);
  }
  assert.equal(readFileSync(desk.path(FILE), "utf8"), before);
  assert.equal((await servers("add", "two", "--replace", "--servers", FILE, "--", "deno")).code, 0);
  assert.deepEqual(read().mcpServers.two, { command: "deno" });
});

test("list shows names and targets, never arguments, headers or variables", async () => {
  const secret = "s3cr3t";
  const web = { url: `https://h.example/mcp?key=${secret}`, headers: { A: secret } };
  desk.write(FILE, JSON.stringify({ mcpServers: { web, own: { command: "node", args: [secret] } } }));
  for (const form of [[], ["--json"]]) {
    const listed = await servers("list", "--servers", FILE, ...form);
    assert.equal(listed.code, 0);
    assert.match(listed.out, /https:\/\/h\.example\/mcp/);
    assert.doesNotMatch(listed.out + listed.err, /s3cr3t/);
  }
});

test("test counts the tools of a server that works, and says what is wrong with one that does not", async () => {
  const good = await servers("test", "crm");
  assert.equal(good.code, 0, good.err);
  assert.match(good.out, /^ok {6}crm: \d+ tools in \d+ ms$/m);
  desk.write(FILE, JSON.stringify({ mcpServers: { gone: { command: "no-such-program-here" } } }));
  const bad = await servers("test", "--servers", FILE);
  assert.equal(bad.code, 1);
  assert.match(bad.out, /^failed {2}gone: .*no-such-program-here/m);
  const unknown = await servers("test", "nobody", "--servers", FILE);
  assert.equal(unknown.code, 2);
  assert.match(unknown.err, /There is no server "nobody"/);
});

test("a command on its own data folder asks the server, whatever was kept", async () => {
  const crm = fileURLToPath(new URL("../../../examples/servers/crm.ts", import.meta.url));
  const entry = { command: process.execPath, args: [desk.path("crm.mjs")] };
  desk.write(FILE, JSON.stringify({ mcpServers: { crm: entry } }));
  const search = ["tools", "search", "contacts", "--servers", FILE, "--data", "fresh"];
  desk.write("crm.mjs", `await import(${JSON.stringify(crm)});`);
  assert.match((await desk.here(search)).out, /crm\.list_contacts/);
  desk.write("crm.mjs", "process.exit(3);");
  assert.doesNotMatch((await desk.here(search)).out, /crm\.list_contacts/);
});

test("list says whose tools are cached: after a start, and not when the entry has changed since", async () => {
  const toolsOf = async (): Promise<string> => {
    const listed = await servers("list", "--json");
    return JSON.parse(listed.out).servers[0].tools;
  };
  const entry = JSON.parse(readFileSync(desk.path(".mcp.json"), "utf8"));
  assert.equal(await toolsOf(), "unknown");
  assert.equal((await desk.here(["tools", "search", "contacts"])).code, 0);
  assert.equal(await toolsOf(), "cached");
  assert.match((await servers("list")).out, /^crm .* cached$/m);
  entry.mcpServers.crm.env = { MORE: "1" };
  desk.write(FILE, JSON.stringify(entry));
  assert.match((await servers("list", "--servers", FILE)).out, /^crm .* unknown$/m);
});

test("generate writes declarations that an editor can check programs against", async () => {
  const made = await desk.here(["generate", "--out", "servers"]);
  assert.equal(made.code, 0, made.err);
  assert.ok(existsSync(desk.path("servers/crm/get_contact.d.ts")), made.out);
  desk.write("good.ts", 'const one = await crm.get_contact({ id: "C-1" });\nexport { one };\n');
  desk.write("bad.ts", "export const one = await crm.get_contact({ idd: 1 });\n");
  const tsc = fileURLToPath(new URL("../../../node_modules/.bin/tsc", import.meta.url));
  const check = (program: string) =>
    spawnSync(
      tsc,
      [
        ...["--noEmit", "--strict", "--target", "esnext", "--module", "esnext", "--types", "", program],
        "servers/crm/index.d.ts",
      ],
      { cwd: desk.path("."), encoding: "utf8" },
    );
  const fine = check("good.ts");
  assert.equal(fine.status, 0, fine.stdout);
  assert.match(check("bad.ts").stdout, /'idd' does not exist/);
});
