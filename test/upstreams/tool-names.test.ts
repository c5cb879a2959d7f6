// Which names of a server's list become tools: policies write names of operations in the same place.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Client } from "@modelcontextprotocol/client";
import { listAllTools } from "../../src/upstreams/list-tools.ts";

const OPERATIONS = [
  "tools/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "resources/subscribe",
  "resources/unsubscribe",
  "prompts/list",
  "prompts/get",
  "completion/complete",
  "logging/setLevel",
  "notifications",
  "sampling/createMessage",
  "elicitation/create",
  "roots/list",
];

const TOOLS = [
  "resources/write",
  "sampling",
  "elicitation",
  "roots",
  "list",
  "tools/call.now",
  "notifications/x",
];

async function namesOf(listed: string[]): Promise<{ names: string[]; warnings: string[] }> {
  const warnings: string[] = [];
  const client = { request: async () => ({ tools: listed.map((name) => ({ name })) }) } as unknown as Client;
  const options = { deadline: performance.now() + 1000, warn: (message: string) => warnings.push(message) };
  const tools = await listAllTools(client, "s", options);
  return { names: tools.map(({ name }) => name), warnings };
}

for (const name of OPERATIONS) {
  test(`no tool is called ${name}`, async () => {
    const { names, warnings } = await namesOf([name]);
    assert.deepEqual(names, []);
    assert.match(warnings.join("\n"), /operation of the protocol/);
  });
}

for (const name of TOOLS) {
  test(`a tool may be called ${name}`, async () => {
    assert.deepEqual(await namesOf([name]), { names: [name], warnings: [] });
  });
}
