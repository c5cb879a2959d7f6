// The trail's tables. Triggers make the tables insert-only and gapless for everything that speaks SQL to them;
// the hash chain is for whoever goes around them.

// What auditors ask for most; trail-blocks.ts answers for the rest.
const INDEXED = ["session", "run", "call", "tool", "decision"];

const EVENTS = `
  CREATE TABLE events (
    seq INTEGER PRIMARY KEY CHECK (seq > 0),
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    principal TEXT,
    session TEXT,
    run TEXT,
    call TEXT,
    tool TEXT,
    decision TEXT,
    rule TEXT,
    status TEXT,
    body TEXT NOT NULL,
    prev TEXT NOT NULL,
    hash TEXT NOT NULL
  ) STRICT;
  CREATE INDEX events_at ON events (at);
  ${INDEXED.map((column) => `CREATE INDEX events_${column} ON events (${column}) WHERE ${column} IS NOT NULL;`).join("\n  ")}
`;

const INSERT_ONLY = `
  CREATE TRIGGER events_no_update BEFORE UPDATE ON events
    BEGIN SELECT RAISE(ABORT, 'the trail is insert-only'); END;
  CREATE TRIGGER events_no_delete BEFORE DELETE ON events
    BEGIN SELECT RAISE(ABORT, 'the trail is insert-only'); END;
  CREATE TRIGGER events_in_sequence BEFORE INSERT ON events
    WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM events)
    BEGIN SELECT RAISE(ABORT, 'the trail has no gaps'); END;
`;

// What was begun and not ended, kept as rows are inserted: finding it by a search over a trail of millions
// of events would hold up every start.
const OPEN_WORK = `
  CREATE TABLE open_work (
    run TEXT NOT NULL,
    call TEXT NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (run, call)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER call_opened AFTER INSERT ON events WHEN NEW.kind = 'call.decided' AND NEW.decision = 'allow'
    BEGIN INSERT OR IGNORE INTO open_work VALUES (coalesce(NEW.run, ''), coalesce(NEW.call, ''), NEW.seq); END;
  CREATE TRIGGER call_closed AFTER INSERT ON events WHEN NEW.kind = 'call.completed'
    BEGIN DELETE FROM open_work WHERE run = coalesce(NEW.run, '') AND call = coalesce(NEW.call, ''); END;
  CREATE TRIGGER run_opened AFTER INSERT ON events WHEN NEW.kind = 'run.started' AND NEW.run IS NOT NULL
    BEGIN INSERT OR IGNORE INTO open_work VALUES (NEW.run, '', NEW.seq); END;
  CREATE TRIGGER run_closed AFTER INSERT ON events WHEN NEW.kind = 'run.finished' AND NEW.run IS NOT NULL
    BEGIN DELETE FROM open_work WHERE run = NEW.run AND call = ''; END;
`;

// A segment goes on counting where the one before it ended.
const SEGMENT = `
  CREATE TABLE segment (base_seq INTEGER NOT NULL) STRICT;
  INSERT INTO segment VALUES (0);
  DROP TRIGGER events_in_sequence;
  CREATE TRIGGER events_in_sequence BEFORE INSERT ON events
    WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), (SELECT base_seq FROM segment)) + 1 FROM events)
    BEGIN SELECT RAISE(ABORT, 'the trail has no gaps'); END;
`;

// A program's text is kept once, however often it is submitted; the events hold its hash, which the chain covers.
// Three-letter pieces find any text inside a program, as LIKE would, without reading them all.
const CODE = `
  CREATE TABLE code (number INTEGER PRIMARY KEY, sha256 TEXT NOT NULL UNIQUE, text TEXT NOT NULL) STRICT;
  CREATE TABLE code_uses (sha256 TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (sha256, seq)) STRICT, WITHOUT ROWID;
  CREATE VIRTUAL TABLE code_search USING fts5(text, content='code', content_rowid='number', tokenize='trigram');
  CREATE TRIGGER code_no_update BEFORE UPDATE ON code
    BEGIN SELECT RAISE(ABORT, 'the trail is insert-only'); END;
  CREATE TRIGGER code_no_delete BEFORE DELETE ON code
    BEGIN SELECT RAISE(ABORT, 'the trail is insert-only'); END;
`;

const BLOCKS = `
  CREATE TABLE blocks (
    first INTEGER NOT NULL,
    last INTEGER PRIMARY KEY,
    earliest TEXT NOT NULL,
    latest TEXT NOT NULL,
    names TEXT NOT NULL
  ) STRICT;
`;

// Events summed up, so that a count over a million of them reads a few dozen rows: see trail-summaries.ts.
const SUMMARIES = `
  CREATE TABLE summaries (
    level INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    earliest TEXT NOT NULL,
    latest TEXT NOT NULL,
    tallies TEXT,
    flows TEXT,
    PRIMARY KEY (level, first)
  ) STRICT;
`;

export const COUNT_TABLES = ["hour_counts", "day_counts", "flow_counts"] as const;
export type CountTable = (typeof COUNT_TABLES)[number];
const EVENT_SORT = ["kind", "principal", "tool", "decision", "rule", "status", "error_code"];

/** Columns of each table of counts: its key first, then what is added up. */
export const COUNT_COLUMNS: Record<CountTable, { key: string[]; sums: string[]; latest: string[] }> = {
  hour_counts: { key: ["hour", ...EVENT_SORT], sums: ["events", "duration_ms", "saved_tokens"], latest: [] },
  day_counts: { key: ["day", ...EVENT_SORT], sums: ["events", "duration_ms", "saved_tokens"], latest: [] },
  flow_counts: {
    key: ["day", "principal", "class", "source", "target", "decision", "flow"],
    sums: ["uses"],
    latest: ["last_at"],
  },
};

function countTable(name: CountTable): string {
  const { key, sums, latest } = COUNT_COLUMNS[name];
  const texts = [...key, ...latest].map((column) => `${column} TEXT NOT NULL`);
  const numbers = sums.map((column) => `${column} INTEGER NOT NULL`);
  const primary = `PRIMARY KEY (${key.join(", ")})`;
  return `CREATE TABLE ${name} (${[...texts, ...numbers, primary].join(", ")}) STRICT, WITHOUT ROWID;`;
}

const COUNTS = COUNT_TABLES.map(countTable).join("\n");
/** The same beside the files, for what is counted while somebody asks. */
export const TEMPORARY_COUNTS = COUNTS.replaceAll("CREATE TABLE", "CREATE TEMP TABLE");

export const TRAIL_MIGRATIONS: readonly string[] = [
  EVENTS + INSERT_ONLY + OPEN_WORK,
  SEGMENT + CODE,
  BLOCKS,
  SUMMARIES + COUNTS,
];

/** Tables that files of an older version lack can be empty for whoever only reads; what is missing more than that cannot. */
export const TRAIL_READABLE_FROM = 2;

/** The tables that a file of this version lacks, beside the file. */
export function absentTables(version: number): string {
  return TRAIL_MIGRATIONS.slice(version).join("\n").replaceAll("CREATE TABLE", "CREATE TEMP TABLE");
}
