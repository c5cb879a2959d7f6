// The trail's tables. Triggers make the table insert-only and gapless for everything that speaks SQL to it;
// the hash chain is for whoever goes around them.

// What auditors ask for most. Two more (kind, principal) would cost a third of the write rate at 50 writers.
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

export const TRAIL_MIGRATIONS: readonly string[] = [EVENTS + INSERT_ONLY + OPEN_WORK];
