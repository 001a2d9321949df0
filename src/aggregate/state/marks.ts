import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { Observable } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { forgetMarks, STATE_BYTES } from "./budget.ts";
import { stateFile } from "./database.ts";

/** Which of a feed's entries were reported to a reader. */
export interface FeedMarks {
  /**
   * Claims the newest entries that were neither reported to this reader nor claimed by a check that is under way. No two
   * checks, of however many processes, claim the same entry.
   */
  claim(check: FeedCheck): Observable<Claim>;
  /** What would be claimed; nothing is written. */
  peek(check: FeedCheck): Observable<Claim>;
  /**
   * What a check claimed and showed is reported for good; what it claimed and did not show is new again. Fails with
   * `timeout`, and marks nothing, where another check has taken something over, or had the feed forgotten.
   */
  confirm(check: FeedCheck, claim: Claim, shown?: readonly string[]): Observable<void>;
  /** What was claimed and not confirmed is new again. */
  release(claim: Claim): Observable<void>;
  close(): void;
}

/** What an entry of a feed is known again by. */
export interface EntryKeys {
  /** Told apart by. */
  readonly key: string;
  /** Where this is kept, `key` alone does not say that the entry is known. */
  readonly unless?: string;
  /** Each of these says that it is known. */
  readonly knownBy?: readonly string[];
  /** What is kept of it beside `key`, once it was shown. */
  readonly kept?: readonly string[];
}

export interface FeedCheck {
  /** Whose marks these are: readers do not know of one another. */
  readonly reader: string;
  /** The feed's address. */
  readonly feed: string;
  /** Its entries' keys, newest first, each once. */
  readonly entries: readonly EntryKeys[];
  /** Entries claimed at most; the rest stays new for the next check. */
  readonly limit: number;
  /** Now, in milliseconds since 1970. */
  readonly at: number;
  /** Forget first what was ever reported. */
  readonly reset: boolean;
}

export interface Claim {
  /** The check's own. */
  readonly id: string;
  /** Keys of the entries claimed, newest first. */
  readonly fresh: readonly string[];
  /** Entries that are new as well, beyond the limit. */
  readonly remaining: number;
  /** Entries that were reported before, or that another check reports at this moment. */
  readonly known: number;
  /** When the last check was confirmed, in milliseconds since 1970; absent: never. */
  readonly previousCheck?: number | undefined;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A claim that was neither confirmed nor released in so long is that of a process that is no more. */
const FORSAKEN_MS = 10 * MINUTE;
/** Marks of entries that the feed has not shown for so long are forgotten. */
const FORGOTTEN_MS = 180 * DAY;

const MIGRATIONS = [
  `CREATE TABLE feed (
     id INTEGER PRIMARY KEY,
     reader TEXT NOT NULL,
     url TEXT NOT NULL,
     checked_at INTEGER,
     UNIQUE (reader, url)
   ) STRICT;
   CREATE TABLE seen (
     feed INTEGER NOT NULL REFERENCES feed ON DELETE CASCADE,
     key TEXT NOT NULL,
     check_id TEXT NOT NULL,
     claimed_at INTEGER NOT NULL,
     shown_at INTEGER NOT NULL,
     confirmed INTEGER NOT NULL DEFAULT 0,
     PRIMARY KEY (feed, key)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX seen_claims ON seen (check_id) WHERE confirmed = 0;`,
];

const FeedRow = z.object({ id: z.int(), checked_at: z.int().nullable() });
const SeenRow = z.object({ claimed_at: z.int(), shown_at: z.int(), confirmed: z.int() });

/**
 * The marks kept in `<dataDir>/monitor.sqlite`, or in memory where there is no folder. Past `maxBytes` those of the feeds that
 * were not checked for longest are forgotten.
 */
export function feedMarks(dataDir: string | undefined, maxBytes = STATE_BYTES): FeedMarks {
  const file = stateFile(dataDir, "monitor.sqlite", MIGRATIONS);
  return {
    claim: (check) => file.write((database) => claim(database, check, maxBytes)),
    peek: (check) => file.read((database) => claimOf(database, check, feedRow(database, check))),
    confirm: (check, claim, shown = claim.fresh) =>
      file.write((database) => {
        release(database, claim, shown);
        confirm(database, check, claim, shown);
      }),
    release: (claim) => file.write((database) => release(database, claim, [])),
    close: file.close,
  };
}

type Feed = z.output<typeof FeedRow>;

function feedRow(database: DatabaseSync, { reader, feed, reset }: FeedCheck): Feed | undefined {
  if (reset) return undefined;
  return FeedRow.optional().parse(
    database.prepare("SELECT id, checked_at FROM feed WHERE reader = ? AND url = ?").get(reader, feed),
  );
}

/** What a check finds; `feed` is absent where it was never checked. */
function claimOf(database: DatabaseSync, { entries, limit, at }: FeedCheck, feed: Feed | undefined): Claim {
  const seen = database.prepare("SELECT claimed_at, shown_at, confirmed FROM seen WHERE feed = ? AND key = ?");
  const isSeen = (key: string): boolean => {
    const row = SeenRow.optional().parse(seen.get(feed?.id ?? null, key));
    return row !== undefined && (row.confirmed === 1 || row.claimed_at > at - FORSAKEN_MS);
  };
  const isClaimed = (key: string): boolean => {
    const row = SeenRow.optional().parse(seen.get(feed?.id ?? null, key));
    return row !== undefined && row.confirmed === 0 && row.claimed_at > at - FORSAKEN_MS;
  };
  const isKnown = ({ key, unless, knownBy = [] }: EntryKeys): boolean =>
    isClaimed(key) || (isSeen(key) && (unless === undefined || !isSeen(unless))) || knownBy.some(isSeen);
  const unseen = entries.filter((entry) => !isKnown(entry)).map(({ key }) => key);
  return {
    id: randomUUID(),
    fresh: unseen.slice(0, limit),
    remaining: Math.max(0, unseen.length - limit),
    known: entries.length - unseen.length,
    previousCheck: feed?.checked_at ?? undefined,
  };
}

function claim(database: DatabaseSync, check: FeedCheck, maxBytes: number): Claim {
  const { reader, feed: url, entries, at, reset } = check;
  if (reset) database.prepare("DELETE FROM feed WHERE reader = ? AND url = ?").run(reader, url);
  database.prepare("INSERT INTO feed (reader, url) VALUES (?, ?) ON CONFLICT DO NOTHING").run(reader, url);
  const feed = FeedRow.parse(feedRow(database, { ...check, reset: false }));
  const found = claimOf(database, check, feed);
  const shown = database.prepare("UPDATE seen SET shown_at = ? WHERE feed = ? AND key = ? AND shown_at < ?");
  for (const { key, kept = [] } of entries) for (const one of [key, ...kept]) shown.run(at, feed.id, one, at - DAY);
  database.prepare("DELETE FROM seen WHERE feed = ? AND shown_at < ?").run(feed.id, at - FORGOTTEN_MS);
  const take = database.prepare(
    `INSERT INTO seen (feed, key, check_id, claimed_at, shown_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET check_id = excluded.check_id, claimed_at = excluded.claimed_at, confirmed = 0`,
  );
  for (const key of found.fresh) take.run(feed.id, key, found.id, at, at);
  forgetMarks(database, { feed: feed.id, shownBefore: at - DAY, maxBytes });
  return found;
}

/** Of a claim, all but the keys that were shown is new again. */
function release(database: DatabaseSync, { id, fresh }: Claim, shown: readonly string[]): void {
  const kept = new Set(shown);
  const free = database.prepare("DELETE FROM seen WHERE check_id = ? AND key = ? AND confirmed = 0");
  for (const key of fresh) if (!kept.has(key)) free.run(id, key);
}

function confirm(
  database: DatabaseSync,
  { reader, feed, entries, at }: FeedCheck,
  { id }: Claim,
  shown: readonly string[],
): void {
  const { changes } = database.prepare("UPDATE seen SET confirmed = 1 WHERE check_id = ? AND confirmed = 0").run(id);
  if (Number(changes) !== shown.length)
    throw new SourceError("timeout", `This check of ${feed} was held up until another one took its articles over.`);
  const keep = database.prepare(
    `INSERT INTO seen (feed, key, check_id, claimed_at, shown_at, confirmed)
     SELECT id, ?, ?, ?, ?, 1 FROM feed WHERE reader = ? AND url = ? ON CONFLICT DO UPDATE SET shown_at = excluded.shown_at`,
  );
  const told = new Set(shown);
  for (const { key, kept = [] } of entries)
    if (told.has(key)) for (const one of kept) keep.run(one, id, at, at, reader, feed);
  database.prepare("UPDATE feed SET checked_at = ? WHERE reader = ? AND url = ?").run(at, reader, feed);
}
