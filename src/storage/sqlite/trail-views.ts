// The tables that auditors may ask in SQL. Each view is made over all segments at once.

import { TRAIL_COLUMNS } from "../trail-columns.ts";
import { COUNT_COLUMNS, type CountTable } from "./trail-schema.ts";

type View = { name: string; meaning: string; columns: string; select: string };

const place = "e.at, e.principal, e.session, e.run";
const body = (field: string) => `e.body ->> '$.${field}'`;

const EVENTS: View = {
  name: "events",
  meaning: "Every event as it was written; `body` is JSON: `body ->> '$.reason'`.",
  columns: TRAIL_COLUMNS.join(", "),
  select: "",
};

const CODE: View = {
  name: "code",
  meaning: "Each submitted program once, by its hash.",
  columns: "sha256, text",
  select: "",
};

const RUNS: View = {
  name: "runs",
  meaning: "One row for each run.",
  columns:
    "run, submitted_at, principal, session, surface, code_sha256, code_bytes, decision, rule, status, error_code, duration_ms, cpu_ms, saved_tokens, finished_at",
  select: `SELECT e.run, e.at, e.principal, e.session, ${body("surface")}, ${body("codeSha256")}, ${body("codeBytes")},
      d.decision, d.rule, coalesce(f.status, CASE WHEN d.decision <> 'allow' THEN 'blocked' END),
      f.body ->> '$.error.code', f.body ->> '$.durationMs', f.body ->> '$.cpuMs', f.body ->> '$.savedTokens', f.at
    FROM events e
    LEFT JOIN events d ON d.run = e.run AND d.kind = 'run.decided'
    LEFT JOIN events f ON f.run = e.run AND f.kind = 'run.finished'
    WHERE e.kind = 'run.submitted'`,
};

const CALLS: View = {
  name: "calls",
  meaning: "One row for each tool call that was decided.",
  columns:
    "call, decided_at, principal, session, run, tool, decision, rule, reason, args, status, executed, error_code, duration_ms, completed_at",
  select: `SELECT e.call, ${place}, e.tool, e.decision, e.rule, ${body("reason")}, e.body -> '$.args',
      c.status, c.body ->> '$.executed', c.body ->> '$.error.code', c.body ->> '$.durationMs', c.at
    FROM events e
    LEFT JOIN events c ON c.call = e.call AND c.run IS e.run AND c.kind = 'call.completed'
    WHERE e.kind = 'call.decided'`,
};

const TOKENS: View = {
  name: "tokens",
  meaning: "One row for each time that a token was created or restored; never its value.",
  columns: "seq, at, principal, session, run, call, tool, what, token, class, pointer, flow",
  select: `SELECT e.seq, ${place}, e.call, e.tool, substr(e.kind, 7), t.value ->> '$.token', t.value ->> '$.class',
      t.value ->> '$.pointer', t.value ->> '$.flow'
    FROM events e, json_each(e.body, '$.tokens') t
    WHERE e.kind IN ('token.created', 'token.restored')`,
};

type CountView = Omit<View, "select"> & { table: CountTable };

const counts = (table: CountTable) => {
  const { key, sums, latest } = COUNT_COLUMNS[table];
  return { table, columns: [...key, ...sums, ...latest].join(", ") };
};

const DAILY: CountView = {
  name: "daily",
  meaning:
    "How many events of each sort there were on each day, counted beforehand: add them up with `sum(events)`.",
  ...counts("day_counts"),
};

const HOURLY: CountView = { name: "hourly", meaning: "The same for each hour.", ...counts("hour_counts") };

const FLOWS: CountView = {
  name: "flows",
  meaning: "How often tokens of a class went from a source into an argument on each day: `sum(uses)`.",
  ...counts("flow_counts"),
};

const COUNT_VIEWS = [DAILY, HOURLY, FLOWS];

/** Name, columns and meaning of each, for help texts and documents. */
export const TRAIL_VIEWS: readonly Omit<View, "select">[] = [
  EVENTS,
  RUNS,
  CALLS,
  TOKENS,
  CODE,
  ...COUNT_VIEWS,
];

/** True when the question may be about counts; making these views costs some reading. */
export function asksForCounts(sql: string): boolean {
  return COUNT_VIEWS.some(({ name }) => sql.toLowerCase().includes(name));
}

/** Over databases that hold these tables. */
export function countViewStatements(attached: string[]): string[] {
  return COUNT_VIEWS.map(({ name, table, columns }) => {
    const all = attached.map((database) => `SELECT ${columns} FROM ${database}.${table}`);
    return `CREATE TEMP VIEW ${name} AS ${all.join(" UNION ALL ")}`;
  });
}

/** Statements that make the other views over databases attached under these names. */
export function viewStatements(attached: string[]): string[] {
  const union = ({ columns }: View, table: string) =>
    attached.map((name) => `SELECT ${columns} FROM ${name}.${table}`).join(" UNION ALL ");
  return [
    `CREATE TEMP VIEW events AS ${union(EVENTS, "events")}`,
    // The same program may stand in several segments.
    `CREATE TEMP VIEW code AS ${union(CODE, "code").replaceAll(" UNION ALL ", " UNION ")}`,
    ...[RUNS, CALLS, TOKENS].map(({ name, columns, select }) => {
      return `CREATE TEMP VIEW ${name} (${columns}) AS ${select}`;
    }),
  ];
}
