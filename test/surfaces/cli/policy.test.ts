import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { after, test } from "node:test";
import { openDesk, POLICY } from "./cli-fixture.ts";

const desk = openDesk();
after(() => desk.remove());

const SEND = "  - { id: mail.send, match: [mail.send], args: { to: { class: EMAIL } }, effect: approve }\n";
const WIDER = POLICY.replace("tests:", `${SEND}tests:`).replace(
  "crm: { trust: internal }",
  "crm: { trust: internal }\n  mail: {}",
);

function git(...args: string[]): void {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
  const identity = ["-c", "user.name=t", "-c", "user.email=t@x.example", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...identity, ...args], { cwd: desk.folder, env, stdio: "ignore" });
}

test("wrong usage ends with exit code 2 and a sentence", async () => {
  const table: [args: string[], err: RegExp, stdin?: string][] = [
    [["policy", "tets"], /^USAGE {2}unknown command 'tets'\.\n {2}Did you mean test\?\n$/],
    [["policy", "test", "absent"], /^USAGE {2}The folder absent does not exist\.\n/],
    [["policy", "explain"], /^USAGE {2}Name either a call of the trail or --call <file>\.\n/],
    [["policy", "explain", "call_1", "--call", "-"], /^USAGE {2}Name either/],
    [["policy", "explain", "--call", "-"], /^USAGE {2}--call is not valid JSON/, "{"],
    [
      ["policy", "explain", "--call", "-"],
      /^USAGE {2}The file - is no call: \/argz: unknown key "argz"/,
      '{"call": "a.b", "argz": 1}',
    ],
    [["policy", "diff", "policies"], /^USAGE {2}missing required argument 'after'\.\n/],
    [["policy", "diff", "policies", "absent"], /^USAGE {2}There is no folder "absent"\.\n/],
    [["policy", "diff", "policies", "--output=x:y"], /^USAGE {2}unknown option/],
    [["policy", "diff", "policies", "nope:policies"], /^USAGE {2}git does not know this revision/],
    [
      ["policy", "diff", "policies", "policies", "--fail-on", "widn"],
      /^USAGE {2}--fail-on does not take "widn"\.\n.*"widen"\?\n$/,
    ],
    [["policy", "replay", "--since", "soon"], /^USAGE {2}--since "soon" is no time\.\n/],
    [["policy", "replay", "--candidate", "absent"], /^USAGE {2}The folder absent does not exist\.\n/],
    [["policy", "promote", "nothing"], /^USAGE {2}No policy has the rule "nothing"\.\n/],
    [
      ["policy", "promote", "crm.read"],
      /^USAGE {2}The rule "desk\/crm\.read" cannot be promoted: it is enforced already\.\n/,
    ],
    [["policy", "suggest", "--least", "0"], /^USAGE {2}--least "0" is no whole number/],
    [["policy", "init", "--level", "loose"], /^USAGE {2}--level does not take "loose"\.\n/],
    [["policy", "init"], /^USAGE {2}.*holds policies already: desk\.yaml\.\n/],
    [["policy", "pin", "nobody"], /^USAGE {2}There is no server "nobody"\.\n {2}There are: crm\.\n$/],
  ];
  for (const [args, err, stdin = ""] of table) {
    const ended = await desk.here(args, { stdin });
    assert.match(ended.err, err, args.join(" "));
    assert.deepEqual([ended.code, ended.out], [2, ""], args.join(" "));
  }
});

test("every policy command has help with an example", async () => {
  for (const name of [
    "check",
    "test",
    "explain",
    "diff",
    "replay",
    "promote",
    "suggest",
    "fmt",
    "pin",
    "init",
  ]) {
    const { code, out } = await desk.here(["policy", name, "--help"]);
    assert.equal(code, 0, name);
    assert.match(out, /\nExample/, name);
  }
});

test("check names unknown tools at their place where a lock file exists, and warns on stderr", async () => {
  const pin = "0".repeat(64);
  desk.write(
    "policies/tools.lock.json",
    JSON.stringify({ version: 1, tools: { "crm.list_contacts": pin, "mail.send": pin } }),
  );
  desk.write("policies/desk.yaml", POLICY.replace("[crm.list_*, crm.get_*]", "[crm.list_contact]"));
  const broken = await desk.here(["policy", "check"]);
  assert.equal(broken.code, 1);
  assert.match(
    broken.out,
    /^policies\/desk\.yaml:8:13 {2}TOOL_UNKNOWN {2}"crm\.list_contact" is no tool of tools\.lock\.json; did you mean "crm\.list_contacts"\?$/m,
  );
  desk.write("policies/desk.yaml", POLICY);
  const warned = await desk.here(["policy", "check"]);
  assert.deepEqual([warned.code, warned.out], [0, "1 rule, 2 tests passed\n"]);
  assert.match(
    warned.err,
    /^warning: policies\/desk\.yaml:8:25 {2}TOOL_UNKNOWN {2}"crm\.get_\*" matches no tool/m,
  );
  const json = JSON.parse((await desk.here(["policy", "check", "--json"])).out);
  assert.deepEqual([json.ok, json.problems.length, json.warnings.length], [true, 0, 1]);
  desk.write("policies/tools.lock.json", "{}");
  const damaged = await desk.here(["policy", "check"]);
  assert.match(damaged.err, /^SETTINGS_INVALID {2}.*tools\.lock\.json/);
  assert.equal(damaged.code, 2);
  desk.write("policies/tools.lock.json", JSON.stringify({ version: 1, tools: {} }));
  desk.write("policies/desk.yaml", POLICY);
  const { rmSync } = await import("node:fs");
  rmSync(desk.path("policies/tools.lock.json"));
});

test("test decides inline tests and test files, and writes JUnit", async () => {
  desk.write(
    "policies/desk.test.yaml",
    'policy_tests: 1\nof: desk\ntests:\n  - { name: "a <b> & \\"c\\"", call: crm.get_contact, expect: deny }\n',
  );
  const failed = await desk.here(["policy", "test", "--junit", "report.xml"]);
  assert.equal(failed.code, 1);
  assert.match(
    failed.out,
    /^policies\/desk\.test\.yaml:4:5 {2}TEST_FAILED {2}.*expected deny, got allow by crm\.read/m,
  );
  assert.match(failed.out, /^2 of 3 tests passed$/m);
  const xml = readFileSync(desk.path("report.xml"), "utf8");
  assert.match(xml, /<testsuite name="policies\/desk\.test\.yaml" tests="1" failures="1">/);
  assert.match(
    xml,
    /name="a &lt;b&gt; &amp; &quot;c&quot;".*line="4">\n +<failure message="expected deny, got allow/,
  );
  assert.match(
    (await desk.here(["policy", "test", "--mutants"])).err,
    /^Mutants were not tried, because tests fail\.$/m,
  );
  desk.write(
    "policies/desk.test.yaml",
    "policy_tests: 1\nof: desk\ntests:\n  - { name: fine, call: crm.get_contact, expect: allow }\n",
  );
  const proven = await desk.here(["policy", "test", "--coverage", "--mutants"]);
  assert.deepEqual(
    [proven.code, proven.out],
    [0, "3 tests passed\n1 of 1 rule decide a test\n2 mutants, 2 noticed, 0 survived\n"],
  );
});

test("rules without a test and surviving mutants are listed with their place and exit 1", async () => {
  desk.write("policies/desk.yaml", WIDER);
  const ended = await desk.here(["policy", "test", "--coverage", "--mutants"]);
  assert.equal(ended.code, 1);
  assert.match(ended.out, /^policies\/desk\.yaml:11:5 {2}RULE_UNTESTED {2}.*"desk\/mail\.send"$/m);
  assert.match(
    ended.out,
    /^policies\/desk\.yaml:11:5 {2}MUTANT_SURVIVED {2}.*"desk\/mail\.send" is dropped$/m,
  );
  assert.match(ended.out, /^4 mutants, 2 noticed, 2 survived$/m);
  const json = JSON.parse((await desk.here(["policy", "test", "--coverage", "--mutants", "--json"])).out);
  assert.deepEqual([json.ok, json.coverage.length, json.mutants.length], [false, 2, 4]);
  desk.write("policies/desk.yaml", POLICY);
});

test("explain shows the nearest grant, three wordings and the way of each token", async () => {
  desk.write("policies/desk.yaml", WIDER);
  const stdin = JSON.stringify({
    call: "mail.send",
    args: { to: "eve@evil.example", cc: "<EMAIL@crm.get_contact:r1>" },
  });
  const { code, out } = await desk.here(["policy", "explain", "--call", "-"], { stdin });
  assert.equal(code, 0);
  assert.match(
    out,
    /^reviewer {2}test-agent calling mail\.send: deny by no_match\..*Nearest grant: desk\/mail\.send at policies\/desk\.yaml:11:5, but the argument "cc" is not permitted \(and 1 more\)/m,
  );
  assert.match(out, /^agent {5}mail\.send is refused: /m);
  assert.match(out, /^end user {2}The assistant is not permitted to do this\./m);
  assert.match(out, /^EMAIL_001 +EMAIL +\/cc +crm\.get_contact +refused +no flow names/m);
  const json = JSON.parse((await desk.here(["policy", "explain", "--call", "-", "--json"], { stdin })).out);
  assert.deepEqual(
    [json.decision.effect, json.nearest.rule, json.tokens.length],
    ["deny", "desk/mail.send", 1],
  );
  desk.write("policies/desk.yaml", POLICY);
});

test("diff compares folders and git revisions, and fails on widening when asked", async () => {
  mkdirSync(desk.path("next"));
  desk.write("next/desk.yaml", WIDER);
  const wider = await desk.here(["policy", "diff", "policies", "next"]);
  assert.equal(wider.code, 0);
  assert.match(wider.out, /^ {2}wider +any other agent +mail\.send +desk\/mail\.send: new approve$/m);
  assert.match(wider.out, /the change may widen access\.$/m);
  assert.equal((await desk.here(["policy", "diff", "policies", "next", "--fail-on", "widen"])).code, 1);
  assert.equal((await desk.here(["policy", "diff", "next", "policies", "--fail-on", "widen"])).code, 0);
  assert.equal(
    (await desk.here(["policy", "diff", "policies", "policies"])).out,
    "Nothing changes for anybody.\n",
  );
  git("init", "-q");
  git("add", "policies");
  git("commit", "-q", "-m", "first");
  const revision = await desk.here(["policy", "diff", "HEAD:policies", "next", "--json"]);
  assert.equal(revision.code, 0, revision.err);
  const data = JSON.parse(revision.out);
  assert.deepEqual(
    [data.widens, data.tools.map(({ tool }: { tool: string }) => tool)],
    [true, ["mail.send"]],
  );
  desk.write("next/desk.yaml", "policy: 2\n");
  const broken = await desk.here(["policy", "diff", "HEAD:policies", "next"]);
  assert.equal(broken.code, 1);
  assert.match(broken.out, /^next\/desk\.yaml:1:9 {2}POLICY_INVALID/m);
});

test("fmt changes layout only, and --check changes nothing", async () => {
  const untidy = POLICY.replace("  crm: { trust: internal }", "      crm:   {trust: internal}   # ours");
  desk.write("policies/desk.yaml", untidy);
  const checked = await desk.here(["policy", "fmt", "--check"]);
  assert.deepEqual(
    [checked.code, checked.out],
    [1, "policies/desk.yaml:1:1  not formatted\n1 of 2 files not formatted\n"],
  );
  assert.equal(readFileSync(desk.path("policies/desk.yaml"), "utf8"), untidy);
  assert.equal((await desk.here(["policy", "fmt"])).code, 0);
  assert.match(
    readFileSync(desk.path("policies/desk.yaml"), "utf8"),
    /^ {2}crm: \{ trust: internal \} # ours$/m,
  );
  assert.equal((await desk.here(["policy", "fmt", "--check"])).code, 0);
  assert.equal((await desk.here(["policy", "check"])).code, 0);
});
