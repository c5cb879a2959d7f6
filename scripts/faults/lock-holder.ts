// Holds a database locked until its input ends.

import BetterSqlite3 from "better-sqlite3";

const db = new BetterSqlite3(process.argv[2] ?? "", { timeout: 10_000 });
db.exec("BEGIN IMMEDIATE");
process.stdout.write("locked\n");
process.stdin.resume();
process.stdin.on("end", () => {
  db.exec("ROLLBACK");
  db.close();
});
