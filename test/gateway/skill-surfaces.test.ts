// The same skill from an MCP client, from the command line, and by the commands of docs/skills.md.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { createHttpApp } from "../../src/surfaces/http/app.ts";
import { type Listening, listen } from "../../src/surfaces/http/listen.ts";
import { readReply, readText, statelessPost } from "../fakes/mcp-requests.ts";
import { type Desk, openDesk } from "../surfaces/cli/cli-fixture.ts";
import { openSkillGateway, type SkillGateway, TOP, TOP_CODE } from "./skills-fixture.ts";

const PAGE = readFileSync(new URL("../../docs/skills.md", import.meta.url), "utf8");
const COMMANDS = [...PAGE.matchAll(/^\$ sallyport (.+)$/gm)].map(([, command]) => command ?? "");

let gateway: SkillGateway;
let listening: Listening;
let desk: Desk;
before(async () => {
  gateway = await openSkillGateway();
  const app = createHttpApp({ gateway: gateway.gateway, servedHosts: [], bodyKb: 1024, log: () => {} });
  listening = await listen(app, { host: "127.0.0.1", port: 0 });
  desk = openDesk();
  desk.write("job.ts", TOP_CODE);
});
after(async () => {
  await listening.close();
  await gateway.close();
  desk.remove();
});

function cli(args: string[], key: string) {
  return desk.here(args, { env: { SALLYPORT_URL: listening.url, SALLYPORT_KEY: key } });
}

async function mcp(name: string, args: object, key: string): Promise<Record<string, unknown>> {
  const request = statelessPost("tools/call", { name, arguments: args });
  const response = await gateway.fetch("/mcp", {
    method: "POST",
    key,
    headers: Object.fromEntries(request.headers),
    body: await request.text(),
  });
  return readText(await readReply(response));
}

describe("an MCP client", () => {
  test("runs code, saves it, finds it when it is approved, and runs it by name", async () => {
    const { ann, bob } = gateway.keys;
    const run = await mcp("run_code", { code: TOP_CODE, context: { city: "Oslo" } }, ann);
    const saved = await mcp("save_skill", { ...TOP, name: "by_mcp", run: run["id"] }, ann);
    assert.deepEqual([saved["state"], saved["version"]], ["draft", 1], JSON.stringify(saved));
    const early = await mcp("run_skill", { name: "by_mcp", parameters: { city: "Oslo" } }, ann);
    assert.equal((early["error"] as { code: string }).code, "SKILL_NOT_APPROVED");
    assert.deepEqual((await mcp("search_skills", { query: "customers" }, bob))["skills"], []);
    await gateway.approve("by_mcp");
    const found = await mcp("search_skills", { query: "customers who spend" }, bob);
    assert.deepEqual(found["skills"], [
      { call: "skills.by_mcp({ city: string, limit?: number })", description: TOP.description },
    ]);
    const ran = await mcp("run_skill", { name: "by_mcp", parameters: '{"city":"Oslo"}', session: "s1" }, bob);
    assert.deepEqual(
      [ran["status"], ran["result"], ran["session"]],
      ["succeeded", [{ id: 1, spent: 300 }], "s1"],
    );
    const wrong = await mcp("run_skill", { name: "by_mcp", parameters: { town: "Oslo" } }, bob);
    assert.match(JSON.stringify(wrong["error"]), /BAD_ARGUMENTS.*no parameter \\"town\\"/);
    const none = await mcp("run_skill", { name: "by_mpc" }, bob);
    assert.match(JSON.stringify(none["error"]), /SKILL_UNKNOWN.*by_mcp/);
  });

  test("may hand in the code itself when it has succeeded, and nothing else", async () => {
    const saved = await mcp("save_skill", { ...TOP, name: "by_code", code: TOP_CODE }, gateway.keys.ann);
    assert.equal(saved["state"], "draft", JSON.stringify(saved));
    const other = await mcp("save_skill", { ...TOP, name: "by_code", code: "return 42" }, gateway.keys.ann);
    assert.match(JSON.stringify(other["error"]), /SKILL_REFUSED.*has not succeeded/);
  });

  test("is shown the few skills that fit beside a search for tools", async () => {
    const { bob } = gateway.keys;
    const principal = await gateway.gateway.keyring.authenticate(`Bearer ${bob}`);
    const suggested = await gateway.gateway.skills.suggest(principal, "customers");
    assert.deepEqual(
      suggested.map(({ call }) => call),
      ["skills.by_mcp({ city: string, limit?: number })"],
    );
    assert.deepEqual(await gateway.gateway.skills.suggest(principal, " "), []);
  });
});

describe("the commands of docs/skills.md", () => {
  const ANSWERS: [command: string, by: "ann" | "rita", answer: RegExp, code?: number][] = [
    ["run job.ts", "ann", /"status": "succeeded"/],
    ["skills save", "ann", /^top_customers version 1 is draft\. It waits until a person has approved it\.$/m],
    ["skills list --state draft", "rita", /top_customers +1 +draft +ann +The best customers of a city\./],
    [
      "skills show",
      "rita",
      /tools +shop\.find \([0-9a-f]{12}\)[\s\S]*waits for 1 of role:reviewer[\s\S]*\| return sorted/,
    ],
    ["skills approve", "rita", /^top_customers version 1 is approved\.$/m],
    ['skills list "customers', "ann", /top_customers +1 +approved/],
    ["skills run", "ann", /"spent": 300/],
    ["skills diff", "rita", /^The versions are the same\.$/m],
    ["skills export", "rita", /1 skills are in team\.skills\.json[\s\S]*BEGIN PUBLIC KEY/],
    ["skills verify", "rita", /is what [0-9a-f]{16} signed: top_customers version 1/],
    ["skills import", "rita", /belongs to somebody else's skill/, 1],
    ["skills retire", "ann", /^top_customers version 1 is retired\.$/m],
  ];

  test("are the ones that are tested", () => assert.equal(COMMANDS.length, ANSWERS.length));

  let run = "";
  for (const [index, [start, by, answer, code = 0]] of ANSWERS.entries()) {
    test(`sallyport ${start} …`, async () => {
      const command = COMMANDS[index] ?? "";
      assert.ok(command.startsWith(start), command);
      const words = [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
        ([, a, b, c]) => a ?? b ?? c ?? "",
      );
      const data = start === "skills verify" ? ["--data", `${gateway.folder}/data`] : [];
      const ended = await cli(
        [...words.map((word) => (word === "RUN_ID" ? run : word)), ...data],
        gateway.keys[by],
      );
      assert.equal(ended.code, code, ended.err);
      assert.match(ended.out + ended.err, answer);
      if (start.startsWith("run ")) run = (JSON.parse(ended.out) as { id: string }).id;
    });
  }
});
