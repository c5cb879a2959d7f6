// The connection that a conversation has for itself: what the server lists there counts, not what it lists elsewhere.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { Client } from "@modelcontextprotocol/client";
import { until } from "../upstreams/upstreams-fixture.ts";
import { type Era, openBefore, type PassGateway } from "./pass-fixture.ts";

const POLICY = `
policy: 1
id: all
applies_to: { agents: ["*"] }
tools:
  - { id: all, match: [odd.target, odd.shift, odd.steady, odd.fall], effect: allow }
`;

type House = { pass: PassGateway; say(state: string): void; seen(): string[] };

async function openHouse(t: TestContext, fake: string): Promise<House> {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-own-"));
  const [state, log] = [join(folder, "state.txt"), join(folder, "log.txt")];
  writeFileSync(log, "");
  const env = { SHIFT_LOG: log, SLOW_LOG: log, SLOW_STATE: state };
  const script = fileURLToPath(new URL(`../fakes/${fake}.ts`, import.meta.url));
  const pass = await openBefore({ odd: { command: process.execPath, args: [script], env } }, POLICY);
  t.after(async () => {
    await pass.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    pass,
    say: (text) => writeFileSync(state, text),
    seen: () => readFileSync(log, "utf8").split("\n").filter(Boolean),
  };
}

async function codeOf(client: Client, name: string): Promise<string> {
  const { content, isError } = (await client.callTool({ name })) as {
    content: { text: string }[];
    isError?: boolean;
  };
  return isError ? JSON.parse(content[0]?.text ?? "{}").error.code : "none";
}

for (const era of ["legacy", "modern"] as Era[]) {
  test(`a tool that changes on it gets no further call (${era})`, async (t) => {
    const { pass, seen } = await openHouse(t, "shifting-server");
    const client = await pass.connect(era, { server: "odd" });
    assert.equal(await codeOf(client, "target"), "none");
    assert.equal(await codeOf(client, "shift"), "none");
    await until(async () => (await codeOf(client, "target")) !== "none", "the change is noticed");
    const before = seen().length;
    assert.equal(await codeOf(client, "target"), "TOOL_DRIFT");
    assert.equal(seen().length, before);
    const other = await pass.connect(era, { server: "odd", session: "other" });
    assert.equal(await codeOf(other, "target"), "none", "where it lists the pinned tool it is called");
  });

  test(`a server that came back as another program gets no call of the tool that changed (${era})`, async (t) => {
    const { pass, say, seen } = await openHouse(t, "slow-server");
    const client = await pass.connect(era, { server: "odd" });
    assert.equal(await codeOf(client, "target"), "none");
    say("other");
    assert.equal(await codeOf(client, "fall"), "UPSTREAM_UNAVAILABLE");
    assert.equal(await codeOf(client, "target"), "TOOL_DRIFT");
    assert.equal(await codeOf(client, "steady"), "none");
    assert.deepEqual(seen().slice(-2), ["started", "steady"]);
  });
}
