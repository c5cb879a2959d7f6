import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openTestGateway } from "./gateway-fixture.ts";

test("files of the trail that are older than the operator wants go at the next start, and the trail says so", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-keep-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const now = Date.now();
  const open = (daysAgo: number, trailKeepDays: number) =>
    openTestGateway({
      folder,
      keep: true,
      flags: { trailKeepDays },
      clock: () => new Date(now - daysAgo * 86_400_000),
    });
  for (const daysAgo of [100, 50]) {
    const gateway = await open(daysAgo, 365);
    assert.equal((await gateway.run("return 1")).status, "succeeded");
    await gateway.close();
  }
  const gateway = await open(0, 80);
  t.after(() => gateway.close());
  const [pruned] = await gateway.events({ kind: "trail.pruned" });
  assert.deepEqual(
    [pruned?.["principal"]?.toString().split(" ")[0], pruned?.body["segments"]],
    ["sallyport", 1],
  );
  const runs = await gateway.events({ kind: "run.finished" });
  assert.equal(runs.length, 1, "the run of 50 days ago is still there");
  const verified = await gateway.fetch("/v1/audit/verify", { key: gateway.key("admin") });
  assert.equal(((await verified.json()) as { ok: boolean }).ok, true);
});
