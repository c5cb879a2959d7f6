// What each server listed last, so that a start need not wait for it. One row a server.

import type { ToolListStore } from "../storage.ts";
import type { DatabaseFile } from "./open-database.ts";

export const TOOL_LIST_TABLE = `
  CREATE TABLE tool_lists (
    server TEXT PRIMARY KEY,
    configuration TEXT NOT NULL,
    text TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
`;

export function createToolListTable({ db, attempt }: DatabaseFile): ToolListStore {
  const find = db
    .prepare<[string, string], string>("SELECT text FROM tool_lists WHERE server = ? AND configuration = ?")
    .pluck();
  const save = db.prepare(
    `INSERT INTO tool_lists VALUES (?, ?, ?)
     ON CONFLICT (server) DO UPDATE SET configuration = excluded.configuration, text = excluded.text`,
  );
  const forget = db.prepare("DELETE FROM tool_lists WHERE server = ?");
  const forgetOthers = db.prepare(
    "DELETE FROM tool_lists WHERE server NOT IN (SELECT value FROM json_each(?))",
  );
  return {
    toolList: (server, configuration) => attempt(() => find.get(server, configuration) ?? null),
    saveToolList: (server, configuration, text) =>
      attempt(() => void (text === null ? forget.run(server) : save.run(server, configuration, text))),
    keepToolLists: (servers) => attempt(() => void forgetOthers.run(JSON.stringify(servers))),
  };
}
