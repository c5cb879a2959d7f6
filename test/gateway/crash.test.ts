// The gateway is killed in the middle of a run. What the trail says afterwards must be true.

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Run } from "../../src/vocabulary.ts";
import { keepCompiled } from "../fakes/keep-compiled.ts";
import { NOTES_POLICY, notesServer, openTestGateway } from "./gateway-fixture.ts";

const CLI = fileURLToPath(new URL("../../bin/sallyport.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "sallyport-crash-"));
after(() => rmSync(folder, { recursive: true, force: true }));

async function serve(): Promise<{ child: ChildProcess; url: string; key: string }> {
  mkdirSync(join(folder, "policies"), { recursive: true });
  writeFileSync(join(folder, "policies", "notes.yaml"), NOTES_POLICY);
  writeFileSync(join(folder, ".mcp.json"), JSON.stringify({ mcpServers: keepCompiled(notesServer(folder)) }));
  const child = spawn(process.execPath, [CLI, "serve", "--port", "0", "--data", "data"], {
    cwd: folder,
    stdio: "ignore",
  });
  const file = join(folder, "data", "gateway.json");
  for (let tries = 0; !existsSync(file) && tries < 400; tries++) await delay(50);
  const { url } = JSON.parse(readFileSync(file, "utf8")) as { url: string };
  return { child, url, key: readFileSync(join(folder, "data", "keys", "agent.key"), "utf8").trim() };
}

test("a run that a SIGKILL cut off is closed with what is known, and the trail verifies", async () => {
  const { child, url, key } = await serve();
  const pending = fetch(`${url}/v1/runs`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ code: "await notes.person(); await notes.slow({ ms: 60000 });", session: "cut" }),
  }).catch(() => null);
  const log = join(folder, "received.jsonl");
  for (let tries = 0; tries < 400; tries++) {
    if (existsSync(log) && readFileSync(log, "utf8").includes('"slow"')) break;
    await delay(25);
  }
  child.kill("SIGKILL");
  await once(child, "exit");
  await pending;

  const gateway = await openTestGateway({ folder });
  try {
    const response = await gateway.fetch("/v1/audit/verify", { key: gateway.key("admin") });
    assert.equal(((await response.json()) as { ok: boolean }).ok, true);
    const events = await gateway.events({ session: "cut" });
    const outcomes = events
      .filter(({ kind }) => kind === "call.completed" || kind === "run.finished")
      .map(({ kind, tool, status }) => [kind, tool ?? "", status]);
    assert.deepEqual(outcomes, [
      ["call.completed", "notes.person", "succeeded"],
      ["call.completed", "notes.slow", "unknown"],
      ["run.finished", "", "failed"],
    ]);
    const [submitted] = await gateway.events({ session: "cut", kind: "run.submitted" });
    const id = String(submitted?.["run"]);
    for (const key of ["agent", "admin"] as const) {
      const asked = await gateway.fetch(`/v1/runs/${id}`, { key: gateway.key(key) });
      const { toolCalls, ...told } = (await asked.json()) as Run & { finishedAt?: string };
      delete told.finishedAt;
      assert.deepEqual(told, {
        id,
        session: "cut",
        status: "failed",
        error: { code: "CANCELLED", message: "The gateway stopped before this ended." },
        source: "trail",
      });
      assert.deepEqual(
        toolCalls.map(({ tool, status }) => [tool, status]),
        [
          ["notes.person", "succeeded"],
          ["notes.slow", "unknown"],
        ],
      );
    }
    const made = await gateway.fetch("/v1/keys", {
      method: "POST",
      key: gateway.key("admin"),
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "other" }),
    });
    const { key: other } = (await made.json()) as { key: string };
    assert.equal((await gateway.fetch(`/v1/runs/${id}`, { key: other })).status, 404, "of somebody else");
    assert.equal((await gateway.fetch("/v1/runs/run_00000000000000000000")).status, 404);
    const next = await gateway.run("return (await notes.person()).id", { session: "cut" });
    assert.equal(next.result, 7);
  } finally {
    await gateway.close();
  }
});
