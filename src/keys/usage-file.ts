import type { DatabaseSync } from "node:sqlite";
import { stateFile } from "../aggregate/state/database.ts";
import { ALL } from "./record.ts";
import type { Charge, Charged, DayUse, Note, UsageStore } from "./store.ts";

/** A store that waits for the disk on the thread that asks it. */
type UsageFile = Omit<UsageStore, "close"> & { close(): void };

const MIGRATIONS = [
  `CREATE TABLE uses (
     key TEXT NOT NULL,
     span TEXT NOT NULL,
     start INTEGER NOT NULL,
     cost TEXT NOT NULL,
     requests INTEGER NOT NULL DEFAULT 0,
     refused INTEGER NOT NULL DEFAULT 0,
     PRIMARY KEY (key, span, start, cost)
   ) WITHOUT ROWID;
   CREATE INDEX uses_by_start ON uses (span, start);`,
  `ALTER TABLE uses ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE uses ADD COLUMN pages INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE uses ADD COLUMN cached INTEGER NOT NULL DEFAULT 0;`,
];

/** Minutes and days that are over for so long are deleted. */
const KEPT_MINUTES_S = 120;
const KEPT_DAYS_S = 400 * 86_400;

/** Counts in `usage.sqlite` under a directory, which processes of one machine share; in memory without one. */
export function usageFile(dataDir: string | undefined): UsageFile {
  const file = stateFile(dataDir, "usage.sqlite", MIGRATIONS);
  let sweptAt = 0;
  return {
    charge: (charge) =>
      file.write((database) => {
        if (charge.minute > sweptAt) {
          sweptAt = charge.minute;
          sweep(database, charge);
        }
        return charged(database, charge);
      }),
    note: (note) => file.write((database) => noted(database, note)),
    usage: (keys, since) =>
      file.read((database) =>
        database
          .prepare(
            `SELECT key, start, cost, requests, refused, bytes, pages, cached FROM uses
             WHERE span = 'day' AND start >= ? AND key IN (SELECT value FROM json_each(?)) ORDER BY start, key, cost`,
          )
          .all(since, JSON.stringify(keys))
          .map(
            ({ key, start, cost, requests, refused, bytes, pages, cached }): DayUse => ({
              key: String(key),
              day: Number(start),
              cost: String(cost),
              requests: Number(requests),
              refused: Number(refused),
              bytes: Number(bytes),
              pages: Number(pages),
              cached: Number(cached),
            }),
          ),
      ),
    close: () => file.close(),
  };
}

function charged(database: DatabaseSync, { key, cost, minute, day, limits }: Charge): Charged {
  const windows = [
    ["minute", minute, cost],
    ["minute", minute, ALL],
    ["day", day, cost],
    ["day", day, ALL],
  ] as const;
  const counted = database.prepare("SELECT requests FROM uses WHERE key = ? AND span = ? AND start = ? AND cost = ?");
  const counts = windows.map(([span, start, of]) => Number(counted.get(key, span, start, of)?.["requests"] ?? 0));
  const refused = counts.some((count, index) => count >= (limits[index] ?? Number.POSITIVE_INFINITY));
  const column = refused ? "refused" : "requests";
  const add = database.prepare(
    `INSERT INTO uses (key, span, start, cost, ${column}) VALUES (?, ?, ?, ?, 1)
     ON CONFLICT DO UPDATE SET ${column} = ${column} + 1`,
  );
  for (const [span, start, of] of windows) if (!refused || span === "day") add.run(key, span, start, of);
  return { refused, counts: refused ? counts : counts.map((count) => count + 1) };
}

function noted(database: DatabaseSync, { key, cost, day, bytes, pages, cached }: Note): void {
  const add = database.prepare(
    `INSERT INTO uses (key, span, start, cost, bytes, pages, cached) VALUES (?, 'day', ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET bytes = bytes + excluded.bytes, pages = pages + excluded.pages, cached = cached + excluded.cached`,
  );
  for (const one of [cost, ALL]) add.run(key, day, one, bytes, pages, cached);
}

function sweep(database: DatabaseSync, { minute, day }: Charge): void {
  const over = database.prepare("DELETE FROM uses WHERE span = ? AND start < ?");
  over.run("minute", minute - KEPT_MINUTES_S);
  over.run("day", day - KEPT_DAYS_S);
}
