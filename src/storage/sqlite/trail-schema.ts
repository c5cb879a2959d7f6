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

export const TRAIL_MIGRATIONS: readonly string[] = [EVENTS + INSERT_ONLY + OPEN_WORK, SEGMENT + CODE, BLOCKS];
