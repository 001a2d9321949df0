/** The tables of `tasks.sqlite`: each text brings them from one version to the next, and is never changed once released. */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE process(id TEXT PRIMARY KEY, machine TEXT NOT NULL, pid INTEGER NOT NULL, seen_at INTEGER NOT NULL) STRICT;
  CREATE TABLE task(
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, owner TEXT NOT NULL, kind TEXT NOT NULL, v INTEGER NOT NULL,
    body TEXT NOT NULL, state TEXT NOT NULL, created_at INTEGER NOT NULL, started_at INTEGER, ended_at INTEGER,
    deadline_at INTEGER NOT NULL, most INTEGER NOT NULL, breadth INTEGER, error TEXT, stopped TEXT,
    sites TEXT NOT NULL DEFAULT '[]', docs INTEGER NOT NULL DEFAULT 0, notes INTEGER NOT NULL DEFAULT 0,
    failed INTEGER NOT NULL DEFAULT 0, disallowed INTEGER NOT NULL DEFAULT 0, waiting INTEGER NOT NULL DEFAULT 0,
    claimed INTEGER NOT NULL DEFAULT 0, counted INTEGER NOT NULL DEFAULT 0, served_at INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX task_open ON task(claimed, served_at) WHERE ended_at IS NULL;
  CREATE INDEX task_ended ON task(ended_at) WHERE ended_at IS NOT NULL;
  CREATE INDEX task_owner ON task(owner, created_at);
  CREATE TABLE entry(
    seq INTEGER PRIMARY KEY, task TEXT NOT NULL, key INTEGER NOT NULL, host TEXT NOT NULL, url TEXT NOT NULL,
    depth INTEGER NOT NULL, state INTEGER NOT NULL, process TEXT, token TEXT, tries INTEGER NOT NULL DEFAULT 0,
    UNIQUE(task, key)
  ) STRICT;
  CREATE INDEX entry_waiting ON entry(task, host, seq) WHERE state = 0;
  CREATE INDEX entry_claimed ON entry(process) WHERE state = 1;
  CREATE TABLE host(
    task TEXT NOT NULL, name TEXT NOT NULL, waiting INTEGER NOT NULL, claimed INTEGER NOT NULL, most INTEGER NOT NULL,
    next_at INTEGER NOT NULL, PRIMARY KEY(task, name)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX host_next ON host(task, next_at) WHERE waiting > 0;
  CREATE TABLE document(task TEXT NOT NULL, n INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY(task, n)) STRICT, WITHOUT ROWID;
  CREATE TABLE note(task TEXT NOT NULL, n INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY(task, n)) STRICT, WITHOUT ROWID;
  CREATE TABLE tally(task TEXT NOT NULL, key TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY(task, key)) STRICT, WITHOUT ROWID;
  CREATE TABLE content(task TEXT NOT NULL, band INTEGER NOT NULL, value INTEGER NOT NULL, sim INTEGER NOT NULL,
    title TEXT, url TEXT NOT NULL) STRICT;
  CREATE INDEX content_band ON content(task, band, value);
  `,
  `
  ALTER TABLE task ADD COLUMN pool TEXT NOT NULL DEFAULT 'visit';
  DROP INDEX task_open;
  CREATE INDEX task_open ON task(pool, claimed, served_at) WHERE ended_at IS NULL;
  ALTER TABLE note ADD COLUMN at INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE idempotency(
    owner TEXT NOT NULL, key TEXT NOT NULL, hash TEXT NOT NULL, task TEXT NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY(owner, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX idempotency_at ON idempotency(at);
  CREATE TABLE item(
    queue TEXT NOT NULL, id TEXT NOT NULL, owner TEXT NOT NULL, body TEXT NOT NULL, due_at INTEGER,
    process TEXT, token TEXT, PRIMARY KEY(queue, id)
  ) STRICT;
  CREATE INDEX item_due ON item(queue, due_at) WHERE process IS NULL AND due_at IS NOT NULL;
  CREATE INDEX item_held ON item(process) WHERE process IS NOT NULL;
  CREATE INDEX item_owner ON item(queue, owner, id);
  `,
  `
  DROP INDEX content_band;
  CREATE INDEX content_band ON content(task, band, value, title);
  `,
  `
  ALTER TABLE task ADD COLUMN visits INTEGER;
  ALTER TABLE task ADD COLUMN keep_ms INTEGER;
  CREATE INDEX task_brief ON task(ended_at) WHERE keep_ms IS NOT NULL;
  CREATE INDEX entry_suspect ON entry(seq) WHERE tries >= 2 AND state <> 2;
  `,
];
