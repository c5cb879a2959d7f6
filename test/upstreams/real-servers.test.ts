// Servers that others wrote, over stdio and HTTP, in both eras of the protocol.

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { ServerConfig } from "../../src/upstreams/upstreams.ts";
import { open, stdio, textOf, until } from "./upstreams-fixture.ts";

const PACKAGES = "node_modules/@modelcontextprotocol";

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "upstreams-")));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const withEnv = (config: ServerConfig, env: Record<string, string>): ServerConfig =>
  ({ ...config, env }) as ServerConfig;

test("the filesystem server lists, reads and writes inside its folder", async (t) => {
  const folder = await makeFolder(t);
  await writeFile(join(folder, "note.txt"), "hello from a file");
  const { upstreams, call } = open(t, [stdio("fs", `${PACKAGES}/server-filesystem/dist/index.js`, folder)]);
  const names = (await upstreams.listTools("fs")).map((tool) => tool.name);
  assert.ok(names.includes("read_text_file") && names.includes("write_file"), names.join());
  const read = await call("fs.read_text_file", { path: join(folder, "note.txt") });
  assert.deepEqual(read.structured, { content: "hello from a file" });
  await call("fs.write_file", { path: join(folder, "new.txt"), content: "written" });
  assert.equal(await readFile(join(folder, "new.txt"), "utf8"), "written");
  assert.equal((await call("fs.read_text_file", { path: "/etc/hostname" })).isError, true);
});

test("the memory server keeps what it is told", async (t) => {
  const folder = await makeFolder(t);
  const config = stdio("memory", `${PACKAGES}/server-memory/dist/index.js`);
  const { call } = open(t, [withEnv(config, { MEMORY_FILE_PATH: join(folder, "memory.jsonl") })]);
  const entities = [{ name: "Sallyport", entityType: "project", observations: ["has two doors"] }];
  await call("memory.create_entities", { entities });
  const graph = await call("memory.read_graph");
  assert.deepEqual((graph.structured as { entities: unknown[] }).entities, entities);
});

test("the everything server speaks over stdio: text, images, structure, errors", async (t) => {
  const { upstreams, call } = open(t, [
    stdio("everything", `${PACKAGES}/server-everything/dist/index.js`, "stdio"),
  ]);
  const tools = await upstreams.listTools("everything");
  assert.ok(tools.some((tool) => tool.name === "get-sum"));
  assert.equal(textOf(await call("everything.echo", { message: "hi" })), "Echo: hi");
  const image = await call("everything.get-tiny-image");
  assert.ok(image.content.some((block) => block["type"] === "image"));
  const weather = await call("everything.get-structured-content", { location: "Chicago" });
  assert.equal(typeof (weather.structured as { temperature: number }).temperature, "number");
  assert.equal((await call("everything.get-sum", { a: "x" })).isError, true);
});

test("the everything server speaks over Streamable HTTP, and its end costs one failed call", async (t) => {
  const port = await freePort();
  const script = fileURLToPath(new URL(`../../${PACKAGES}/server-everything/dist/index.js`, import.meta.url));
  const start = (): ChildProcess => {
    const child = spawn(process.execPath, [script, "streamableHttp"], {
      env: { ...process.env, PORT: String(port) },
      stdio: "ignore",
    });
    t.after(() => child.kill("SIGKILL"));
    return child;
  };
  const first = start();
  const config: ServerConfig = {
    name: "ev",
    transport: "http",
    url: `http://127.0.0.1:${port}/mcp`,
    headers: {},
  };
  const { upstreams, call } = open(t, [config], { backoff: { baseMs: 50 } });
  const answers = async (): Promise<boolean> => {
    const answer = await call("ev.echo", { message: "hi" }).catch(() => null);
    return answer !== null && textOf(answer) === "Echo: hi";
  };
  await until(answers, "the server starts");
  assert.ok((await upstreams.listTools("ev")).length >= 10);

  const gone = new Promise((resolve) => first.once("exit", resolve));
  first.kill("SIGKILL");
  await gone;
  await assert.rejects(call("ev.echo", { message: "hi" }), { code: "UPSTREAM_UNAVAILABLE" });
  start();
  await until(answers, "the server is found again");
});

test("the example servers speak the newest revision", async (t) => {
  const folder = await makeFolder(t);
  const mail = withEnv(stdio("mail", "examples/servers/mail.ts"), { MAIL_LOG: join(folder, "outbox.jsonl") });
  const { upstreams, call, log } = open(t, [stdio("crm", "examples/servers/crm.ts"), mail]);
  const lists = await Promise.all(["crm", "mail"].map((server) => upstreams.listTools(server)));
  assert.deepEqual(
    lists
      .flat()
      .map((tool) => `${tool.server}.${tool.name}`)
      .sort(),
    [
      "crm.export_contacts",
      "crm.get_contact",
      "crm.list_contacts",
      "crm.search_contacts",
      "mail.list_sent",
      "mail.send",
    ],
  );
  assert.equal(log.filter((entry) => entry.message === "Connected (modern).").length, 2);

  const page = await call("crm.list_contacts", { limit: 3 });
  assert.equal((page.structured as { contacts: unknown[] }).contacts.length, 3);
  const everything = await call("crm.export_contacts", {}, { maxResultBytes: 20_000_000 });
  assert.equal((everything.structured as { contacts: unknown[] }).contacts.length, 10_000);
  await assert.rejects(call("crm.export_contacts", {}, { maxResultBytes: 100_000 }), {
    code: "CALL_RESULT_LIMIT",
  });
  assert.equal((await call("crm.get_contact", { id: "none" })).isError, true);

  const sent = await call("mail.send", { to: ["ann@example.com"], subject: "Hi", body: "Text" });
  assert.deepEqual(sent.structured, { id: "M-0001", accepted: 1 });
});

test("a server on the older SDK works, and its errors are results", async (t) => {
  const { call, log } = open(t, [stdio("v1", "test/fakes/upstream-v1-server.ts")]);
  assert.deepEqual((await call("v1.add", { a: 2, b: 3 })).structured, { sum: 5 });
  const failed = await call("v1.fail");
  assert.equal(failed.isError, true);
  assert.match(textOf(failed), /v1 went wrong/);
  assert.ok(log.some((entry) => entry.message === "Connected (legacy)."));
});

test("many calls share one connection and answers find their callers", async (t) => {
  const { call } = open(t, [stdio("v1", "test/fakes/upstream-v1-server.ts")]);
  const sums = await Promise.all(Array.from({ length: 100 }, (_, n) => call("v1.add", { a: n, b: 1 })));
  assert.deepEqual(
    sums.map((answer) => answer.structured),
    Array.from({ length: 100 }, (_, n) => ({ sum: n + 1 })),
  );
});

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
