// Which tokens of a session each bounded flow has restored: names of flows and tokens, never values.

import type { FlowDrawStore } from "../storage.ts";
import { type DatabaseFile, durably } from "./open-database.ts";

export const FLOW_DRAW_TABLE = `
  CREATE TABLE flow_draws (
    session TEXT NOT NULL,
    flow TEXT NOT NULL,
    token TEXT NOT NULL,
    PRIMARY KEY (session, flow, token)
  ) STRICT, WITHOUT ROWID;
`;

export function createFlowDrawTable(file: DatabaseFile): FlowDrawStore {
  const { db, attempt } = file;
  const find = db
    .prepare<[string], [string, string]>("SELECT flow, token FROM flow_draws WHERE session = ?")
    .raw();
  const add = db.prepare("INSERT INTO flow_draws VALUES (?, ?, ?) ON CONFLICT DO NOTHING");
  const forget = db.prepare("DELETE FROM flow_draws WHERE session = ?");
  const addAll = db.transaction((session: string, draws: readonly [string, string][]) => {
    for (const [flow, token] of draws) add.run(session, flow, token);
  });
  const forgetAll = db.transaction((sessions: readonly string[]) => {
    for (const session of sessions) forget.run(session);
  });
  return {
    flowDraws: (session) => attempt(() => find.all(session)),
    addFlowDraws: (session, draws) => attempt(() => durably(file, () => addAll.immediate(session, draws))),
    forgetFlowDraws: (sessions) => attempt(() => forgetAll.immediate(sessions)),
  };
}
