import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { createParser } from "../../../src/surfaces/cli/gateway/event-stream.ts";
import { withHeartbeat } from "../../../src/surfaces/http/heartbeat.ts";

test("a silent stream carries comments that readers pass over, and none after its end", async () => {
  const written: string[] = [];
  const stream = {
    async write(text: string | Uint8Array) {
      written.push(String(text));
      return stream as never;
    },
  };
  await withHeartbeat(
    stream,
    async () => {
      await setTimeout(60);
      await stream.write("event: log\ndata: {}\n\n");
    },
    10,
  );
  const beats = written.length;
  assert.ok(beats >= 3, `${beats} pieces`);
  await setTimeout(40);
  assert.equal(written.length, beats);
  const parse = createParser();
  assert.deepEqual(written.flatMap(parse), [{ event: "log", data: {} }]);
});

test("a stream whose sending fails beats no more", async () => {
  let beats = 0;
  const stream = {
    async write() {
      beats++;
      return stream as never;
    },
  };
  await assert.rejects(
    withHeartbeat(stream, async () => Promise.reject(new Error("gone")), 5),
    /gone/,
  );
  await setTimeout(30);
  assert.equal(beats, 0);
});
