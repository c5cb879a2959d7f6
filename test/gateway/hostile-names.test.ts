// Names that JavaScript's own objects have are names like any other: they break nothing, for nobody.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { openTestGateway, type TestGateway } from "./gateway-fixture.ts";

const SERVER = fileURLToPath(new URL("../fakes/prototype-server.ts", import.meta.url));
const OWN_NAMES = ["constructor", "toString", "valueOf", "hasOwnProperty", "then", "prototype"];
const POLICY = `
policy: 1
id: names
applies_to: { agents: ["*"] }
servers: { odd: { trust: untrusted } }
tools: [{ id: all, match: ["odd.*"], effect: allow }]
results: [{ id: labels, match: ["odd.*"], label: [untrusted], max_items: 50, drop: [/**/__proto__/constructor] }]
`;

let gateway: TestGateway;
before(async () => {
  const servers = { odd: { command: process.execPath, args: [SERVER] } };
  gateway = await openTestGateway({ policies: { "names.yaml": POLICY }, servers });
});
after(() => gateway.close());

/** What every part of the process relies on. */
function assertUnharmed(): void {
  assert.equal(typeof Object.keys, "function");
  assert.deepEqual(Object.keys(Object.prototype), []);
  assert.equal(({} as Record<string, unknown>)["seen"], undefined);
}

describe("results whose keys are the names of Object.prototype", () => {
  for (const tool of ["texts", "maps", "rows", "pairs", "labels"]) {
    test(`${tool} reach the program, and the next run is answered`, async () => {
      const code = `const found = await odd.${tool}({}); return { text: JSON.stringify(found), found };`;
      for (let round = 0; round < 2; round++) {
        const { status, error, result } = await gateway.run(code);
        assert.equal(status, "succeeded", JSON.stringify(error));
        assert.match(JSON.stringify(result), /constructor/);
        assert.doesNotMatch(JSON.stringify(result), /ann@example\.com|Ann Lee/);
      }
      assertUnharmed();
      assert.equal((await gateway.run("return 1 + 1")).result, 2);
    });
  }
});

test("tools of such names are listed, typed and called like any other", async () => {
  const listed = await (await gateway.fetch("/v1/tools?detail=full&server=odd&limit=50")).text();
  for (const name of OWN_NAMES) {
    assert.ok(listed.includes(`odd.${name}`), name);
    const { status, error } = await gateway.run(`return await callTool("odd.${name}", { ${name}: "x" })`);
    assert.equal(status, "succeeded", `${name}: ${JSON.stringify(error)}`);
  }
  assertUnharmed();
});

test("what an agent sends under such names is data", async () => {
  const body = `{ "code": "return Object.keys(context)", "context": { "constructor": { "a b": 1 }, "__proto__": { "x": "ann@example.com" } } }`;
  const headers = { "content-type": "application/json" };
  const run = await gateway.fetch("/v1/runs", { method: "POST", headers, body });
  assert.equal(run.status, 200);
  const data = `{ "data": { "__proto__": "ann@example.com", "toString": { "constructor": "ann@example.com" } } }`;
  const tokenized = await gateway.fetch("/v1/pii/tokenize", { method: "POST", headers, body: data });
  assert.doesNotMatch(await tokenized.text(), /ann@example/);
  const skill = `{ "name": "odd", "code": "return 1", "description": "d", "parameters": { "type": "object", "properties": { "a": { "type": "constructor" } } } }`;
  const saved = await gateway.fetch("/v1/skills", { method: "POST", headers, body: skill });
  assert.equal(saved.status, 422, await saved.text());
  assertUnharmed();
});
