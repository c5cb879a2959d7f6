// Appends calls for ever, two at a time, and prints each call's name when its decision is durable. Every other call
// is completed. Made to be killed.

import { writeSync } from "node:fs";
import { openCheckpointKeys, openTrail } from "../../src/record/record.ts";
import { openSqliteStorage } from "../../src/storage/storage.ts";

const folder = process.argv[2];
if (folder === undefined) throw new Error("usage: endless-writer <data folder>");
const storage = await openSqliteStorage(folder);
const keys = await openCheckpointKeys(folder);
const trail = await openTrail(storage.trail, undefined, { keys, checkpointEvery: 20 });
const place = { principal: "support-bot", session: "main", run: "run_1" };
await trail.append({ ...place, kind: "run.started", body: {} });

async function writeCalls(writer: string): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    const call = `call_${writer}_${turn}`;
    const here = { ...place, call, tool: "crm.get" };
    await trail.append({ ...here, kind: "call.decided", decision: "allow", body: {} });
    writeSync(1, `${call}\n`);
    if (turn % 2 === 0)
      await trail.append({ ...here, kind: "call.completed", status: "succeeded", body: {} });
  }
}

await Promise.all([writeCalls("a"), writeCalls("b")]);
