import { z } from "zod";
import { Decimal } from "../kit/values/decimal.ts";
import { Count } from "../kit/values/fields.ts";
import { MarketItem } from "../kit/values/market.ts";

const Percent = z.number().optional();

/** The price of a coin, now or of a day. */
export const CryptoItem = MarketItem.extend({
  base: z.string().optional().describe("what is priced, by the name that most exchanges use: BTC"),
  open24h: Decimal.optional(),
  high24h: Decimal.optional(),
  low24h: Decimal.optional(),
  volume24h: Decimal.optional().describe("in units of what is priced"),
  quoteVolume24h: Decimal.optional().describe("in the currency"),
  vwap24h: Decimal.optional().describe("average price, weighted by volume"),
  trades24h: Count.optional(),
  changePercent24h: Percent,
});

/** The price of a coin over many exchanges. */
export const CoinItem = CryptoItem.extend({
  coinId: z.string().optional().describe("the service's own id of the coin"),
  rank: Count.optional().describe("by market capitalisation"),
  marketCap: Decimal.optional().describe("in the currency"),
  changePercent7d: Percent,
  changePercent30d: Percent,
  allTimeHigh: Decimal.optional(),
  allTimeHighAt: MarketItem.shape.time,
  maxSupply: Decimal.optional().describe("coins that there can ever be"),
  totalSupply: Decimal.optional(),
});
