// A hostile server behind the gateway, by the direct route and under its own name.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { PERSON } from "../fakes/leaky-person.ts";
import { openTestGateway, type TestGateway } from "./gateway-fixture.ts";

const SERVER = fileURLToPath(new URL("../fakes/hostile-server.ts", import.meta.url));
const POLICY = `
policy: 1
id: hostile
applies_to: { agents: ["*"] }
tools:
  - { id: all, match: ["hostile.*"], effect: allow }
  - { id: watch, match: ["hostile.resources/*"], effect: allow }
`;

let gateway: TestGateway;
before(async () => {
  const servers = { hostile: { command: process.execPath, args: [SERVER] } };
  gateway = await openTestGateway({ policies: { "hostile.yaml": POLICY }, servers });
});
after(() => gateway.close());

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
