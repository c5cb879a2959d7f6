// How far the tokens of forgotten sessions had been counted. A client may use the name again while the model still has the
// old tokens in its conversation: EMAIL_001 must not become somebody else's.

import { createHash } from "node:crypto";
import type { Database } from "better-sqlite3";

export const RETIRED_NUMBERS = `
  CREATE TABLE retired_numbers (
    session TEXT PRIMARY KEY,
    numbers TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX retired_numbers_by_age ON retired_numbers (at);
`;

/** Names of sessions are the clients' choice, so they are not kept without end: the oldest go first. */
const MOST_SESSIONS = 100_000;

export type RetiredNumbers = {
  of(session: string): Record<string, number>;
  /** To be called before the session's rows are deleted, in the same transaction. */
  keep(session: string): void;
};

export function createRetiredNumbers(db: Database): RetiredNumbers {
  const find = db.prepare<[string], string>("SELECT numbers FROM retired_numbers WHERE session = ?").pluck();
  const highest = db.prepare<[string], { class: string; number: number }>(
    "SELECT class, max(number) AS number FROM tokens WHERE session = ? GROUP BY class",
  );
  const save = db.prepare(
    `INSERT INTO retired_numbers VALUES (?, ?, unixepoch())
     ON CONFLICT (session) DO UPDATE SET numbers = excluded.numbers, at = excluded.at`,
  );
  const tooMany = db.prepare<[number], number>("SELECT max(0, count(*) - ?) FROM retired_numbers").pluck();
  const drop = db.prepare(
    "DELETE FROM retired_numbers WHERE session IN (SELECT session FROM retired_numbers ORDER BY at LIMIT ?)",
  );
  const of = (session: string): Record<string, number> =>
    JSON.parse(find.get(hashOf(session)) ?? "{}") as Record<string, number>;
  return {
    of,
    keep(session) {
      const numbers = of(session);
      const rows = highest.all(session);
      if (rows.length === 0) return;
      for (const row of rows) numbers[row.class] = Math.max(numbers[row.class] ?? 0, row.number);
      save.run(hashOf(session), JSON.stringify(numbers));
      const surplus = tooMany.get(MOST_SESSIONS) ?? 0;
      if (surplus > 0) drop.run(surplus);
    },
  };
}

/** A forgotten session leaves its name nowhere in the file. */
function hashOf(session: string): string {
  return createHash("sha256").update(session).digest("base64url");
}
