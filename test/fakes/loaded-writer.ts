// A gateway as far as the trail sees it, under load: eight callers at a time, each deciding, acting and completing.
// The action is one line in a file, as an upstream server would keep it. Made to be killed.

import { openSync, writeSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { join } from "node:path";
import { openCheckpointKeys, openTrail } from "../../src/record/record.ts";
import { openSqliteStorage } from "../../src/storage/storage.ts";
import { sha256Hex } from "../../src/text/canonical-json.ts";

const [, , folder = "", round = "0"] = process.argv;
const storage = await openSqliteStorage(join(folder, "data"), { segmentMb: 0.5 });
const keys = await openCheckpointKeys(join(folder, "data"));
const trail = await openTrail(storage.trail, undefined, { keys, checkpointEvery: 25 });
await trail.recover();
const acknowledged = openSync(join(folder, "acknowledged"), "a");
const effects = openSync(join(folder, "effects"), "a");
const code = "return await crm.get()";
const place = { principal: "support-bot", session: "main" };

async function work(caller: number): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    const run = `run_${round}_${caller}_${turn}`;
    const call = `call_${round}_${caller}_${turn}`;
    const body = { codeSha256: sha256Hex(code), code };
    await trail.append(
      { ...place, kind: "run.submitted", run, body },
      { ...place, kind: "run.started", run, body: {} },
    );
    await trail.append({
      ...place,
      kind: "call.decided",
      run,
      call,
      tool: "crm.get",
      decision: "allow",
      body: {},
    });
    writeSync(acknowledged, `decided ${call}\n`);
    writeSync(effects, `${call}\n`);
    await trail.append({ ...place, kind: "call.completed", run, call, status: "succeeded", body: {} });
    writeSync(acknowledged, `completed ${call}\n`);
    await trail.append({ ...place, kind: "run.finished", run, status: "succeeded", body: {} });
  }
}

// A killed process does not keep what it compiled.
flushCompileCache();
process.stdout.write("writing\n");
await Promise.all(Array.from({ length: 8 }, (_, caller) => work(caller)));
