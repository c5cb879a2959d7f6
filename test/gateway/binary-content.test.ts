// Pictures, sounds and documents by every way to a tool: nothing gets past the tokenizer by being called an image.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { PERSON } from "../fakes/leaky-person.ts";
import { statelessPost } from "../fakes/mcp-requests.ts";
import { openTestGateway, type TestGateway } from "./gateway-fixture.ts";

const SERVER = fileURLToPath(new URL("../fakes/media-server.ts", import.meta.url));
const policy = (binary: string) => `
policy: 1
id: media
applies_to: { agents: ["*"] }
servers: { media: { trust: internal } }
tools:
  - { id: all, match: ["media.*"], effect: allow }
${binary}`;
const PIECES = [PERSON.email, PERSON.card, "ann.leaky"];

let gateway: TestGateway;
async function open(binary: string): Promise<void> {
  const servers = { media: { command: process.execPath, args: [SERVER] } };
  gateway = await openTestGateway({ policies: { "media.yaml": policy(binary) }, servers });
}

async function mcp(path: string, name: string, args: object): Promise<string> {
  const request = statelessPost("tools/call", { name, arguments: args });
  const init = { method: "POST", headers: Object.fromEntries(request.headers), body: await request.text() };
  return (await gateway.fetch(path, init)).text();
}

const WAYS: Record<string, (tool: string) => Promise<string>> = {
  "in a program": async (tool) => JSON.stringify(await gateway.run(`return media.${tool}({})`)),
  "in a program, by MCP": (tool) => mcp("/mcp", "run_code", { code: `return media.${tool}({})` }),
  "directly, by HTTP": async (tool) =>
    (
      await gateway.fetch(`/v1/tools/media.${tool}/call`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ arguments: {} }),
      })
    ).text(),
  "directly, by MCP": (tool) => mcp("/mcp", "call_tool", { name: `media.${tool}`, arguments: {} }),
  "passed through": (tool) => mcp("/mcp/media", tool, {}),
};

/** The text and what its base64 says in any encoding. */
function readable(text: string): string {
  const decoded = (text.match(/[A-Za-z0-9+/]{16,}={0,2}/g) ?? []).map((each) => Buffer.from(each, "base64"));
  const encodings = ["latin1", "utf8", "utf16le"] as const;
  return [text, ...encodings.flatMap((encoding) => decoded.map((bytes) => bytes.toString(encoding)))].join(
    "\n",
  );
}

function requireNobody(text: string): void {
  const all = readable(text);
  for (const piece of PIECES) assert.ok(!all.includes(piece), text);
}

describe("where nothing is said of binary content", () => {
  before(() => open(""));
  after(() => gateway.close());

  for (const [way, call] of Object.entries(WAYS)) {
    describe(way, () => {
      test("a picture comes whole", async () => {
        const [, data = ""] = /\\?"data\\?":\\?"([A-Za-z0-9+/=]+)/.exec(await call("picture")) ?? [];
        assert.equal(Buffer.from(data, "base64").length, 3070);
      });

      for (const tool of ["latin1", "utf16", "attached"]) {
        test(`a letter is read, whatever its encoding: ${tool}`, async () => {
          const text = await call(tool);
          requireNobody(text);
          assert.match(readable(text), /EMAIL_\d+[\s\S]*CREDIT_CARD_\d+/);
        });
      }

      test("a picture whose words name somebody stays, and is said to", async () => {
        const text = await call("titled");
        requireNobody(text);
        assert.match(text, /withheld: content that holds personal data/);
      });

      test("a document that nobody can read stays, and the trail says so", async () => {
        const told = async () => (await gateway.events({ kind: "result.filtered" })).map(({ body }) => body);
        const before = await told();
        assert.match(await call("document"), /withheld: 3,079 bytes that policy does not let through unread/);
        const counts = (await told()).slice(before.length).map((body) => body["counts"]);
        assert.deepEqual(counts, [{ binary: 1 }]);
      });
    });
  }
});

describe("policy", () => {
  test("lets documents through", async () => {
    await open("pii: { binary: all }");
    for (const call of Object.values(WAYS)) assert.match(await call("document"), /"blob|blob\\"/);
    await gateway.close();
  });

  test("keeps pictures back", async () => {
    await open("pii: { binary: none }");
    for (const call of Object.values(WAYS)) assert.match(await call("picture"), /withheld: 3,070 bytes/);
    await gateway.close();
  });
});
