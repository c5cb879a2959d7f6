// The lock file: absent is one thing, broken is another.

import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { readLockFile } from "../../src/catalog/catalog.ts";

let folder = "";
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "lock-"));
});
after(() => rm(folder, { recursive: true, force: true }));

const PIN = "a1".repeat(32);

async function read(text: string): Promise<Map<string, string> | undefined> {
  const path = join(folder, "tools.lock.json");
  await writeFile(path, text);
  return readLockFile(path);
}

test("a good file is a map of pins, a missing one is undefined", async () => {
  const tools = { "crm.get": PIN, "google-drive.dots.in.name": PIN };
  assert.deepEqual(await read(JSON.stringify({ version: 1, tools })), new Map(Object.entries(tools)));
  assert.deepEqual(await read('{"version":1,"tools":{}}'), new Map());
  assert.deepEqual(
    await read(`{\n\t"version": 1,\n\t"tools": {\n\t\t"crm.get": "${PIN}"\n\t}\n}\n`),
    new Map([["crm.get", PIN]]),
  );
  assert.equal(await readLockFile(join(folder, "nowhere.json")), undefined);
});

test("a file that is there but wrong stops the start, with the problem named", async () => {
  const table: [text: string, message: RegExp][] = [
    ["", /this is not valid JSON\.$/],
    ['{"version":1,\n"tools":{', /this is not valid JSON\.$/],
    ["[]", /: the file must hold one JSON object\.$/],
    ["null", /: the file must hold one JSON object\.$/],
    ['{"tools":{}}', /: "version" must be 1\.$/],
    ['{"version":2,"tools":{}}', /: "version" must be 1\.$/],
    ['{"version":"1","tools":{}}', /: "version" must be 1\.$/],
    ['{"version":1}', /: "tools" must be an object of pins by tool\.$/],
    ['{"version":1,"tools":[]}', /: "tools" must be an object of pins by tool\.$/],
    ['{"version":1,"tool":{},"tools":{}}', /: unknown key "tool"; did you mean "tools"\?\.$/],
    ['{"version":1,"tools":{"crm.get":7}}', /: "crm\.get": a pin is a text of 64 hex digits\.$/],
    ['{"version":1,"tools":{"crm.get":"abc"}}', /: "crm\.get": a pin is 64 lower-case hex digits\.$/],
    [
      `{"version":1,"tools":{"crm.get":"${PIN.toUpperCase()}"}}`,
      /: "crm\.get": a pin is 64 lower-case hex digits\.$/,
    ],
    [`{"version":1,"tools":{"crm":"${PIN}"}}`, /: "crm": a tool is named as server\.tool\.$/],
    [`{"version":1,"tools":{"crm.get":"${PIN}","crm.get":"${PIN}"}}`, /: a key stands in it twice\.$/],
    [`{"version":1,"tools":{"a.b":"${PIN}"},"tools":{}}`, /: a key stands in it twice\.$/],
  ];
  for (const [text, message] of table)
    await assert.rejects(read(text), { code: "SETTINGS_INVALID", message }, text);
});

test("a lock file that cannot be read does not count as none", async () => {
  const path = join(folder, "folder.json");
  await mkdir(path);
  await assert.rejects(readLockFile(path), {
    code: "SETTINGS_INVALID",
    message: `${path}: the lock file cannot be read.`,
  });
});
