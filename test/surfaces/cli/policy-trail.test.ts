import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { openTrail, type TrailEvent } from "../../../src/record/record.ts";
import { openSqliteStorage } from "../../../src/storage/storage.ts";
import { openDesk, POLICY } from "./cli-fixture.ts";

const desk = openDesk();
after(() => desk.remove());

const SHADOW =
  "  - { id: few, match: [crm.list_contacts], args: { limit: { range: [100, 1000] } }, effect: deny, mode: shadow }\n";
const WATCHED = POLICY.replace("tests:", `${SHADOW}tests:`);

let next = 0;
function decided(tool: string, changes: Partial<TrailEvent> = {}): TrailEvent {
  next += 1;
  const { body, ...columns } = changes;
  return {
    kind: "call.decided",
    principal: "bot",
    session: "main",
    run: "run_1",
    call: `call_${next}`,
    tool,
    decision: "allow",
    rule: "crm.read",
    body: { args: { limit: 5 }, tokens: [], labels: [], policyHash: "0".repeat(64), shadow: [], ...body },
    ...columns,
  };
}

async function writeTrail(folder: string, batches: Iterable<TrailEvent[]>): Promise<void> {
  const storage = await openSqliteStorage(folder);
  const trail = await openTrail(storage.trail, () => new Date());
  for (const batch of batches) await trail.append(...batch);
  await trail.close();
  await storage.close();
}

before(async () => {
  desk.write("policies/desk.yaml", WATCHED);
  mkdirSync(desk.path(".sallyport"));
  const watched = { shadow: [{ rule: "few", policy: "desk", effect: "deny" }] };
  const denied = { decision: "deny", rule: "no_match" } as const;
  await writeTrail(desk.path(".sallyport"), [
    [
      decided("crm.list_contacts"),
      decided("crm.list_contacts", { body: { args: { limit: 500 }, ...watched } }),
      decided("crm.list_contacts", { body: { args: { limit: 200 }, ...watched } }),
      ...Array.from({ length: 4 }, () =>
        decided("crm.count_contacts", { ...denied, body: { args: { plan: "team" } } }),
      ),
      decided("crm.gone", { decision: "deny", rule: "tool_unknown" }),
    ],
  ]);
});

test("replay shows what another policy would have decided, and what cannot be decided again", async () => {
  mkdirSync(desk.path("next"));
  desk.write(
    "next/desk.yaml",
    WATCHED.replace(", mode: shadow", "").replace("crm.get_*", "crm.get_*, crm.count_*"),
  );
  const { code, out } = await desk.here(["policy", "replay", "--since", "1h", "--candidate", "next"]);
  assert.equal(code, 0);
  assert.match(
    out,
    /^ {2}wider +4 +deny by no_match +allow by desk\/crm\.read +crm\.count_contacts +call_4 call_5 call_6$/m,
  );
  assert.match(out, /^ {2}narrower +2 +allow by crm\.read +deny by desk\/few +crm\.list_contacts/m);
  assert.match(out, /^ {2}1 +the tool did not exist +call_8$/m);
  assert.match(out, /^7 of 8 decisions decided again: 1 unchanged, 6 different\.$/m);
  const failing = await desk.here([
    "policy",
    "replay",
    "--since",
    "1h",
    "--candidate",
    "next",
    "--fail-on",
    "widen",
  ]);
  assert.equal(failing.code, 1);
  const same = await desk.here(["policy", "replay", "--since", "1h", "--fail-on", "widen", "--json"]);
  assert.equal(same.code, 0);
  assert.deepEqual([JSON.parse(same.out).replayed, JSON.parse(same.out).flips], [7, []]);
});

test("explain reads a call of the trail and says that other policies decided it", async () => {
  const { code, out } = await desk.here(["policy", "explain", "call_4"]);
  assert.equal(code, 0);
  assert.match(out, /^Recorded at .*: deny by no_match, by other policies than those of today/m);
  assert.match(out, /^reviewer {2}bot calling crm\.count_contacts: deny by no_match/m);
  const gone = await desk.here(["policy", "explain", "call_8"]);
  assert.deepEqual(
    [gone.code, /It cannot be decided again: the tool did not exist\./.test(gone.out)],
    [1, true],
  );
  assert.equal((await desk.here(["policy", "explain", "call_99"])).code, 2);
});

test("suggest prints a proven file for repeated denials and writes nothing", async () => {
  const before = readFileSync(desk.path("policies/desk.yaml"), "utf8");
  const { code, out, err } = await desk.here(["policy", "suggest", "--since", "1h"]);
  assert.equal(code, 0);
  assert.match(out, /^# bot was denied crm\.count_contacts 4 times \(no_match\)/m);
  assert.match(out, /^# .*This would grant 4 of 4 of them\.$/m);
  assert.match(err, /^1 proposal\. Nothing was written/m);
  assert.equal(readFileSync(desk.path("policies/desk.yaml"), "utf8"), before);
  desk.write("policies/proposed.yaml", out);
  const checked = await desk.here(["policy", "test"]);
  assert.deepEqual([checked.code, checked.out], [0, "3 tests passed\n"]);
  const { rmSync } = await import("node:fs");
  rmSync(desk.path("policies/proposed.yaml"));
});

test("promote shows evidence and the edit, and writes only when asked", async () => {
  const shown = await desk.here(["policy", "promote", "few", "--since", "1h"]);
  assert.equal(shown.code, 0);
  assert.match(shown.out, /^"desk\/few" \(deny\) matched 2 of 8 decisions/m);
  assert.match(shown.out, /^Enforced, it would have changed 2 that were allow\.$/m);
  assert.match(
    shown.out,
    /^policies\/desk\.yaml:10:\d+\n- {3}- \{ id: few.*, mode: shadow \}\n\+ {3}- \{ id: few.*effect: deny \}$/m,
  );
  assert.match(shown.out, /^Nothing was written/m);
  assert.equal(readFileSync(desk.path("policies/desk.yaml"), "utf8"), WATCHED);
  const written = await desk.here(["policy", "promote", "desk/few", "--since", "1h", "--write"]);
  assert.equal(written.code, 0);
  assert.equal(readFileSync(desk.path("policies/desk.yaml"), "utf8"), WATCHED.replace(", mode: shadow", ""));
});
