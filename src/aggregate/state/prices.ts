import type { Observable } from "rxjs";
import { z } from "zod";
import { keepWithin, STATE_BYTES } from "./budget.ts";
import { stateFile } from "./database.ts";

/** What offers of products cost on the days on which somebody asked. */
export interface PriceMemory {
  /**
   * Keeps the figures of a day. Of several in one day those of most offers stay, of as many the latest; each counts as an
   * observation. Figures of a few chosen sources are not comparable with those of all, and should not be kept.
   */
  keep(product: PricedProduct, seen: PricesSeen): Observable<void>;
  /** The days kept, oldest first; none for a product that was never seen. */
  days(product: PricedProduct): Observable<readonly PriceDay[]>;
  close(): void;
}

/** One product in one market. */
export interface PricedProduct {
  /** Its GTIN, or its name written alike whoever asks. */
  readonly product: string;
  /** Two letters. */
  readonly region: string;
  /** Of all its prices: ISO 4217. */
  readonly currency: string;
}

/** The prices of a product's new offers, outliers left out. */
export interface PricesSeen {
  /** The UTC day, as 2026-01-31. */
  readonly date: string;
  /** Offers. */
  readonly n: number;
  readonly min: number;
  readonly median: number;
}

export interface PriceDay extends PricesSeen {
  /** How often somebody asked that day. */
  readonly observations: number;
}

/** Days remembered. */
const MAX_DAYS = 400;
const DAY = 86_400_000;

const MIGRATIONS = [
  `CREATE TABLE price_day (
     product TEXT NOT NULL,
     region TEXT NOT NULL,
     currency TEXT NOT NULL,
     date TEXT NOT NULL,
     n INTEGER NOT NULL,
     min REAL NOT NULL,
     median REAL NOT NULL,
     observations INTEGER NOT NULL DEFAULT 1,
     PRIMARY KEY (product, region, currency, date)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX price_day_date ON price_day (date);`,
];

const Days = z.array(
  z.object({ date: z.string(), n: z.int(), min: z.number(), median: z.number(), observations: z.int() }),
);

/** The prices kept in `<dataDir>/prices.sqlite`, or in memory where there is no folder. Past `maxBytes` the oldest days go. */
export function priceMemory(dataDir: string | undefined, maxBytes = STATE_BYTES): PriceMemory {
  const file = stateFile(dataDir, "prices.sqlite", MIGRATIONS);
  return {
    keep: ({ product, region, currency }, { date, n, min, median }) =>
      file.write((database) => {
        database
          .prepare(
            `INSERT INTO price_day (product, region, currency, date, n, min, median) VALUES (?, ?, ?, ?, ?, ?, ?)
             ON CONFLICT DO UPDATE SET
               observations = observations + 1,
               min = iif(excluded.n >= n, excluded.min, min),
               median = iif(excluded.n >= n, excluded.median, median),
               n = max(excluded.n, n)`,
          )
          .run(product, region, currency, date, n, min, median);
        const oldest = new Date(Date.parse(date) - MAX_DAYS * DAY).toISOString().slice(0, 10);
        database.prepare("DELETE FROM price_day WHERE date < ?").run(oldest);
        const forget = database.prepare(
          "DELETE FROM price_day WHERE date = (SELECT min(date) FROM price_day) AND date < ?",
        );
        keepWithin(database, maxBytes, () => forget.run(date).changes);
      }),
    days: ({ product, region, currency }) =>
      file.read((database) =>
        Days.parse(
          database
            .prepare(
              `SELECT date, n, min, median, observations FROM price_day
               WHERE product = ? AND region = ? AND currency = ? ORDER BY date`,
            )
            .all(product, region, currency),
        ),
      ),
    close: file.close,
  };
}
