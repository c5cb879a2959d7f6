import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { after, test } from "node:test";
import { openDesk } from "./cli-fixture.ts";

const desk = openDesk();
after(() => desk.remove());
const lock = () => JSON.parse(readFileSync(desk.path("policies/tools.lock.json"), "utf8"));

test("pin writes hash and definition of every tool, and then has nothing to do", async () => {
  const missing = await desk.here(["policy", "pin", "--check"]);
  assert.equal(missing.code, 1);
  assert.match(missing.out, /^new {6}crm\.get_contact\n {9}description: ".*"\n {9}arguments: id$/m);
  const written = await desk.here(["policy", "pin"]);
  assert.equal(written.code, 0);
  assert.match(written.out, /^\d+ tools, \d+ changes; tools\.lock\.json was written\.$/m);
  assert.match(lock().tools["crm.get_contact"].sha256, /^[0-9a-f]{64}$/);
  assert.equal(lock().tools["crm.get_contact"].definition.inputSchema.type, "object");
  const again = await desk.here(["policy", "pin", "--check"]);
  assert.deepEqual([again.code, /nothing changed; nothing to write\.$/m.test(again.out)], [0, true]);
});

test("a gateway starts with the lock file that pin wrote, and check reads its schemas", async () => {
  desk.write("one.ts", "return (await crm.list_contacts({ limit: 1 })).total");
  const ran = await desk.here(["run", "one.ts"]);
  assert.equal(ran.out, "10000\n", ran.err);
  desk.write(
    "policies/more.yaml",
    'policy: 1\nid: more\napplies_to: { agents: ["*"] }\ntools:\n  - { id: g, match: [crm.get_contact], args: { idd: {}, id: { range: [1, 2] } }, effect: allow }\n',
  );
  const checked = await desk.here(["policy", "check"]);
  assert.equal(checked.code, 1);
  assert.match(
    checked.out,
    /^policies\/more\.yaml:5:53 {2}ARGUMENT_UNKNOWN {2}"idd" is no argument of crm\.get_contact; did you mean "id"\?$/m,
  );
  rmSync(desk.path("policies/more.yaml"));
});

test("a changed definition is shown field by field, and a damaged lock file is refused", async () => {
  const { version, tools } = lock();
  const own = structuredClone(tools["crm.get_contact"]);
  own.definition.description = "Something else.";
  desk.write(
    "policies/tools.lock.json",
    JSON.stringify({ version, tools: { ...tools, "crm.get_contact": own } }),
  );
  const damaged = await desk.here(["policy", "pin", "--check"]);
  assert.equal(damaged.code, 2);
  assert.match(damaged.err, /"crm\.get_contact": the definition is not the one that was pinned/);
  const { "crm.get_contact": pinned, "crm.list_contacts": _left, ...others } = tools;
  const bare = {
    ...others,
    "crm.get_contact": "0".repeat(64),
    "crm.old_tool": pinned.sha256,
    "mail.send": pinned.sha256,
  };
  desk.write("policies/tools.lock.json", JSON.stringify({ version, tools: bare }));
  const shown = await desk.here(["policy", "pin", "crm", "--json"]);
  assert.deepEqual(
    JSON.parse(shown.out).changes.map(
      ({ tool, change }: { tool: string; change: string }) => `${change} ${tool}`,
    ),
    ["changed crm.get_contact", "new crm.list_contacts", "gone crm.old_tool"],
  );
  assert.equal(lock().tools["mail.send"], pinned.sha256, "other servers keep their pins");
  assert.deepEqual(lock().tools["crm.get_contact"], pinned);
});

test("a server that is down is named, and nothing is written", async () => {
  const before = readFileSync(desk.path("policies/tools.lock.json"), "utf8");
  const servers = JSON.parse(readFileSync(desk.path(".mcp.json"), "utf8"));
  desk.write(
    ".mcp.json",
    JSON.stringify({
      mcpServers: {
        ...servers.mcpServers,
        down: { command: process.execPath, args: ["-e", "process.exit(1)"] },
      },
    }),
  );
  const ended = await desk.here(["policy", "pin"]);
  assert.equal(ended.code, 1);
  assert.match(ended.out, /^unreachable {2}down: /m);
  assert.equal(readFileSync(desk.path("policies/tools.lock.json"), "utf8"), before);
  desk.write(".mcp.json", JSON.stringify(servers));
});

test("init writes a policy for each level that passes its own check and tests", async () => {
  mkdirSync(desk.path("empty"));
  for (const level of ["strict", "standard", "observe"]) {
    const folder = level === "strict" ? "empty" : `first/${level}`;
    const made = await desk.here(["policy", "init", folder, "--level", level]);
    assert.equal(made.code, 0, made.err);
    const checked = await desk.here(["policy", "check", folder]);
    assert.deepEqual([checked.code, checked.err], [0, ""], level);
    assert.equal((await desk.here(["policy", "test", folder, "--coverage"])).code, 0, level);
    assert.match(readFileSync(desk.path(`${folder}/${level}.yaml`), "utf8"), /readOnlyHint/);
    assert.equal((await desk.here(["policy", "init", folder])).code, 2, "it overwrites nothing");
  }
});

test("without a folder of one's own nothing is written to the policies that come with the gateway", async () => {
  const bare = openDesk();
  try {
    rmSync(bare.path("policies"), { recursive: true });
    for (const command of [["pin"], ["fmt"], ["promote", "any-rule", "--write"]]) {
      const refused = await bare.here(["policy", ...command]);
      assert.equal(refused.code, 2, command.join(" "));
      assert.match(refused.err, /no policy folder of your own[\s\S]*sallyport policy init/);
    }
    assert.equal((await bare.here(["policy", "check"])).code, 0);
    const started = await bare.here(["policy", "init"]);
    assert.match(started.out, /^policies\/standard\.yaml:1:1 /);
    assert.equal((await bare.here(["policy", "pin"])).code, 0);
    assert.ok(existsSync(bare.path("policies/tools.lock.json")));
  } finally {
    bare.remove();
  }
});
