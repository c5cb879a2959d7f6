import assert from "node:assert/strict";
import { test } from "node:test";
import { createSessionLabels } from "../../src/run/session-labels.ts";
import type { TrailFilter, TrailRow } from "../../src/storage/storage.ts";

const SESSION = { key: "agent/s", name: "s", principal: "agent" };

function trailOf(bodies: Record<string, object[]>) {
  const asked: TrailFilter[] = [];
  return {
    asked,
    async query(filter: TrailFilter) {
      asked.push(filter);
      return (bodies[String(filter.kind)] ?? []).map((body) => ({ body: JSON.stringify(body) }) as TrailRow);
    },
  };
}

test("a new process takes a session's labels from the trail, those of a cut-off run included", async () => {
  const trail = trailOf({
    "run.finished": [{ labels: ["untrusted"] }, { reason: "the gateway stopped" }],
    "call.decided": [{ labels: ["secret"] }, { labels: "not a list" }],
  });
  const labels = createSessionLabels(trail);
  assert.deepEqual([...(await labels.of(SESSION))].sort(), ["secret", "untrusted"]);
  assert.ok(trail.asked.every(({ session, principal }) => session === "s" && principal === "agent"));
});

test("labels are only ever added, and the trail is asked once", async () => {
  const trail = trailOf({});
  const labels = createSessionLabels(trail);
  await labels.add(SESSION, ["a"]);
  const asked = trail.asked.length;
  await labels.add(SESSION, ["b"]);
  assert.deepEqual([...(await labels.of(SESSION))], ["a", "b"]);
  assert.ok(asked > 0);
  assert.equal(trail.asked.length, asked);
  assert.equal((await labels.of({ ...SESSION, key: "agent/t", name: "t" })).size, 0);
});

test("a trail that cannot be read refuses, and is asked again the next time", async () => {
  let isDown = true;
  const labels = createSessionLabels({
    async query() {
      if (isDown) throw new Error("down");
      return [];
    },
  });
  await assert.rejects(labels.of(SESSION), /down/);
  isDown = false;
  assert.equal((await labels.of(SESSION)).size, 0);
});
