import assert from "node:assert/strict";
import { after, test } from "node:test";
import { INSTRUCTIONS } from "../../../src/surfaces/mcp/mcp.ts";
import { VERSION } from "../../../src/version.ts";
import { openDesk, POLICY } from "./cli-fixture.ts";

const desk = openDesk();
after(() => desk.remove());
desk.write("a.ts", "return 1");
desk.write("afile", "x");

test("prompt prints what MCP clients are told as instructions", async () => {
  const ended = await desk.here(["prompt"]);
  assert.equal(ended.code, 0);
  assert.equal(ended.out, `${INSTRUCTIONS}\n`);
});

test("wrong usage and settings end with exit code 2, a code, a sentence and nothing on stdout", async () => {
  const table: [args: string[], err: RegExp, env?: Record<string, string>][] = [
    [["serv"], /^USAGE {2}unknown command 'serv'\.\n {2}Did you mean serve\?\n$/],
    [["tools", "serch"], /^USAGE {2}unknown command 'serch'\.\n {2}Did you mean search\?\n$/],
    [["serve", "--prot", "1"], /^USAGE {2}unknown option '--prot'\.\n {2}Did you mean --port\?\n$/],
    [["run"], /^USAGE {2}missing required argument 'file'\.\n/],
    [["run", "a.ts", "b.ts"], /^USAGE {2}too many arguments/],
    [["run", "absent.ts"], /^USAGE {2}The file absent\.ts does not exist\.\n/],
    [["run", "policies"], /^USAGE {2}The file policies is a folder\.\n/],
    [["check", "absent.ts"], /^USAGE {2}The file absent\.ts does not exist\.\n/],
    [["run", "a.ts", "--context", "{a: 1}"], /^USAGE {2}--context is not valid JSON/],
    [["run", "a.ts", "--timeout", "10"], /^USAGE {2}--timeout "10" is no time from 1ms to 1h\.\n/],
    [["tools", "search", "--detail", "ful"], /^USAGE {2}--detail does not take "ful"\.\n.*"full"\?\n$/],
    [["tools", "search", "--limit", "0"], /^USAGE {2}--limit "0" is no whole number from 1 to 200\.\n/],
    [["audit", "query", "--since", "2w"], /^USAGE {2}--since "2w" is no time\.\n/],
    [["audit", "query", "--kind", "run.finishd"], /"run\.finished"\?\n$/],
    [["audit", "query", "--limit", "1001"], /^USAGE {2}--limit "1001"/],
    [["audit", "verify"], /^STORAGE_UNAVAILABLE {2}.*trail\.db does not exist\.\n/],
    [["keys", "create", "bot", "--role", "root"], /^USAGE {2}--role does not take "root"\.\n/],
    [["pii", "scan", "absent.txt"], /^USAGE {2}The file absent\.txt does not exist\.\n/],
    [["policy", "check", "absent"], /^USAGE {2}The folder absent does not exist\.\n/],
    [["serve", "--port", "99999"], /^SETTINGS_INVALID {2}The setting port/],
    [["serve", "--servers", "absent.json"], /^SETTINGS_INVALID {2}.*absent\.json: .*cannot be read\.\n/],
    [
      ["serve", "--data", "afile"],
      /^STORAGE_UNAVAILABLE {2}.*afile is a file where a folder is expected\.\n/,
    ],
    [["serve", "--data", "afile/below"], /^STORAGE_UNAVAILABLE {2}.*not a folder\.\n/],
    [["serve", "--config", "absent.yaml"], /^SETTINGS_INVALID {2}The settings file absent\.yaml/],
    [["keys", "list"], /^SETTINGS_INVALID {2}There is no setting "SALLYPORT_PRT"/, { SALLYPORT_PRT: "1" }],
    [["run", "a.ts"], /^USAGE {2}SALLYPORT_URL is no http or https URL/, { SALLYPORT_URL: "localhost:1" }],
    [["run", "a.ts"], /^USAGE {2}No gateway answers at http:/, { SALLYPORT_URL: "http://127.0.0.1:1" }],
  ];
  for (const [args, err, env = {}] of table) {
    const ended = await desk.here(args, { env });
    assert.match(ended.err, err, args.join(" "));
    assert.equal(ended.code, 2, args.join(" "));
    assert.equal(ended.out, "", args.join(" "));
    assert.doesNotMatch(ended.err, /\n\s+at .*:\d+:\d+/, args.join(" "));
  }
});

test("help and version are no errors, and every command's help has an example", async () => {
  assert.deepEqual(await desk.here(["--version"]), { code: 0, out: `${VERSION}\n`, err: "" });
  const commands = [
    [],
    ["serve"],
    ["mcp"],
    ["run"],
    ["check"],
    ["tools", "search"],
    ["policy", "check"],
    ["audit", "query"],
    ["audit", "verify"],
    ["keys", "create"],
    ["keys", "list"],
    ["keys", "revoke"],
    ["pii", "scan"],
  ];
  for (const command of commands) {
    const { code, out, err } = await desk.here([...command, "--help"]);
    assert.equal(code, 0, command.join(" "));
    assert.equal(err, "", command.join(" "));
    assert.match(out, /\nExample/, command.join(" "));
  }
});

test("no command at all prints the help on stderr and is wrong usage", async () => {
  for (const args of [[], ["policy"], ["keys"]]) {
    const { code, out, err } = await desk.here(args);
    assert.deepEqual([code, out], [2, ""], args.join(" "));
    assert.match(err, /^Usage: sallyport/, args.join(" "));
  }
});

test("policy check counts rules and tests, and exits 1 for problems and failed tests", async () => {
  const good = await desk.here(["policy", "check"]);
  assert.deepEqual([good.code, good.out], [0, "1 rule, 2 tests passed\n"]);

  desk.write("policies/desk.yaml", POLICY.replace("effect: allow", "efect: allow"));
  const misspelled = await desk.here(["policy", "check", "policies"]);
  assert.equal(misspelled.code, 1);
  assert.match(misspelled.out, /^policies\/desk\.yaml:9:\d+ {2}POLICY_INVALID {2}.*"effect"/m);

  desk.write("policies/desk.yaml", POLICY.replace("expect: deny", "expect: allow"));
  const failing = await desk.here(["policy", "check"]);
  assert.equal(failing.code, 1);
  assert.match(
    failing.out,
    /^policies\/desk\.yaml:12:5 {2}TEST_FAILED {2}"nothing is exported": expected allow, got deny/,
  );
  assert.match(failing.out, /\n1 rule, 1 of 2 tests passed\n$/);

  const asJson = await desk.here(["policy", "check", "--json"]);
  assert.equal(asJson.code, 1);
  assert.equal(JSON.parse(asJson.out).ok, false);
  desk.write("policies/desk.yaml", POLICY);
});

test("pii scan shows places and masks, exits 0, and reads stdin", async () => {
  const { code, out } = await desk.here(["pii", "scan", "-"], { stdin: "mail ann.smith@example.com\n" });
  assert.equal(code, 0);
  assert.match(out, /^1:6 +EMAIL +a\*\*\.\*{5}@\*{7}\.\*{3}$/m);
  const json = await desk.here(["pii", "scan", "-", "--json"], { stdin: '{"to": "ann.smith@example.com"}' });
  assert.deepEqual(JSON.parse(json.out), {
    total: 1,
    counts: { EMAIL: 1 },
    found: [{ class: "EMAIL", place: "/to", masked: "a**.*****@*******.***" }],
  });
});
