// A sample of `npm run outage-test`, and a clock that nobody should trust.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { WRITE_ERRORS } from "../../scripts/faults/faults.ts";
import { proveOutage } from "../../scripts/faults/prove-outage.ts";
import { openTestGateway } from "./gateway-fixture.ts";

test("while the disk refuses writes nothing is done, everybody is told, and service comes back by itself", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-outage-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  assert.deepEqual((await proveOutage(folder, WRITE_ERRORS)).broken, []);
});

test("a clock that jumps back by days stops no run, breaks no chain and hides no event", async (t) => {
  let days = 0;
  const start = Date.now();
  const gateway = await openTestGateway({ clock: () => new Date(start + days * 86_400_000) });
  t.after(() => gateway.close());
  const statuses: string[] = [];
  for (const jump of [0, -3, 2, -400]) {
    days = jump;
    const run = await gateway.run("return (await notes.person()).email", { session: "main" });
    statuses.push(run.status, String(run.result));
  }
  const same = ["succeeded", "EMAIL_001"];
  assert.deepEqual(statuses, [...same, ...same, ...same, ...same]);
  const long = new Date(start - 401 * 86_400_000).toISOString();
  assert.equal((await gateway.events({ kind: "run.finished", since: long })).length, 4);
  const verified = await gateway.fetch("/v1/audit/verify", { key: gateway.key("admin") });
  assert.equal(((await verified.json()) as { ok: boolean }).ok, true);
  const stats = await gateway.fetch("/v1/stats", { key: gateway.key("admin") });
  const { runs } = (await stats.json()) as { runs: { latencyMs: { p99: number } } };
  assert.ok(
    runs.latencyMs.p99 >= 0 && runs.latencyMs.p99 < 86_400_000,
    "durations do not come from that clock",
  );
});
