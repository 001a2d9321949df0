import { expect, it } from "vitest";
import { pairIn, pairOf } from "../../../../src/sources/kit/requests/pair.ts";

it.each([
  ["BTC", "BTC", undefined],
  ["$btc", "BTC", undefined],
  ["XBT", "BTC", undefined],
  ["USDT", "USDT", undefined],
  ["WBTC", "WBTC", undefined],
  ["STETH", "STETH", undefined],
  ["BTCUSDT", "BTC", "USDT"],
  ["opusdt", "OP", "USDT"],
  ["BTC-USD", "BTC", "USD"],
  ["XBT/USD", "BTC", "USD"],
  ["btc_eur", "BTC", "EUR"],
  ["BTC USD", "BTC", "USD"],
  ["eth / btc", "ETH", "BTC"],
  ["ETHBTC", "ETH", "BTC"],
  ["XBTEUR", "BTC", "EUR"],
  ["XXBTZUSD", "BTC", "USD"],
  ["XETHXXBT", "ETH", "BTC"],
  ["XDGUSD", "DOGE", "USD"],
  ["BTC-USDT-SWAP", "BTC", "USDT"],
  ["1INCHUSDT", "1INCH", "USDT"],
])("%s is %s in %s", (written, base, quote) => {
  expect(pairIn(written)).toEqual(quote ? { base, quote } : { base });
});

it.each(["", "a-b-c-d", "B+C", "x".repeat(21), "Bitcoin €"])("“%s” is no asset and no pair", (written) => {
  expect(pairIn(written)).toBeUndefined();
  expect(() => pairOf(written, "USD")).toThrow("is no asset");
});

it("prices a lone asset in the exchange's own currency, and that one in dollars", () => {
  expect(pairOf("sol", "USDT")).toEqual({ base: "SOL", quote: "USDT" });
  expect(pairOf("USDT", "USDT")).toEqual({ base: "USDT", quote: "USD" });
  expect(pairOf("SOL-EUR", "USDT")).toEqual({ base: "SOL", quote: "EUR" });
});
