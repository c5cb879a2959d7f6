// The workspace through the whole gateway: values and files with tokens only, over a restart, and shared by policy.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { Run } from "../../src/vocabulary.ts";
import { NOTES_POLICY, notesServer, openTestGateway, type TestGateway } from "./gateway-fixture.ts";

const ANN_MAIL = "ann.lee@fernhill.example";
const SHARING = `
policy: 1
id: plan
applies_to: { agents: [ann, bob] }
workspaces:
  - { name: launch-plan }
`;
const READING = `
policy: 1
id: reading
applies_to: { agents: [carl] }
workspaces:
  - { name: launch-plan, access: read }
`;
const POLICIES = {
  "notes.yaml": NOTES_POLICY.replace(
    "flows:",
    `results:
  - { id: planted, match: [notes.planted], label: [untrusted] }
flows:`,
  ),
  "plan.yaml": SHARING,
  "reading.yaml": READING,
};

let gateway: TestGateway;
const keys = new Map<string, string>();
before(async () => {
  gateway = await openTestGateway({ policies: POLICIES });
  for (const name of ["ann", "bob", "carl", "dora"]) {
    const response = await gateway.fetch("/v1/keys", {
      method: "POST",
      key: gateway.key("admin"),
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name, role: "agent" }),
    });
    keys.set(name, ((await response.json()) as { key: string }).key);
  }
});
after(() => gateway.close());

async function runAs(name: string, code: string, session = "main"): Promise<Run> {
  const response = await gateway.fetch("/v1/runs", {
    method: "POST",
    key: keys.get(name) ?? "",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code, session }),
  });
  return (await response.json()) as Run;
}

async function resultAs(name: string, code: string, session?: string): Promise<unknown> {
  const run = await runAs(name, code, session);
  assert.equal(run.status, "succeeded", JSON.stringify(run.error));
  return run.result;
}

describe("files", () => {
  test("are written, read in pieces and listed beside values", async () => {
    const code = `await workspace.write("docs/a.txt", "line one\\nline two of the file");
      await workspace.set("figures", { a: 1 });
      return [
        await workspace.read("docs/a.txt"),
        await workspace.read("docs/a.txt", { offset: 9, limit: 8 }),
        await workspace.get("docs/a.txt"),
        await workspace.read("figures"),
        await workspace.read("docs/none.txt"),
        await workspace.list("docs/"),
        await workspace.list(),
      ];`;
    const text = "line one\nline two of the file";
    const file = { key: "docs/a.txt", bytes: text.length, kind: "file" };
    const all = [file, { key: "figures", bytes: 7, kind: "value" }];
    const expected = [text, "line two", text, '{"a":1}', null, [file], all];
    assert.deepEqual(await resultAs("ann", code), expected);
  });

  test("hold tokens only, also on disk, and never a cut one", async () => {
    const code = `const { email } = await notes.person();
      await workspace.write("letter.txt", "Dear " + email + ", and " + ["eve", "evil.example"].join("@") + ".");
      return [await workspace.read("letter.txt"), await workspace.read("letter.txt", { limit: 12 })];`;
    assert.deepEqual(await resultAs("ann", code), ["Dear EMAIL_001, and EMAIL_002.", "Dear "]);
    for (const file of ["state.db", "state.db-wal"]) {
      const bytes = readFileSync(join(gateway.folder, "data", file), "latin1");
      assert.ok(!bytes.includes(ANN_MAIL) && !bytes.includes("evil.example"), file);
    }
  });

  const WRONG: [code: string, errorCode: string][] = [
    ['workspace.write("a.txt")', "BAD_ARGUMENTS"],
    ['workspace.write("a b", "x")', "BAD_ARGUMENTS"],
    ['workspace.read("docs/a.txt", { offset: -1 })', "BAD_ARGUMENTS"],
    ['workspace.write("big", "x".repeat(200000).repeat(1)).then(() => workspace.get({}))', "BAD_ARGUMENTS"],
    ['workspace.shared("launch-plan").write("a", 5)', "BAD_ARGUMENTS"],
  ];
  for (const [call, errorCode] of WRONG) {
    test(`${call.slice(0, 60)} is refused`, async () => {
      assert.equal(await resultAs("ann", `return ${call}.catch((error) => error.code)`), errorCode);
    });
  }
});

test("a key that was put together from pieces holds no value, in the list, in the file or on the trail", async () => {
  const code = `const number = ["4539", "5787", "6362", "1486"].join("");
    await workspace.set(number, 1);
    await workspace.shared("launch-plan").set(number, 1);
    const keys = [await workspace.list("CREDIT"), await workspace.shared("launch-plan").list("CREDIT")].flat();
    await workspace.shared("launch-plan").delete(number);
    return [keys.map(({ key }) => key), await workspace.get(number)];`;
  assert.deepEqual(await resultAs("ann", code, "cards"), [["CREDIT_CARD_001", "CREDIT_CARD_001"], 1]);
  assert.doesNotMatch(JSON.stringify(await gateway.events({ kind: "workspace.shared" })), /45395787/);
  for (const file of readdirSync(join(gateway.folder, "data"), { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    assert.ok(!readFileSync(join(file.parentPath, file.name)).includes("4539578763621486"), file.name);
  }
});

describe("a shared workspace", () => {
  test("gives each session its own tokens for the same values, with where they came from", async () => {
    const wrote = `const { email } = await notes.person();
      await workspace.shared("launch-plan").set("lead", { email, note: "call " + email });
      return email;`;
    assert.equal(await resultAs("ann", wrote), "EMAIL_001");
    await resultAs("bob", "return notes.other_person()");
    const read = `const lead = await workspace.shared("launch-plan").get("lead");
      const own = (await notes.person()).email;
      return [lead, lead.email === own, (await workspace.list()).length, await workspace.shared("launch-plan").list()];`;
    const result = (await resultAs("bob", read)) as [
      { email: string; note: string },
      boolean,
      number,
      object[],
    ];
    const [{ email, note }, isSame, ownNotes, listed] = result;
    assert.match(email, /^EMAIL_00[2-9]$/);
    assert.deepEqual([note, isSame, ownNotes], [`call ${email}`, true, 0]);
    assert.equal(listed.length, 1);
    const sent = await runAs("bob", `return notes.write({ to: "${email}", body: "hello" })`);
    assert.equal(sent.status, "succeeded", JSON.stringify(sent.error));
    assert.deepEqual(gateway.received().at(-1), { tool: "write", args: { to: ANN_MAIL, body: "hello" } });
  });

  test("does not launder: a value without a granted source stays unsendable for the one who reads it", async () => {
    await resultAs(
      "ann",
      `const { email } = await notes.other_person();
      await workspace.shared("launch-plan").set("other", email)`,
    );
    const code = `const to = await workspace.shared("launch-plan").get("other");
      return notes.write({ to, body: "x" }).catch((error) => error.code)`;
    assert.equal(await resultAs("bob", code), "FLOW_DENIED");
  });

  test("gives tokens in keys to each session in its own tokens too", async () => {
    await resultAs(
      "ann",
      `const { email } = await notes.person();
      await workspace.shared("launch-plan").set("sent/" + email, true)`,
      "keys",
    );
    await resultAs("bob", "return notes.other_person()", "other-keys");
    const code = `const [{ key }] = await workspace.shared("launch-plan").list("sent/");
      const { email } = await notes.person();
      return [key === "sent/" + email, await workspace.shared("launch-plan").get("sent/" + email), key];`;
    const [isOwn, found, key] = (await resultAs("bob", code, "other-keys")) as [boolean, unknown, string];
    assert.deepEqual([isOwn, found], [true, true], key);
    assert.equal(
      await resultAs("bob", `return workspace.shared("launch-plan").delete("${key}")`, "other-keys"),
      true,
    );
    const planted = `return workspace.shared("launch-plan").set("EMAIL_001", 1).catch((error) => error.code)`;
    assert.equal(await resultAs("bob", planted, "no-keys"), "TOKEN_UNKNOWN");
  });

  test("carries labels from the run that wrote to the run that reads", async () => {
    await resultAs(
      "ann",
      `const text = await notes.planted();
      await workspace.shared("launch-plan").write("page.txt", "from the web")`,
      "web",
    );
    const run = await runAs("bob", `return workspace.shared("launch-plan").read("page.txt")`, "fresh");
    assert.equal(run.result, "from the web");
    const [finished] = await gateway.events({ run: run.id, kind: "run.finished" });
    assert.deepEqual(finished?.body["labels"], ["untrusted"]);
  });

  test("is there by policy only, never by a guessed name", async () => {
    const refusedAs = (name: string, call: string) =>
      resultAs(name, `return workspace.${call}.catch((e) => [e.code, e.message])`);
    for (const [name, call] of [
      ["dora", 'shared("launch-plan").get("lead")'],
      ["dora", 'shared("launch-plan").list()'],
      ["ann", 'shared("launch-plans").get("lead")'],
      ["ann", 'shared("").get("lead")'],
      ["ann", 'shared("../bob/main").get("lead")'],
      ["carl", 'shared("launch-plan").set("lead", 1)'],
      ["carl", 'shared("launch-plan").delete("lead")'],
    ] as const) {
      const [code] = (await refusedAs(name, call)) as string[];
      assert.equal(code, "WORKSPACE_DENIED", `${name} ${call}`);
    }
    const unknown = await refusedAs("dora", 'shared("nothing").get("a")');
    assert.deepEqual(unknown, await refusedAs("dora", 'shared("launch-plan").get("a")'));
    assert.match(
      JSON.stringify(await resultAs("carl", 'return workspace.shared("launch-plan").get("lead")')),
      /EMAIL_001/,
    );
    assert.equal(await resultAs("dora", 'return workspace.get("lead")'), null);
    const events = await gateway.events({ kind: "workspace.shared" });
    assert.ok(events.some(({ principal, decision }) => principal === "dora" && decision === "deny"));
    assert.ok(
      events.some(
        ({ principal, decision, body }) =>
          principal === "bob" && decision === "allow" && body["key"] === "lead",
      ),
    );
  });

  test("takes no token that its session never issued: there it might be somebody's", async () => {
    const code = `return workspace.shared("launch-plan").set("plant", "write to EMAIL_001").catch((error) => error.code)`;
    assert.equal(await resultAs("bob", code, "empty"), "TOKEN_UNKNOWN");
  });
});

test("what was kept is there after a restart", async () => {
  const folder = gateway.folder;
  await gateway.gateway.close();
  gateway = await openTestGateway({ folder, policies: POLICIES, servers: notesServer(folder) });
  const code = `return [await workspace.read("letter.txt"), (await notes.person()).email, (await workspace.shared("launch-plan").get("lead")).email]`;
  assert.deepEqual(await resultAs("ann", code), ["Dear EMAIL_001, and EMAIL_002.", "EMAIL_001", "EMAIL_001"]);
});
