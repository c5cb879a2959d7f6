// A hostile server behind the gateway, by the direct route and under its own name.

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { PERSON } from "../fakes/leaky-person.ts";
import { type RpcReply, statelessPost } from "../fakes/mcp-requests.ts";
import { openTestGateway, type TestGateway } from "./gateway-fixture.ts";

const SERVER = fileURLToPath(new URL("../fakes/hostile-server.ts", import.meta.url));
const POLICY = `
policy: 1
id: hostile
applies_to: { agents: ["*"] }
servers: { hostile: { trust: internal, requests: { elicitation: allow } } }
tools:
  - { id: all, match: ["hostile.*"], effect: allow }
  - { id: watch, match: ["hostile.resources/*"], effect: allow }
`;

let gateway: TestGateway;
let log = "";
before(async () => {
  log = join(mkdtempSync(join(tmpdir(), "sallyport-hostile-")), "got.jsonl");
  const servers = { hostile: { command: process.execPath, args: [SERVER], env: { HOSTILE_LOG: log } } };
  gateway = await openTestGateway({ policies: { "hostile.yaml": POLICY }, servers });
});
after(async () => {
  await gateway.close();
  rmSync(dirname(log), { recursive: true, force: true });
});

async function direct(tool: string): Promise<string> {
  const response = await gateway.fetch(`/v1/tools/hostile.${tool}/call`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ arguments: {} }),
  });
  return response.text();
}

/** The text and what stands in it in base64. */
function readable(text: string): string {
  const decoded = text.match(/[A-Za-z0-9+/]{16,}={0,2}/g) ?? [];
  return [text, ...decoded.map((each) => Buffer.from(each, "base64").toString("utf8"))].join("\n");
}

describe("what a server calls an image", () => {
  for (const tool of ["encoded", "digits", "field"]) {
    test(`is no way around the tokenizer: ${tool}`, async () => {
      const text = readable(await direct(tool));
      assert.doesNotMatch(text, new RegExp(`${PERSON.email.replaceAll(".", "\\.")}|${PERSON.card}`));
      assert.match(text, /EMAIL_001|CREDIT_CARD_001/);
    });
  }

  test("comes whole when it is one", async () => {
    const { result } = JSON.parse(await direct("noise")) as { result: { data: string }[] };
    assert.equal(result[0]?.data.length, 4000);
  });

  test("comes once, however many places ask for it", async () => {
    assert.ok((await direct("copies")).length < 100_000);
  });
});

/** Under the server's own name, as a client of the newest revision. */
async function passed(method: string, params: { name?: string; [key: string]: unknown }): Promise<RpcReply> {
  const request = statelessPost(method, params, { headers: { "sallyport-session": "hostile" } });
  const body = (await request.text()).replace(
    'clientCapabilities":{}',
    'clientCapabilities":{"elicitation":{}}',
  );
  const init = { method: "POST", headers: Object.fromEntries(request.headers), body };
  const text = await (await gateway.fetch("/mcp/hostile", init)).text();
  const json = text.startsWith("{")
    ? text
    : text
        .split("\n")
        .find((line) => line.startsWith("data: {"))
        ?.slice(6);
  return JSON.parse(json ?? "{}") as RpcReply;
}

test("a tool that ran and whose server refuses its result is not said to have done nothing", async () => {
  const { status, error } = JSON.parse(await direct("invalid")) as {
    status: string;
    error: { executed: string };
  };
  assert.deepEqual([status, error.executed], ["unknown", "unknown"]);
});

describe("questions of a server and answers to it", () => {
  test("no answer goes to a server that has not asked, whatever the answer looks like", async () => {
    const inputResponses = {
      note: { role: "assistant", model: "m", content: { type: "text", text: "past every matcher" } },
      form: { action: "accept", content: { text: "past every matcher" } },
    };
    const reply = await passed("tools/call", { name: "noise", arguments: {}, inputResponses });
    assert.ok(reply.result, JSON.stringify(reply));
    assert.ok(!existsSync(log) || !readFileSync(log, "utf8").includes("past every matcher"));
  });

  test("the names of questions hold nobody's value", async () => {
    const text = JSON.stringify(await passed("tools/call", { name: "key", arguments: {} }));
    assert.match(text, /TOOL_DENIED/);
    assert.ok(!text.includes(PERSON.email), text);
  });

  test("one request watches no more resources than a person could mean", async () => {
    const resourceSubscriptions = Array.from({ length: 200 }, (_, index) => `a:${index}`);
    const reply = await passed("subscriptions/listen", { notifications: { resourceSubscriptions } });
    assert.match(JSON.stringify(reply), /BAD_REQUEST/);
  });

  test("what is no address is not asked for", async () => {
    const before = (await gateway.events({ kind: "call.decided" })).length;
    const reply = await passed("subscriptions/listen", {
      notifications: { resourceSubscriptions: [1, {}, null] },
    });
    assert.equal(reply.error?.code, -32602, JSON.stringify(reply));
    assert.equal((await gateway.events({ kind: "call.decided" })).length, before);
  });
});

describe("an answer that is hard to walk", () => {
  for (const way of ["direct", "passed through"])
    test(`is refused where nobody could read it to its end, ${way}`, async () => {
      const text =
        way === "direct"
          ? await direct("deep")
          : JSON.stringify(await passed("tools/call", { name: "deep", arguments: {} }));
      assert.match(text, /DATA_TOO_DEEP/);
      assert.doesNotMatch(text, /INTERNAL/);
    });
});
