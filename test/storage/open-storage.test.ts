import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import BetterSqlite3 from "better-sqlite3";
import { openTrailFile } from "../../src/storage/sqlite/trail-store.ts";
import { openSqliteStorage, openSqliteStorageReadOnly } from "../../src/storage/storage.ts";
import { temporaryFolder } from "../record/trail-fixture.ts";

const HOLDER = fileURLToPath(new URL("../fakes/folder-holder.ts", import.meta.url));

/** A second process that tries to open the folder, and its first word about it. */
async function openElsewhere(
  t: TestContext,
  folder: string,
): Promise<{ child: ChildProcess; said: string; exit: Promise<unknown> }> {
  const child = spawn(process.execPath, [HOLDER, folder], { stdio: ["ignore", "pipe", "inherit"] });
  const exit = once(child, "exit");
  t.after(() => child.kill("SIGKILL"));
  const [said] = await once(createInterface({ input: child.stdout }), "line");
  return { child, said: String(said), exit };
}

test("a new data folder and all its files belong to the owner alone", async (t) => {
  const folder = join(await temporaryFolder(t), "deep", "data");
  const storage = await openSqliteStorage(folder);
  t.after(() => storage.close());
  await storage.state.addPins(new Map([["crm.get", "0"]]));
  await storage.vault.createSession("ann/main", new Uint8Array(8));
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
  const names = await readdir(folder);
  for (const name of ["trail.db", "vault.db", "state.db", "lock.db", "state.db-wal", "vault.db-wal"]) {
    assert.ok(names.includes(name), name);
  }
  for (const name of names) assert.equal((await stat(join(folder, name))).mode & 0o777, 0o600, name);
});

test("the trail's file is opened so that every commit reaches the disk", async (t) => {
  const file = openTrailFile(join(await temporaryFolder(t), "trail.db"), false);
  t.after(() => file.close());
  const FULL = 2;
  assert.equal(file.db.pragma("synchronous", { simple: true }), FULL);
  assert.equal(file.db.pragma("journal_mode", { simple: true }), "wal");
});

const UNUSABLE: {
  title: string;
  make: (folder: string) => Promise<string>;
  message: RegExp;
  hint: RegExp;
}[] = [
  {
    title: "a file",
    make: async (folder) => {
      await writeFile(join(folder, "data"), "");
      return join(folder, "data");
    },
    message: /\/data is a file where a folder is expected/,
    hint: /Point the gateway at a folder/,
  },
  {
    title: "a path below a file",
    make: async (folder) => {
      await writeFile(join(folder, "file"), "");
      return join(folder, "file", "data");
    },
    message: /\/file\/data lies under a path that is not a folder/,
    hint: /data folder that can be created/,
  },
  {
    title: "a place where nobody can write",
    make: async () => "/proc/sallyport-data",
    message: /\/proc\/sallyport-data cannot be created/,
    hint: /data folder that can be created/,
  },
  {
    title: "a folder whose trail.db is a folder",
    make: async (folder) => {
      await mkdir(join(folder, "trail.db"));
      return folder;
    },
    message: /\/trail\.db cannot be opened/,
    hint: /data folder/,
  },
  {
    title: "a folder whose state.db is no database",
    make: async (folder) => {
      await writeFile(join(folder, "state.db"), "this is a text, and a long one at that\n".repeat(100));
      return folder;
    },
    message: /\/state\.db is not a database/,
    hint: /backup/,
  },
  {
    title: "a folder with another program's database",
    make: async (folder) => {
      const db = new BetterSqlite3(join(folder, "vault.db"));
      db.exec("CREATE TABLE bookmarks (url TEXT)");
      db.close();
      return folder;
    },
    message: /\/vault\.db is a database of another program/,
    hint: /move the file away/,
  },
  {
    title: "a folder of a newer version",
    make: async (folder) => {
      await (await openSqliteStorage(folder)).close();
      const db = new BetterSqlite3(join(folder, "trail.db"));
      db.pragma("user_version = 99");
      db.close();
      return folder;
    },
    message: /\/trail\.db was written by a newer version/,
    hint: /newer version/,
  },
];

for (const { title, make, message, hint } of UNUSABLE) {
  test(`a data folder that is ${title} is refused with its path and a next step`, async (t) => {
    const folder = await make(await temporaryFolder(t));
    await assert.rejects(openSqliteStorage(folder), { code: "STORAGE_UNAVAILABLE", message, hint });
    await assert.rejects(
      openSqliteStorage(folder),
      { code: "STORAGE_UNAVAILABLE", message },
      "no lock is left",
    );
  });
}

test("a second gateway is refused while the first one lives, and served when it is closed", async (t) => {
  const folder = await temporaryFolder(t);
  const first = await openSqliteStorage(folder);
  await assert.rejects(openSqliteStorage(folder), {
    code: "STORAGE_UNAVAILABLE",
    message: `The data folder ${folder} is in use by another gateway (process ${process.pid}).`,
  });
  const { said, exit } = await openElsewhere(t, folder);
  assert.match(said, new RegExp(`in use by another gateway \\(process ${process.pid}\\)`));
  await exit;
  await first.close();
  await (await openSqliteStorage(folder)).close();
});

test("the folder of a killed gateway is taken over", async (t) => {
  const folder = await temporaryFolder(t);
  const { child, said, exit } = await openElsewhere(t, folder);
  assert.equal(said, "open");
  await assert.rejects(openSqliteStorage(folder), { message: new RegExp(`process ${child.pid}\\)`) });
  child.kill("SIGKILL");
  await exit;
  await (await openSqliteStorage(folder)).close();
});

test("reading works beside a running gateway and without one, and writes nothing", async (t) => {
  const folder = await temporaryFolder(t);
  await assert.rejects(openSqliteStorageReadOnly(folder), {
    code: "STORAGE_UNAVAILABLE",
    message: /trail\.db does not exist/,
  });
  const gateway = await openSqliteStorage(folder);
  await gateway.state.addPins(new Map([["crm.get", "0"]]));
  const beside = await openSqliteStorageReadOnly(folder);
  assert.deepEqual(await beside.state.pins(), new Map([["crm.get", "0"]]));
  await assert.rejects(beside.state.addPins(new Map([["crm.put", "1"]])), {
    code: "STORAGE_UNAVAILABLE",
    message: "state.db is open for reading only.",
  });
  await assert.rejects(beside.vault.createSession("s", new Uint8Array(1)), { code: "STORAGE_UNAVAILABLE" });
  await beside.close();
  await gateway.close();
  const alone = await openSqliteStorageReadOnly(folder);
  t.after(() => alone.close());
  assert.equal((await alone.state.pins()).size, 1);
  assert.equal(await alone.trail.head(), null);
});
