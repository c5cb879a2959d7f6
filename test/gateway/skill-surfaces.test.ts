// The same skill from an MCP client and from the command line.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createHttpApp } from "../../src/surfaces/http/app.ts";
import { type Listening, listen } from "../../src/surfaces/http/listen.ts";
import { readReply, readText, statelessPost } from "../fakes/mcp-requests.ts";
import { type Desk, openDesk } from "../surfaces/cli/cli-fixture.ts";
import { openSkillGateway, type SkillGateway, TOP, TOP_CODE } from "./skills-fixture.ts";

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

describe("from the command line, a skill", () => {
  const steps: [by: "ann" | "rita", args: string[], answer: RegExp, code?: number][] = [
    ["ann", ["run", "job.ts", "--context", '{"city": "Oslo"}', "--json"], /"status": "succeeded"/],
    [
      "ann",
      ["skills", "save", "by_cli", "--run", "RUN", "--description", "Best."],
      /^by_cli version 1 is draft\./m,
    ],
    ["rita", ["skills", "approve", "by_cli", "1"], /^by_cli version 1 is approved\.$/m],
    ["rita", ["skills", "export", "by_cli", "--out", "one.json"], /^1 skill in one\.json/m],
    [
      "rita",
      ["skills", "import", "one.json"],
      /SKILL_EXISTS {2}The name by_cli belongs to somebody else's/,
      1,
    ],
  ];
  let run = "";
  for (const [by, args, answer, code = 0] of steps) {
    test(`${by}: sallyport ${args.slice(0, 3).join(" ")}`, async () => {
      const ended = await cli(
        args.map((word) => (word === "RUN" ? run : word)),
        gateway.keys[by],
      );
      assert.equal(ended.code, code, ended.err);
      assert.match(ended.out + ended.err, answer);
      if (args[0] === "run") run = (JSON.parse(ended.out) as { id: string }).id;
    });
  }
});
