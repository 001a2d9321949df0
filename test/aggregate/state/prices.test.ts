import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { firstValueFrom } from "rxjs";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  type PriceDay,
  type PricedProduct,
  type PriceMemory,
  type PricesSeen,
  priceMemory,
} from "../../../src/aggregate/state/prices.ts";

let folder = "";
let prices: PriceMemory;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "prices-"));
  prices = priceMemory(folder);
});
afterEach(() => {
  prices.close();
  rmSync(folder, { recursive: true, force: true });
});

const camera: PricedProduct = { product: "camera x100", region: "US", currency: "USD" };
const keep = (seen: PricesSeen, product = camera) => firstValueFrom(prices.keep(product, seen));
const days = (product = camera): Promise<readonly PriceDay[]> => firstValueFrom(prices.days(product));

it("tells the days of one product in one market, oldest first", async () => {
  await keep({ date: "2026-01-11", n: 8, min: 90, median: 98 });
  await keep({ date: "2026-01-01", n: 9, min: 95.5, median: 100 });
  await keep({ date: "2026-01-01", n: 4, min: 80, median: 88 }, { ...camera, region: "FR", currency: "EUR" });
  expect(await days()).toEqual([
    { date: "2026-01-01", n: 9, min: 95.5, median: 100, observations: 1 },
    { date: "2026-01-11", n: 8, min: 90, median: 98, observations: 1 },
  ]);
  expect(await days({ ...camera, currency: "EUR" })).toEqual([]);
});

it("keeps of a day the figures of most offers, of as many the latest, and counts all", async () => {
  await keep({ date: "2026-01-01", n: 5, min: 90, median: 100 });
  await keep({ date: "2026-01-01", n: 2, min: 10, median: 20 });
  expect(await days()).toEqual([{ date: "2026-01-01", n: 5, min: 90, median: 100, observations: 2 }]);
  await keep({ date: "2026-01-01", n: 5, min: 91, median: 101 });
  expect(await days()).toEqual([{ date: "2026-01-01", n: 5, min: 91, median: 101, observations: 3 }]);
  await keep({ date: "2026-01-01", n: 7, min: 80, median: 99 });
  expect(await days()).toEqual([{ date: "2026-01-01", n: 7, min: 80, median: 99, observations: 4 }]);
});

it("remembers what another process kept", async () => {
  await keep({ date: "2026-01-01", n: 5, min: 90, median: 100 });
  const other = priceMemory(folder);
  expect(await firstValueFrom(other.days(camera))).toHaveLength(1);
  other.close();
});

it("forgets the oldest days of all products where the file has no room", async () => {
  const small = priceMemory(folder, 200_000);
  const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString().slice(0, 10);
  for (let n = 1; n <= 60; n += 1)
    for (let product = 0; product < 40; product += 1)
      await firstValueFrom(
        small.keep({ ...camera, product: `${product} ${"x".repeat(40)}` }, { date: day(n), n: 5, min: 9, median: 10 }),
      );
  const kept = await firstValueFrom(small.days({ ...camera, product: `7 ${"x".repeat(40)}` }));
  expect(kept.at(-1)?.date).toBe(day(60));
  expect(kept.length).toBeLessThan(60);
  expect(kept.length).toBeGreaterThan(10);
  small.close();
});

it("forgets days older than 400", async () => {
  await keep({ date: "2025-01-01", n: 5, min: 90, median: 100 });
  await keep({ date: "2026-02-05", n: 5, min: 90, median: 100 });
  expect(await days()).toHaveLength(2);
  await keep({ date: "2026-02-06", n: 5, min: 90, median: 100 });
  expect((await days()).map(({ date }) => date)).toEqual(["2026-02-05", "2026-02-06"]);
});
