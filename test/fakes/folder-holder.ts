// Opens a data folder, says so, and holds it until it is killed. Prints the refusal when it cannot.

import { writeSync } from "node:fs";
import { openSqliteStorage } from "../../src/storage/storage.ts";

const folder = process.argv[2];
if (folder === undefined) throw new Error("usage: folder-holder <data folder>");
try {
  await openSqliteStorage(folder);
  writeSync(1, "open\n");
  setInterval(() => {}, 1000);
} catch (error) {
  writeSync(1, `${error instanceof Error ? error.message : String(error)}\n`);
}
