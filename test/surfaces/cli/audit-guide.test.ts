// The auditor's guide is true: every command in it runs, in its order, on a small trail.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { TRAIL_VIEWS } from "../../../src/storage/storage.ts";
import { openAuditDesk } from "./audit-fixture.ts";
import type { Desk } from "./cli-fixture.ts";

const GUIDE = readFileSync(new URL("../../../docs/auditors-guide.md", import.meta.url), "utf8");
const COMMANDS = [...GUIDE.matchAll(/^\$ sallyport (.+)$/gm)].map(([, command]) => command ?? "");

/** What each command must answer; a command without an entry fails, an entry without a command too. */
const ANSWERS: Record<string, RegExp> = {
  "--decision deny --columns": /sales-bot +run_refused +web\.post +flow /,
  "--principal sales-bot": /call\.decided.*crm\.get_contact[\s\S]*call\.decided.*web\.post/,
  "audit show":
    /^run_mailed {2}succeeded[\s\S]*EMAIL_001 put back into \/to\/0 by flow\.mail[\s\S]*from crm\.get_contact/,
  "audit flows": /EMAIL +crm\.get_contact +mail\.send#\/to\/\* +allow +flow\.mail +2 +1/,
  "tool = 'mail.send'": /support-bot +allow +1/,
  "--code crm.get_contact": /run_refused[\s\S]*run_mailed/,
  "executed = 'unknown'": /call_old +crm\.list_contacts/,
  "audit stats":
    /4 submitted, 1 blocked[\s\S]*worth 0\.15 at 3 a million[\s\S]*crm\.get_contact → mail\.send/,
  "policy.loaded": /"sha256": "5f5f/,
  "'key.*'": /key\.created +admin +support-bot/,
  "audit.read --limit": /audit\.read +ann +flows/,
  "--follow": /^$/,
  "audit verify": /^The trail is intact: events 1 to \d+\.\nsegments +2/,
  "audit key": /^-----BEGIN PUBLIC KEY-----/,
  "audit backup": /copy\.db/,
  "--file copy.db": /^The trail is intact: events 1 to \d+\.\nhead/,
  "audit prune": /^Pruned 1 segment with 2 events, up to event 2\.$/m,
  "--out trail.jsonl": /^$/,
  "--format csv": /^seq,at,kind[\s\S]*call\.completed/,
  "--format ocsf": /"class_uid":2004/,
};

let desk: Desk;
before(async () => {
  desk = await openAuditDesk([{ kind: "audit.read", principal: "ann", body: { what: "flows", rows: 2 } }]);
});
after(() => desk.remove());

/** As a shell would: quotes hold together, `>` keeps the answer in a file. */
function splitWords(command: string): { words: string[]; file: string | undefined } {
  const [left = "", file] = command.split(" > ");
  const words = [...left.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? "");
  return { words, file };
}

async function answer(command: string): Promise<string> {
  const { words, file } = splitWords(command);
  const running = desk.here(words);
  // What follows never ends by itself.
  if (words.includes("--follow")) {
    while (process.listenerCount("SIGINT") === 0) await new Promise((go) => setTimeout(go, 5));
    process.emit("SIGINT");
  }
  const { code, out, err } = await running;
  assert.equal(code, 0, `${command}: ${err}`);
  if (file !== undefined) desk.write(file, out);
  return out;
}

test("every command of the guide answers what it promises", async (t) => {
  assert.ok(COMMANDS.length >= 20, `${COMMANDS.length} commands`);
  const unused = new Set(Object.keys(ANSWERS));
  for (const command of COMMANDS) {
    // The longest match is the one that is meant.
    const key = Object.keys(ANSWERS)
      .filter((part) => command.includes(part))
      .sort((a, b) => b.length - a.length)[0];
    assert.ok(key, `no answer is expected of: ${command}`);
    unused.delete(key);
    await t.test(command, async () => assert.match(await answer(command), ANSWERS[key] ?? /^\b$/));
  }
  assert.deepEqual([...unused], []);
});

test("after the guide was followed the trail still verifies, without what was pruned", async () => {
  const { code, out } = await desk.here(["audit", "verify"]);
  assert.equal(code, 0, out);
  assert.match(out, /^The trail is intact: events 3 to \d+\.\npruned +events 1 to 2, as the trail says/);
  const exported = readFileSync(desk.path("trail.jsonl"), "utf8").trim().split("\n");
  assert.equal(JSON.parse(exported[0] ?? "").kind, "segment.opened");
});

test("the guide lists exactly the views that there are, with their columns", () => {
  const listed = [...GUIDE.matchAll(/^\| `(\w+)` \| `([\w, ]+)` \|$/gm)].map(([, name, columns]) => ({
    name,
    columns,
  }));
  assert.deepEqual(
    listed,
    TRAIL_VIEWS.map(({ name, columns }) => ({ name, columns })),
  );
});
