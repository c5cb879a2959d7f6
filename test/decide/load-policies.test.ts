import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { loadPolicies, policyJsonSchema, policyReference, runPolicyTests } from "../../src/decide/decide.ts";
import { CODE_FACTS, load, PATTERNS, policyText, problemsOf } from "./policy-fixtures.ts";

const ROOT = new URL("../../", import.meta.url);
const BAD = new URL("test/cases/policies/bad/", ROOT);
const GOOD = policyText("tools: [{ id: g, match: [s.t], effect: allow }]");

function codeWithDynamicTool() {
  const finding = {
    rule: "dynamic-tool-name",
    severity: "low" as const,
    message: "computed",
    line: 1,
    column: 1,
  };
  return { facts: CODE_FACTS, findings: [finding] };
}

suite("malformed policy files", async () => {
  for (const name of await readdir(BAD)) {
    test(`${name} is refused at the right place`, async () => {
      const text = await readFile(new URL(name, BAD), "utf8");
      const expected = /^# expect: (.*)/.exec(text)?.[1];
      assert.equal(problemsOf(text)[0], expected);
    });
  }

  test("all problems are collected and sorted by place", () => {
    const problems = problemsOf(
      policyText(
        "tools:\n  - { id: a, match: [x], effect: allow }\n  - { id: b, match: [s.t], effect: no }\nzzz: 1",
      ),
    );
    assert.deepEqual(
      problems.map((line) => line.split(" ")[0]),
      ["5:22", "6:36", "7:1"],
    );
  });

  test("deeply nested text is refused instead of ending the process", () => {
    assert.equal(problemsOf(`${"[".repeat(20_000)}`).length > 0, true);
  });
});

suite("a folder of policies", () => {
  let folder = "";
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "sallyport-policies-"));
  });
  after(() => rm(folder, { recursive: true }));

  async function folderWith(files: Record<string, string | Uint8Array>): Promise<string> {
    const path = await mkdtemp(join(folder, "set-"));
    for (const [name, content] of Object.entries(files)) await writeFile(join(path, name), content);
    return path;
  }

  test("loads *.yaml and *.yml in any case and leaves tests and other files alone", async () => {
    const other = (id: string) => GOOD.replace("id: p", `id: ${id}`);
    const path = await folderWith({
      "a.yaml": other("a"),
      "b.yml": other("b"),
      "c.YAML": other("c"),
      "d.test.yaml": "nonsense: [",
      "tools.lock.json": "{}",
    });
    const result = await loadPolicies(path, { patterns: PATTERNS });
    assert.ok(result.ok);
    assert.deepEqual(
      result.policies.files.map((file) => [file.id, file.rules]),
      [
        ["a", 1],
        ["b", 1],
        ["c", 1],
      ],
    );
  });

  const rows: [string, Record<string, string | Uint8Array>, RegExp][] = [
    ["one bad file fails the whole set", { "a.yaml": GOOD, "b.yaml": "policy: 2" }, /b\.yaml$/],
    ["a file that is not UTF-8 fails", { "a.yaml": new Uint8Array([0xff, 0xfe, 0x00]) }, /a\.yaml$/],
    ["an empty folder is an error", {}, /set-/],
    ["the same id in two files is an error of the second", { "a.yaml": GOOD, "b.yaml": GOOD }, /b\.yaml$/],
  ];
  for (const [title, files, file] of rows) {
    test(title, async () => {
      const result = await loadPolicies(await folderWith(files), { patterns: PATTERNS });
      assert.equal(result.ok, false);
      assert.match(result.ok ? "" : (result.problems[0]?.file ?? ""), file);
    });
  }

  test("a missing folder is an error that says what to do", async () => {
    const result = await loadPolicies(join(folder, "nowhere"), { patterns: PATTERNS });
    assert.match(
      result.ok ? "" : (result.problems[0]?.message ?? ""),
      /create it and copy policies\/default\.yaml/,
    );
  });

  test("a folder named like a policy file is not skipped", async () => {
    const path = await folderWith({ "a.yaml": GOOD });
    await mkdir(join(path, "deny.yaml"));
    assert.equal((await loadPolicies(path, { patterns: PATTERNS })).ok, false);
  });

  test("a set without any grant loads with a warning", async () => {
    const path = await folderWith({
      "a.yaml": policyText("sandbox: { wall_ms: 5 }", 'id: c\nrole: ceiling\napplies_to: { agents: ["*"] }'),
    });
    const result = await loadPolicies(path, { patterns: PATTERNS });
    assert.equal(result.ok && result.warnings.length, 1);
  });
});

suite("the snapshot's name", () => {
  const other = policyText("sandbox: { wall_ms: 5 }", "id: q\napplies_to: { agents: [x] }");

  test("does not depend on the order of files, on comments or on the style of YAML", () => {
    const block = GOOD.replace(
      "tools: [{ id: g, match: [s.t], effect: allow }]",
      "# why\ntools:\n  - effect: allow\n    match: [s.t]\n    id: g",
    );
    assert.equal(load(GOOD, other).sha256, load(other, block).sha256);
  });

  test("changes with the content", () => {
    assert.notEqual(load(GOOD).sha256, load(GOOD.replace("s.t", "s.u")).sha256);
    assert.notEqual(load(GOOD).sha256, load(GOOD, other).sha256);
  });
});

suite("tests inside policy files", () => {
  for (const path of ["policies/default.yaml", "test/cases/policies/good/support-bot.yaml"]) {
    test(`every test of ${path} passes`, async () => {
      const policies = load(await readFile(new URL(path, ROOT), "utf8"));
      const failed = runPolicyTests(policies, codeWithDynamicTool).filter((result) => !result.passed);
      assert.deepEqual(failed, []);
    });
  }

  test("every tool rule and deny flow of the default policy is named by a test", async () => {
    const text = await readFile(new URL("policies/default.yaml", ROOT), "utf8");
    const named = new Set(runPolicyTests(load(text), codeWithDynamicTool).map((result) => result.got.rule));
    for (const rule of [
      "crm.read",
      "mail.send-one",
      "mail.send-many",
      "mail.read",
      "files.read",
      "memory.read",
      "memory.write",
      "memory.keep",
      "flow.mail-name",
      "flow.not-to-files",
      "flow.not-to-memory",
    ]) {
      assert.ok(named.has(rule), rule);
    }
  });

  test("a wrong expectation fails with what was expected, what came and where", () => {
    const text = policyText(
      "tools: [{ id: g, match: [s.t], effect: allow }]\ntests:\n  - { name: one, call: s.t, expect: deny }\n  - { name: two, call: s.t, expect: allow, rule: other }\n  - { name: three, call: s.t, expect: allow, rule: g }",
    );
    const results = runPolicyTests(load(text), codeWithDynamicTool);
    assert.deepEqual(
      results.map((result) => [result.name, result.line, result.passed, result.got.rule]),
      [
        ["one", 6, false, "g"],
        ["two", 7, false, "g"],
        ["three", 8, true, "g"],
      ],
    );
  });

  test("the caller is one to which the file applies, unless `who` says otherwise", () => {
    const text = policyText(
      "tools: [{ id: g, match: [s.t], effect: allow }]\ntests:\n  - { name: member, call: s.t, expect: allow }\n  - { name: stranger, call: s.t, who: { agent: eve }, expect: deny, rule: no_policy }",
      "id: p\napplies_to: { groups: [tier1] }",
    );
    assert.deepEqual(
      runPolicyTests(load(text), codeWithDynamicTool).map((result) => result.passed),
      [true, true],
    );
  });
});

suite("generated files", () => {
  test("policies/policy.schema.json is fresh", async () => {
    const text = await readFile(new URL("policies/policy.schema.json", ROOT), "utf8");
    assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(policyJsonSchema())));
  });

  test("docs/policy-reference.md is fresh and explains every key", async () => {
    assert.equal(await readFile(new URL("docs/policy-reference.md", ROOT), "utf8"), policyReference());
    assert.doesNotMatch(policyReference(), /\| {2}\|$/m);
  });
});
