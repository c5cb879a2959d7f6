// A tool that changes for good: the lock file takes its new definition, and skills that name it wait for a person.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import type { SkillView } from "../../src/services/skills/present-skill.ts";
import { loadSettings } from "../../src/settings.ts";
import { pinTools } from "../../src/surfaces/cli/policy/pin.ts";
import type { Run } from "../../src/vocabulary.ts";
import { until } from "../upstreams/upstreams-fixture.ts";
import { openTestGateway, type TestGateway } from "./gateway-fixture.ts";

const POLICY = `
policy: 1
id: slow
applies_to: { agents: ["*"] }
tools:
  - { id: slow.all, match: [slow.target], effect: allow }
`;

type Lock = { tools: Record<string, { sha256: string }> };
type Answer<T> = T & { error?: { code: string; message: string } };

test("a skill is approved again for the definition that a new lock file takes", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-repinned-"));
  const state = join(folder, "state.txt");
  const script = fileURLToPath(new URL("../fakes/slow-server.ts", import.meta.url));
  const servers = { slow: { command: process.execPath, args: [script], env: { SLOW_STATE: state } } };
  let gateway: TestGateway | undefined;
  const keys: Record<string, string> = {};
  t.after(async () => {
    await gateway?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const lock = join(folder, "policies", "tools.lock.json");
  const restart = async () => {
    await gateway?.close();
    const opened = await openTestGateway({ folder, keep: true, policies: { "slow.yaml": POLICY }, servers });
    gateway = opened;
    const isAsked = async () => {
      const ready = await opened.fetch("/readyz", { key: opened.key("admin") });
      return !(await ready.text()).includes('"cached":true');
    };
    await until(isAsked, "the server has said what it lists now");
  };
  /** What `sallyport policy pin` does. */
  const pin = async () => {
    const flags = { data: "data", policies: "policies", servers: ".mcp.json" };
    const settings = loadSettings({ flags, env: {}, cwd: folder });
    await pinTools(settings, { folder: settings.policies, checkOnly: false });
    const { tools } = JSON.parse(readFileSync(lock, "utf8")) as Lock;
    return tools["slow.target"]?.sha256;
  };
  async function ask<T>(path: string, body: object, key: string): Promise<Answer<T>> {
    const headers = { "content-type": "application/json" };
    const init = { method: "POST", headers, key, body: JSON.stringify(body) };
    return (await (gateway as TestGateway).fetch(path, init)).json() as Promise<Answer<T>>;
  }
  const approve = (name: string) =>
    ask<SkillView>(`/v1/skills/${name}/approve`, { version: 1 }, keys["rita"] ?? "");
  const run = (name: string) => ask<Run>(`/v1/skills/${name}/run`, {}, keys["ann"] ?? "");

  await restart();
  const before = await pin();
  await restart();
  const admin = (gateway as unknown as TestGateway).key("admin");
  for (const [name, role] of [
    ["ann", "agent"],
    ["rita", "reviewer"],
  ] as const)
    keys[name] = (await ask<{ key: string }>("/v1/keys", { name, role }, admin)).key;
  for (const name of ["used", "unused"]) {
    const code = `return slow.target({}) // ${name}`;
    const { id } = await ask<Run>("/v1/runs", { code }, keys["ann"] ?? "");
    await ask("/v1/skills", { name, description: "Calls target.", run: id }, keys["ann"] ?? "");
    assert.equal((await approve(name)).state, "approved");
    assert.equal((await run(name)).result, "target is done");
  }

  writeFileSync(state, "other");
  await restart();
  assert.equal((await run("used")).error?.code, "SKILL_QUARANTINED");
  const early = await approve("used");
  assert.equal(early.error?.code, "SKILL_REFUSED", "the old lock file does not take the tool");

  const after = await pin();
  assert.notEqual(after, before);
  await restart();
  assert.equal((await run("used")).error?.code, "SKILL_QUARANTINED", "a new lock file is no approval");
  const unused = await run("unused");
  assert.equal(unused.error?.code, "SKILL_QUARANTINED");
  assert.match(unused.error?.message ?? "", /slow\.target has changed since the skill was approved/);
  for (const name of ["used", "unused"]) {
    const approved = await approve(name);
    assert.deepEqual([approved.state, approved.tools], ["approved", [{ tool: "slow.target", pin: after }]]);
    assert.equal((await run(name)).result, "target is done");
  }
  const events = await (gateway as unknown as TestGateway).events({ kind: "skill.quarantined" });
  assert.deepEqual(
    events.map(({ body }) => [body["name"], (body["changes"] as { pinned: string; live: string }[])[0]]),
    ["used", "unused"].map((name) => [name, { tool: "slow.target", pinned: before, live: after }]),
  );
});
