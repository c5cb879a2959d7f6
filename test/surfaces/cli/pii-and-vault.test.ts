import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { after, test } from "node:test";
import { createProtector, openMasterKey } from "../../../src/protect/protect.ts";
import { openSqliteStorage } from "../../../src/storage/storage.ts";
import { DEFAULT_PII_ACTIONS } from "../../../src/vocabulary.ts";
import { openDesk } from "./cli-fixture.ts";

const desk = openDesk();
after(() => desk.remove());

const CASES = [
  {
    data: { email: "ann@example.com", login: "annlee84" },
    find: [
      ["EMAIL", "ann@example.com"],
      ["USERNAME", "annlee84"],
    ],
  },
  { data: "Order 12 is late", keep: ["Order 12"] },
  { data: "ask for the blue folder", find: [["PERSON", "blue"]] },
  { data: { phone: "415-555-0132" } },
];
desk.write("labelled.jsonl", `${CASES.map((entry) => JSON.stringify(entry)).join("\n\n")}\n`);

test("eval prints precision, recall and F1 by class, and lists faults masked", async () => {
  const { code, out, err } = await desk.here(["pii", "eval", "labelled.jsonl", "--faults"]);
  assert.equal(code, 0, err);
  assert.match(out, /^class +labelled +found +precision +recall +F1$/m);
  assert.match(out, /^EMAIL +1 +1 +100\.0 % +100\.0 % +100\.0 %$/m);
  assert.match(out, /^USERNAME +1 +1 +100\.0 %/m);
  assert.match(out, /^PERSON +1 +0 +100\.0 % +0\.0 % +0\.0 %$/m);
  assert.match(out, /^PHONE +0 +1 +0\.0 % +100\.0 % +0\.0 %$/m);
  assert.match(out, /^all +3 +3 +66\.7 % +66\.7 % +66\.7 %$/m);
  assert.match(out, /^5 +miss +PERSON +b\*\*\*$/m);
  assert.match(out, /^7 +false alarm +PHONE +4\*\*-\*\*\*-\*\*\*\*$/m);
  assert.doesNotMatch(out, /555|blue/);
  assert.match(err, /4 cases, 2 faults/);
});

test("eval ends with 1 when F1 is too low, and prints JSON", async () => {
  assert.equal((await desk.here(["pii", "eval", "labelled.jsonl", "--min-f1", "0.9"])).code, 1);
  const { code, out } = await desk.here(["pii", "eval", "labelled.jsonl", "--min-f1", "0.5", "--json"]);
  assert.equal(code, 0);
  const { cases, classes } = JSON.parse(out) as { cases: number; classes: { class: string; f1: number }[] };
  assert.equal(cases, 4);
  assert.equal(classes.find((entry) => entry.class === "EMAIL")?.f1, 1);
});

const MISTAKES: [title: string, line: string, message: RegExp][] = [
  ["no JSON", "{secret", /Line 1 is no JSON object/],
  ["no data", '{"find": []}', /Line 1 has no "data"/],
  ["a label without a class", '{"data": 1, "find": ["ann@example.com"]}', /Line 1: "find" is a list/],
  [
    "an unknown class",
    '{"data": 1, "find": [["EMAL", "ann@example.com"]]}',
    /Line 1 names a class[\s\S]*EMAIL/,
  ],
  ["nothing", " \n", /no labelled case/],
];
for (const [title, line, message] of MISTAKES) {
  test(`eval refuses a file with ${title}, and repeats none of it`, async () => {
    desk.write("bad.jsonl", line);
    const { code, err } = await desk.here(["pii", "eval", "bad.jsonl"]);
    assert.equal(code, 2);
    assert.match(err, message);
    assert.doesNotMatch(err, /secret|ann@/);
  });
}

test("eval explains its format and refuses a rate that is none", async () => {
  assert.match((await desk.here(["pii", "eval", "--help"])).out, /one JSON object a line/);
  assert.equal((await desk.here(["pii", "eval", "labelled.jsonl", "--min-f1", "93"])).code, 2);
});

async function fillVault(env: { masterKey?: string } = {}, at = desk): Promise<void> {
  const storage = await openSqliteStorage(at.path(".sallyport"));
  const masterKey = await openMasterKey(at.path(".sallyport/keys"), env, storage.vault);
  const protector = createProtector({
    store: storage.vault,
    masterKey,
    maxTokensPerSession: 100,
    defaultRegion: "US",
  });
  for (const session of ["agent/one", "agent/two"]) {
    const vault = await protector.session(session);
    const origin = { from: "upstream", tool: "crm.list", call: "c" } as const;
    await vault.tokenize({ email: "ann@example.com", phone: "+1 415 555 0132" }, origin, {
      actions: DEFAULT_PII_ACTIONS,
    });
  }
  await storage.close();
}

test("one value is revealed for a reason that is on the trail, and only the value is printed", async () => {
  const other = openDesk();
  try {
    await fillVault({}, other);
    const wish = ["vault", "reveal", "EMAIL_001", "--session", "agent/one"];
    assert.equal((await other.here(wish)).code, 2, "a reason is required");
    const shown = await other.spawn([...wish, "--reason", "case 4711 of bob@reasons.example"]);
    assert.deepEqual([shown.code, shown.out], [0, "ann@example.com\n"], shown.err);
    assert.doesNotMatch(shown.err, /ann@|bob@/);
    const { out } = await other.here(["audit", "query", "--kind", "token.revealed", "--json"]);
    assert.match(out, /"reason": ?"case 4711 of EMAIL_\d+"/);
    assert.doesNotMatch(out, /ann@|bob@/);
  } finally {
    other.remove();
  }
});

test("vault commands count, forget a value and a session, and change the key", async () => {
  await fillVault();
  const stats = await desk.here(["vault", "stats"]);
  assert.match(stats.out, /^EMAIL +2$/m);
  assert.match(stats.out, /^4 tokens in 2 sessions, the longest unused since \d{4}-/m);
  const value = await desk.here(["vault", "forget", "--value", "-"], { stdin: "ann@example.com\n" });
  assert.equal(value.code, 0, value.err);
  assert.match(value.out, /^agent\/one +EMAIL_001$/m);
  assert.match(value.out, /^Forgot the value: 2 tokens in 2 sessions\.$/m);
  const again = await desk.here(["vault", "forget", "--value", "-"], { stdin: "ann@example.com" });
  assert.deepEqual([again.code, again.out], [1, "No session holds this value.\n"]);
  const session = await desk.here(["vault", "forget", "--session", "agent/one"]);
  assert.match(session.out, /^Forgot the session agent\/one with 1 token\.$/m);
  assert.equal((await desk.here(["vault", "forget", "--session", "agent/none"])).code, 2);
  const before = readFileSync(desk.path(".sallyport/keys/vault.key"));
  const rotated = await desk.here(["vault", "rotate"]);
  assert.match(rotated.out, /new master key; 1 session key wrapped again/);
  assert.ok(!readFileSync(desk.path(".sallyport/keys/vault.key")).equals(before));
  assert.ok(!existsSync(desk.path(".sallyport/keys/vault.key.next")));
  const last = await desk.here(["vault", "forget", "--value", "-"], { stdin: "(415) 555-0132" });
  assert.equal(last.code, 0, last.err);
});

test("what was forgotten and re-keyed is on the trail, in names and counts, and the chain holds", async () => {
  const query = async (kind: string) => {
    const { out, err } = await desk.here(["audit", "query", "--kind", kind, "--json"]);
    const parsed = JSON.parse(out) as { events: { principal: string; body: Record<string, unknown> }[] };
    assert.ok(parsed.events, err);
    return parsed.events.map(({ principal, body }) => ({ principal, ...body }));
  };
  const forgotten = await query("vault.forgotten");
  assert.deepEqual(
    forgotten
      .map(({ principal, ...body }) => [
        principal,
        body["why" as keyof typeof body],
        body["sessions" as keyof typeof body],
      ])
      .reverse(),
    [
      [
        "operator",
        "value",
        [
          { session: "agent/one", tokens: ["EMAIL_001"] },
          { session: "agent/two", tokens: ["EMAIL_001"] },
        ],
      ],
      ["operator", "session", [{ session: "agent/one", tokens: 1 }]],
      ["operator", "value", [{ session: "agent/two", tokens: ["PHONE_001"] }]],
    ],
  );
  assert.ok(!/ann@|555/.test(JSON.stringify(forgotten)));
  const rotated = await query("vault.rotated");
  assert.deepEqual(
    rotated.map((event) => event["sessions" as keyof typeof event]),
    [1],
  );
  assert.equal((await desk.here(["audit", "verify"])).code, 0);
});

test("a key from a command opens the vault and is changed like one from the settings", async () => {
  const other = openDesk();
  try {
    const key = "ab".repeat(32);
    other.write("current.key", key);
    const env = { SALLYPORT_MASTER_KEY_COMMAND: `cat ${other.path("current.key")}` };
    const missing = await other.here(["vault", "forget", "--value", "-"], {
      env: { SALLYPORT_MASTER_KEY_COMMAND: "echo secret-output >&2; cat /no/such/file" },
      stdin: "a@example.com",
    });
    assert.notEqual(missing.code, 0);
    assert.match(missing.err, /masterKeyCommand failed/);
    assert.doesNotMatch(missing.err, /secret-output|no.such/);
    const none = await other.here(["vault", "forget", "--value", "-"], { env, stdin: "a@example.com" });
    assert.deepEqual([none.code, none.out], [1, "No session holds this value.\n"]);
    const next = "cd".repeat(32);
    const rotated = await other.here(["vault", "rotate", "--new-key", "-"], { env, stdin: next });
    assert.equal(rotated.code, 0, rotated.err);
    const stale = await other.here(["vault", "forget", "--value", "-"], { env, stdin: "a@example.com" });
    assert.match(stale.err, /another master key/);
    other.write("current.key", next);
    assert.equal(
      (await other.here(["vault", "forget", "--value", "-"], { env, stdin: "a@example.com" })).code,
      1,
    );
    assert.ok(!existsSync(other.path(".sallyport/keys/vault.key")));
  } finally {
    other.remove();
  }
});

test("a key from the settings is changed by giving the next one", async () => {
  const key = readFileSync(desk.path(".sallyport/keys/vault.key")).toString("hex");
  const env = { SALLYPORT_MASTER_KEY: key };
  const next = "0f".repeat(32);
  assert.equal((await desk.here(["vault", "rotate"], { env })).code, 2);
  assert.equal((await desk.here(["vault", "rotate", "--new-key", "-"], { stdin: next })).code, 2);
  const rotated = await desk.here(["vault", "rotate", "--new-key", "-"], { env, stdin: next });
  assert.equal(rotated.code, 0, rotated.err);
  const old = await desk.here(["vault", "forget", "--value", "-"], { env, stdin: "x@example.com" });
  assert.match(old.err, /another master key/);
  await fillVault({ masterKey: next });
});

const WRONG: string[][] = [
  ["vault", "forget"],
  ["vault", "forget", "--session", "agent/one", "--value", "-"],
  ["vault", "forget", "--session", "one"],
  ["vault", "forget", "--value", "no-such-file"],
];
for (const args of WRONG) {
  test(`\`${args.join(" ")}\` is wrong usage`, async () => {
    const { code, err } = await desk.here(args, { stdin: "" });
    assert.equal(code, 2, err);
  });
}

test("while the gateway holds the folder, nothing is changed", async () => {
  const storage = await openSqliteStorage(desk.path(".sallyport"));
  try {
    const { code, err } = await desk.here(["vault", "rotate"]);
    assert.notEqual(code, 0);
    assert.match(err, /another|running|use/i);
  } finally {
    await storage.close();
  }
});
