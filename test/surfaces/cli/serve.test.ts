import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { after, before, test } from "node:test";
import { cleanEnvironment, LAUNCHER, openDesk } from "./cli-fixture.ts";

const desk = openDesk();
after(() => desk.remove());
desk.write(
  "count.ts",
  'console.log("counting");\nconst page = await crm.list_contacts({ limit: 2 });\nreturn page.total',
);
desk.write("denied.ts", 'return await callTool("crm.export_contacts", {})');
desk.write("broken.ts", "return 1 +");

type Serving = { child: ChildProcess; out: string; err: string };

async function serve(args: string[] = []): Promise<Serving> {
  const child = spawn(process.execPath, [LAUNCHER, "serve", "--port", "0", ...args], {
    cwd: desk.folder,
    env: cleanEnvironment(),
  });
  const serving = { child, out: "", err: "" };
  child.stderr.on("data", (chunk) => (serving.err += chunk));
  const started = new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      serving.out += chunk;
      if (/server {4}crm .*\n/.test(serving.out)) resolve();
    });
    child.on("close", () => reject(new Error(`serve ended early: ${serving.err}`)));
  });
  await started;
  return serving;
}

async function stop({ child }: Serving): Promise<number | null> {
  child.kill("SIGTERM");
  const [code] = (await once(child, "close")) as [number | null];
  return code;
}

test("serve", async (t) => {
  let serving: Serving;
  let url: string;
  before(async () => {
    serving = await serve(["--data", "served"]);
    url = /serves (http:\S+)/.exec(serving.out)?.[1] ?? "";
  });
  t.after(() => serving?.child.kill("SIGKILL"));
  const here = (args: string[], env: Record<string, string> = {}, stdin = "") =>
    desk.here([...args, "--data", "served"], { env, stdin });

  await t.test("the first start prints the address, the new keys and each server", () => {
    assert.match(serving.out, /^sallyport \S+ serves http:\/\/127\.0\.0\.1:\d+ \(MCP: http:.*\/mcp\)\n/);
    assert.match(serving.out, /^new key +admin +sp_admin_\S+ /m);
    assert.match(serving.out, /^new key +agent +sp_agent_\S+ /m);
    assert.match(serving.out, /^server +crm +ready, \d+ tools$/m);
  });

  await t.test("gateway.json names the process and is private", () => {
    const file = desk.path("served/gateway.json");
    assert.deepEqual(JSON.parse(readFileSync(file, "utf8")), { url, pid: serving.child.pid });
    assert.equal(statSync(file).mode & 0o777, 0o600);
  });

  await t.test("programs go to the running gateway, with exit code 1 when they do not succeed", async () => {
    const table: [args: string[], code: number, out: RegExp, err: RegExp, stdin?: string][] = [
      [["run", "count.ts"], 0, /^10000\n$/, /^counting\nrun_\w+ succeeded/],
      [
        ["run", "-", "--context", '{"a": 2}', "--session", "one"],
        0,
        /^4\n$/,
        /session one\n$/,
        "return context.a * 2",
      ],
      [["run", "-", "--timeout", "200ms"], 1, /^$/, /^TIMEOUT {2}/m, "await sleep(20000)"],
      [["run", "denied.ts"], 1, /^$/, /crm\.export_contacts/],
      [["run", "broken.ts"], 1, /^$/, /^broken\.ts:1:\d+ {2}critical {2}syntax-error/],
      [["run", "-", "--session", "no spaces"], 2, /^$/, /^BAD_SESSION {2}/, "return 1"],
      [["check", "count.ts"], 0, /^verdict {2}allow$/m, /^$/],
      [["check", "broken.ts"], 1, /^broken\.ts:1:\d+ .*\n(?: {2}.*\n)+verdict {2}block$/m, /^$/],
      [["tools", "search"], 0, /^crm\.get_contact +Get one contact/m, /^2 of 2 tools\n$/],
      [
        ["tools", "search", "--server", "mail"],
        0,
        /^$/,
        /^0 of 0 tools\nA tool is found when its server runs/,
      ],
    ];
    for (const [args, code, out, err, stdin] of table) {
      const ended = await here(args, {}, stdin);
      assert.equal(ended.code, code, `${args.join(" ")}: ${ended.err}`);
      assert.match(ended.out, out, args.join(" "));
      assert.match(ended.err, err, args.join(" "));
    }
    const run = JSON.parse((await here(["run", "count.ts", "--json"])).out);
    assert.equal(run.status, "succeeded");
    assert.deepEqual(run.logs, [{ level: "log", message: "counting" }]);
  });

  await t.test(
    "the vault of the running gateway is tended by its admin, and the files are left alone",
    async () => {
      const program = "return (await crm.list_contacts({ limit: 1 })).contacts?.[0] ?? 0";
      await here(["run", "-", "--session", "tended"], {}, program);
      const none = await here(["vault", "forget", "--value", "-"], {}, "nobody@nowhere.example");
      assert.deepEqual([none.code, none.out], [1, "No session holds this value.\n"], none.err);
      const session = await here(["vault", "forget", "--session", "agent/tended"]);
      assert.match(session.out, /^Forgot the session agent\/tended with \d+ tokens?\.$/m, session.err);
      const again = await here(["vault", "forget", "--session", "agent/tended"]);
      assert.deepEqual([again.code, /NOT_FOUND/.test(again.err)], [2, true]);
      const rotated = await here(["vault", "rotate"]);
      assert.match(rotated.out, /new master key; \d+ session keys? wrapped again/, rotated.err);
      assert.equal((await here(["vault", "rotate", "--new-key", "-"], {}, "ab".repeat(32))).code, 2);
      const agent = readFileSync(desk.path("served/keys/agent.key"), "utf8").trim();
      const refused = await here(["vault", "rotate"], { SALLYPORT_KEY: agent });
      assert.match(refused.err, /FORBIDDEN/);
      assert.equal((await here(["run", "-", "--session", "tended"], {}, program)).code, 0);
    },
  );

  await t.test("keys are created, listed and revoked, and their roles hold", async () => {
    const created = await here([
      "keys",
      "create",
      "watcher",
      "--role",
      "auditor",
      "--group",
      "a",
      "--group",
      "b",
    ]);
    assert.match(created.out, /^sp_auditor_\S+\n$/);
    const key = { SALLYPORT_KEY: created.out.trim() };
    assert.match((await here(["keys", "list"])).out, /^key_\w+ +watcher +auditor +a,b /m);
    assert.equal((await here(["audit", "verify"], key)).code, 0);
    const refused = await here(["run", "count.ts"], key);
    assert.equal(refused.code, 2);
    assert.match(refused.err, /^FORBIDDEN {2}/);
    assert.equal((await here(["keys", "create", "watcher"])).code, 2);
    assert.match(
      (await here(["keys", "revoke", "watcher"])).out,
      /^revoked key_\w+ {2}watcher {2}auditor\n$/,
    );
    assert.match((await here(["audit", "verify"], key)).err, /^UNAUTHENTICATED {2}/);
    assert.match((await here(["keys", "revoke", "watcher"])).err, /^NOT_FOUND {2}/);
  });

  await t.test("the trail is read through the gateway, page by page", async () => {
    const page = await here(["audit", "query", "--kind", "run.finished", "--limit", "1"]);
    assert.match(page.err, /^There may be more: add --cursor \d+\n$/);
    const cursor = /cursor (\d+)/.exec(page.err)?.[1] ?? "";
    const next = await here(["audit", "query", "--kind", "run.finished", "--limit", "1", "--cursor", cursor]);
    assert.notEqual(next.out, page.out);
    assert.match((await here(["audit", "verify"])).out, /^The trail is intact/);
  });

  await t.test("SALLYPORT_URL leads to the gateway from anywhere", async () => {
    const env = {
      SALLYPORT_URL: url,
      SALLYPORT_KEY: readFileSync(desk.path("served/keys/agent.key"), "utf8"),
    };
    const ended = await desk.here(["run", "count.ts", "--data", "elsewhere"], { env });
    assert.equal(ended.out, "10000\n", ended.err);
    assert.equal(existsSync(desk.path("elsewhere")), false);
  });

  await t.test(
    "a second gateway on the same folder or port, and stdio on the same folder, are refused",
    async () => {
      const folder = await here(["serve", "--port", "0"]);
      assert.match(folder.err, /^STORAGE_UNAVAILABLE {2}.*in use by another gateway/m);
      const stdio = await here(["mcp"]);
      assert.match(stdio.err, /^STORAGE_UNAVAILABLE {2}A gateway runs on this data folder/);
      assert.match(stdio.err, /Point the agent at http:\S+\/mcp/);
      assert.deepEqual([folder.code, stdio.code], [2, 2]);
      const taken = createServer().listen(0, "127.0.0.1");
      await once(taken, "listening");
      const { port } = taken.address() as { port: number };
      const inUse = await desk.here(["serve", "--data", "other", "--port", String(port)]);
      taken.close();
      assert.match(inUse.err, /^SETTINGS_INVALID {2}.*the port is in use\.\n {2}.*--port/m);
      assert.equal(inUse.code, 2);
      assert.equal(existsSync(desk.path("other/gateway.json")), false);
    },
  );

  await t.test("SIGTERM ends it cleanly, even with a run under way, and the trail says so", async () => {
    const running = desk.here(["run", "-", "--data", "served"], { stdin: "await sleep(25000)" });
    await untilRunStarted(url);
    assert.equal(await stop(serving), 0);
    assert.match(serving.err, /SIGTERM: stopping\.\nThe gateway has stopped\.\n$/);
    assert.equal(existsSync(desk.path("served/gateway.json")), false);
    const cancelled = await running;
    assert.equal(cancelled.code, 1);
    assert.match(cancelled.err, /^CANCELLED {2}/m);
    const last = await here(["audit", "query", "--limit", "3"]);
    assert.match(last.out, / gateway\.stopped/);
    assert.equal((await here(["audit", "verify"])).code, 0);
  });
});

async function untilRunStarted(url: string): Promise<void> {
  const key = readFileSync(desk.path("served/keys/admin.key"), "utf8").trim();
  for (;;) {
    const query = "kind=run.started&limit=1";
    const finished = "kind=run.finished&limit=1";
    const [started, ended] = await Promise.all(
      [query, finished].map(async (filter) => {
        const headers = { authorization: `Bearer ${key}` };
        const reply = await fetch(`${url}/v1/audit/events?${filter}`, { headers });
        return ((await reply.json()) as { events: { run: string }[] }).events[0]?.run;
      }),
    );
    if (started !== ended) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test("a file that a killed gateway left behind leads nobody to a stranger's port", async () => {
  const stranger = createServer((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n{}")).listen(0, "127.0.0.1");
  await once(stranger, "listening");
  const { port } = stranger.address() as { port: number };
  desk.write("served/gateway.json", JSON.stringify({ url: `http://127.0.0.1:${port}`, pid: process.pid }));
  const verified = await desk.here(["audit", "verify", "--data", "served"]);
  stranger.close();
  assert.match(verified.out, /^The trail is intact/, verified.err);
});

test("an edited trail fails verify with exit code 1 and names the first bad event", async () => {
  const db = new DatabaseSync(desk.path("served/trail.db"));
  const triggers = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all();
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
  db.exec("UPDATE events SET principal = 'nobody' WHERE seq = 2");
  db.close();
  const { code, out } = await desk.here(["audit", "verify", "--data", "served"]);
  assert.equal(code, 1);
  assert.match(
    out,
    /^BROKEN at event 2: .*\nexpected +\S+\nfound +\S+\nThe 1 events before it are intact\.\n$/,
  );
});
