import { lastValueFrom, toArray } from "rxjs";
import { expect, it } from "vitest";
import { okx } from "../../../src/sources/crypto/okx.ts";
import { CandleItem, QuoteItem } from "../../../src/sources/kit/values/market.ts";
import { reading } from "../kit/reading.ts";

const said = (data: unknown) => JSON.stringify({ code: "0", msg: "", data });
const day = (date: string, close: string) => [String(Date.parse(date)), "1", "2", "0.5", close, "9", "9", "9", "1"];

it("gives the price first, then the days, in as many answers as they need", async () => {
  const context = reading(({ url }) => {
    if (url.includes("/ticker")) return said([{ instId: "ETH-BTC", last: "0.0331" }]);
    return said([url.includes("after=") ? day("2026-01-25", "0.0255") : day("2026-11-20", "0.0330")]);
  });
  const items = await lastValueFrom(okx.open("ETH/XBT", { days: "365" }, context).pipe(toArray()));
  expect(items.map(({ kind, price, close, currency }) => [kind, price ?? close, currency])).toEqual([
    ["quote", "0.0331", "BTC"],
    ["candle", "0.0330", "BTC"],
    ["candle", "0.0255", "BTC"],
  ]);
  const [quote, ...days] = items;
  expect(QuoteItem.safeParse(quote).error?.issues).toBeUndefined();
  for (const one of days) expect(CandleItem.safeParse(one).error?.issues).toBeUndefined();
  expect(context.asked.map(({ url }) => URL.parse(url)?.search)).toEqual([
    "?instId=ETH-BTC",
    "?instId=ETH-BTC&bar=1Dutc&limit=300",
    `?instId=ETH-BTC&bar=1Dutc&limit=65&after=${Date.parse("2026-01-26")}`,
  ]);
  expect(context.notices).toEqual([{ kind: "note", text: "understood as ETH/BTC", once: true }]);
});

it("gives the days where the price cannot be had, and says so", async () => {
  const context = reading(({ url }) =>
    url.includes("/ticker")
      ? JSON.stringify({ code: "50011", msg: "Too Many Requests" })
      : said([day("2026-11-20", "7")]),
  );
  const items = await lastValueFrom(okx.open("SOL", {}, context).pipe(toArray()));
  expect(items.map(({ kind }) => kind)).toEqual(["candle"]);
  expect(context.notices).toContainEqual({ kind: "note", text: "OKX says: “Too Many Requests” (code 50011)." });
});

it.each([
  ["a b c", {}, "is no asset"],
  ["BTC", { days: "366" }, "days"],
])("refuses %s with %j", async (q, options, sentence) => {
  await expect(
    lastValueFrom(
      okx.open(
        q,
        options,
        reading(() => ""),
      ),
    ),
  ).rejects.toThrow(sentence);
});
