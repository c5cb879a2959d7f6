import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { Readable } from "node:stream";
import { after, before, test } from "node:test";
import { runCli } from "../../../src/surfaces/cli/main.ts";
import { openAuditDesk } from "./audit-fixture.ts";
import { cleanEnvironment, type Desk, LAUNCHER } from "./cli-fixture.ts";

let desk: Desk;
before(async () => {
  desk = await openAuditDesk();
});
after(() => desk.remove());

const ask = (...args: string[]) => desk.here(["audit", ...args]);

test("a table has the columns that were asked for, and CSV quotes what must be quoted", async () => {
  const table = await ask(
    "query",
    "--kind",
    "call.decided",
    "--run",
    "run_refused",
    "--columns",
    "tool,decision",
    "--order",
    "asc",
  );
  assert.equal(table.out, "tool             decision\ncrm.get_contact  allow\nweb.post         deny\n");
  const csv = await ask(
    "query",
    "--run",
    "run_refused",
    "--decision",
    "deny",
    "--csv",
    "--columns",
    "tool,about",
  );
  assert.equal(csv.out, 'tool,about\nweb.post,"The rule ""flow"" refuses this."\n');
});

test("a blocked run shows the finding under its line, and that nothing was called", async () => {
  const { out, code } = await ask("show", "run_blocked");
  assert.equal(code, 0);
  const lines = out.split("\n");
  const at = lines.findIndex((line) => line.includes("1 const f = eval;"));
  assert.match(lines[at + 1] ?? "", /└─ \^ column 11: critical no-dynamic-code: eval makes code/);
  assert.match(out, /decision deny by no-dynamic-code, risk low: Line 1/);
  assert.match(out, /tokens 0\n└─ blocked; events \d+ to \d+\n$/);
  assert.doesNotMatch(out, /not sent|under way/);
});

test("a call that was refused is drawn as not sent, a failed one with its error", async () => {
  assert.match(
    (await ask("show", "run_refused")).out,
    /\+\d+ ms {2}web\.post {2}not sent {2}call_b2\n.*decision deny by flow/,
  );
  assert.match(
    (await ask("show", "run_failed")).out,
    /failed in 500 ms[\s\S]*error TOOL_TIMEOUT: crm did not answer\.; executed: yes/,
  );
});

const WRONG: [args: string[], err: RegExp, code: number][] = [
  [["query", "--kind", "run.finishd"], /^USAGE {2}--kind .*\n {2}Did you mean "run\.finished"\?/, 2],
  [["query", "--class", "EMAL"], /^USAGE {2}--class .*\n {2}Did you mean "EMAIL"\?/, 2],
  [["query", "--columns", "seq,toool"], /^USAGE {2}--columns does not take "toool"/, 2],
  [["query", "--columns", "seq,seq"], /^USAGE {2}--columns names a column twice/, 2],
  [["query", "--since", "yesterday"], /^USAGE {2}--since "yesterday" is no time/, 2],
  [["show", "run_none"], /^NOT_FOUND {2}The trail knows no run/, 2],
  [["stats", "--price", "cheap"], /^USAGE {2}--price "cheap" is no amount/, 2],
  [["sql", "drop table events"], /^BAD_REQUEST {2}A question begins with SELECT/, 2],
  [["sql", "select wishes from events"], /^BAD_REQUEST {2}no such column: wishes/, 2],
  [["export", "--format", "xml"], /^USAGE {2}--format does not take "xml"/, 2],
  [["verify", "--key", "x.pem"], /^USAGE {2}--key and --checkpoint go with --file/, 2],
  [["verify", "--file", "none.db"], /^STORAGE_UNAVAILABLE {2}.*none\.db does not exist/, 2],
  [
    ["verify", "--file", ".sallyport/trail.db", "--key", "none.pem"],
    /^STORAGE_UNAVAILABLE {2}.*none\.pem cannot be read/,
    2,
  ],
  [["prune"], /^USAGE {2}required option '--before <time>' not specified/, 2],
  [["prune", "--before", "soon"], /^USAGE {2}--before "soon" is no time/, 2],
];

test("wrong questions are answered with what is wrong and what would be right", async () => {
  for (const [args, err, code] of WRONG) {
    const ended = await ask(...args);
    assert.match(ended.err, err, args.join(" "));
    assert.deepEqual([ended.code, ended.out], [code, ""], args.join(" "));
  }
});

test("a class that a policy added can be asked for", async () => {
  const ended = await ask("query", "--class", "EMPLOYEE_NUMBER");
  assert.deepEqual([ended.code, ended.err], [0, "No events match.\n"]);
});

test("every audit command has an example in its help", async () => {
  for (const name of [
    "query",
    "show",
    "flows",
    "stats",
    "sql",
    "verify",
    "key",
    "export",
    "backup",
    "prune",
  ]) {
    const { code, out } = await ask(name, "--help");
    assert.deepEqual([code, /\nExample:\n {2}\$ sallyport audit /.test(out)], [0, true], name);
  }
});

test("a copy is verified against the key, the kept checkpoint and itself", async () => {
  desk.write("pub.pem", (await ask("key")).out);
  assert.equal((await ask("backup", "copy.db")).code, 0);
  assert.match((await ask("backup", "copy.db")).err, /exists already/);
  const { checkpoint } = JSON.parse((await ask("verify", "--json")).out);
  desk.write("kept.json", JSON.stringify(checkpoint));
  const verify = (...more: string[]) => ask("verify", "--file", "copy.db", "--key", "pub.pem", ...more);
  assert.equal((await verify("--checkpoint", "kept.json")).code, 0);
  const db = new DatabaseSync(desk.path("copy.db"));
  db.exec("DROP TRIGGER events_no_delete");
  db.exec("DELETE FROM events WHERE seq = (SELECT max(seq) FROM events)");
  db.exec("DELETE FROM events WHERE seq = (SELECT max(seq) FROM events)");
  db.close();
  const alone = await verify();
  assert.equal(alone.code, 1);
  assert.match(
    alone.out,
    /^BROKEN at event \d+: The trail was cut after event \d+, or its sums were changed/,
  );
  const cut = await verify("--checkpoint", "kept.json");
  assert.equal(cut.code, 1);
  assert.match(cut.out, /^BROKEN at event \d+: The trail was cut after/);
});

test("a running gateway is asked over HTTP, follows, records who asked, and takes over what was noted before", async () => {
  assert.ok(existsSync(desk.path(".sallyport/trail-reads.jsonl")), "the questions above were noted");
  const child = spawn(process.execPath, [LAUNCHER, "serve", "--port", "0"], {
    cwd: desk.folder,
    env: cleanEnvironment(),
  });
  after(() => child.kill("SIGKILL"));
  await once(child.stdout, "data");
  while (!existsSync(desk.path(".sallyport/gateway.json"))) await new Promise((go) => setTimeout(go, 10));
  assert.equal(existsSync(desk.path(".sallyport/trail-reads.jsonl")), false);
  const noted = JSON.parse(
    (await ask("query", "--kind", "audit.read", "--order", "asc", "--json")).out,
  ).events;
  assert.match(noted[0].principal, /^os:/);
  assert.ok(noted.some(({ body }: { body: { what?: string } }) => body.what === "backup"));

  let out = "";
  const following = runCli(["audit", "query", "--follow", "--json", "--kind", "run.submitted"], {
    env: {},
    cwd: desk.folder,
    stdin: Readable.from([]),
    stdout: { write: (text) => (out += text) },
    stderr: { write: () => {} },
  });
  while (process.listenerCount("SIGINT") === 0) await new Promise((go) => setTimeout(go, 5));
  const isFollowed = async () =>
    (await ask("sql", "select count(*) from events where body ->> '$.what' = 'follow'")).out;
  while (!/\n1\n/.test(await isFollowed())) await new Promise((go) => setTimeout(go, 20));
  const run = await desk.here(["run", "-", "--json"], { stdin: "return 'followed'" });
  assert.equal(run.code, 0, run.err);
  const { id } = JSON.parse(run.out);
  while (!out.includes("\n")) await new Promise((go) => setTimeout(go, 20));
  process.emit("SIGINT");
  assert.equal(await following, 0);
  assert.equal(JSON.parse(out.trim()).run, id);
  assert.equal(JSON.parse(out.trim()).code, "return 'followed'");

  assert.match((await ask("show", id)).out, /1 return 'followed'/);
  assert.match((await ask("stats")).out, /^runs +5 submitted/);
  assert.match((await ask("flows")).out, /mail\.send#\/to\/\*/);
  assert.match((await ask("key")).out, /BEGIN PUBLIC KEY/);
  const exported = await ask("export", "--out", "all.jsonl");
  assert.equal(exported.code, 0, exported.err);
  const last = readFileSync(desk.path("all.jsonl"), "utf8").trim().split("\n").at(-1) ?? "";
  assert.deepEqual([JSON.parse(last).principal, JSON.parse(last).body.what], ["admin", "export"]);
  assert.match((await ask("prune", "--before", "2026-01-01")).out, /^Pruned 1 segment/);
  assert.match((await ask("verify")).out, /pruned +events 1 to 2/);
  child.kill("SIGTERM");
  await once(child, "close");
});
