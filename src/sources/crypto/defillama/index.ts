import { take } from "rxjs";
import { z } from "zod";
import { defineSource } from "../../define.ts";
import { inSequence } from "../../kit/compose/partial-failures.ts";
import { branch } from "../../kit/compose/steps.ts";
import { timed } from "../../kit/compose/timed.ts";
import { json } from "../../kit/readers/json.ts";
import { query } from "../../kit/requests/query.ts";
import { get } from "../../kit/requests/request.ts";
import { unixSeconds } from "../../kit/values/dates.ts";
import { amount, Decimal } from "../../kit/values/decimal.ts";
import { Count, HttpUrl, Ratio } from "../../kit/values/fields.ts";
import type { ReadContext } from "../../source.ts";
import { type AskedCoins, coinsQuery, pointOf } from "../coins.ts";
import { DAY_SECONDS, midnight } from "../exchange.ts";
import { CoinItem } from "../item.ts";
import { protocols } from "./protocols.ts";

const API = "https://coins.llama.fi";
/** Protocols of one answer. */
const MOST = 20;

/** CoinGecko's ids of the best known coins, by which coins are asked for. */
const IDS: ReadonlyMap<string, string> = new Map([
  ["BTC", "bitcoin"],
  ["XBT", "bitcoin"],
  ["ETH", "ethereum"],
  ["USDT", "tether"],
  ["USDC", "usd-coin"],
  ["BNB", "binancecoin"],
  ["SOL", "solana"],
  ["XRP", "ripple"],
  ["ADA", "cardano"],
  ["DOGE", "dogecoin"],
  ["TRX", "tron"],
  ["TON", "the-open-network"],
  ["AVAX", "avalanche-2"],
  ["DOT", "polkadot"],
  ["LINK", "chainlink"],
  ["LTC", "litecoin"],
  ["BCH", "bitcoin-cash"],
  ["XLM", "stellar"],
  ["XMR", "monero"],
  ["UNI", "uniswap"],
  ["AAVE", "aave"],
  ["ATOM", "cosmos"],
  ["NEAR", "near"],
  ["SHIB", "shiba-inu"],
  ["DAI", "dai"],
]);

interface Asked {
  /** `coingecko:bitcoin`, `ethereum:0x…` */
  readonly coins: readonly string[];
  readonly days: number;
  /** What to look for among protocols. */
  readonly protocol?: string | undefined;
}

/** A coin's key: as it is, where it has a chain before it; else by CoinGecko's id, which well-known symbols stand for. */
const keyOf = (term: string): string =>
  /^[\w-]{1,40}:[\w.-]{1,120}$/.test(term)
    ? term
    : `coingecko:${IDS.get(term.toUpperCase()) ?? term.toLowerCase().replace(/[^a-z\d]+/g, "-")}`;

const coinTerms = coinsQuery(
  "a coin's symbol or CoinGecko id, an address as chain:0x…, or protocol:name for what is locked in a protocol",
  "bitcoin",
);

const asked = query({
  describe: coinTerms.describe,
  example: coinTerms.example,
  options: coinTerms.options,
  parse: (q, options): Asked => {
    const [, protocol] = /^protocol:\s*(.+)$/i.exec(q) ?? [];
    if (protocol) return { coins: [], days: 0, protocol: protocol.trim() };
    const { terms, days }: AskedCoins = coinTerms.parse(q, options);
    return { coins: terms.map(keyOf), days };
  },
});

const addressOf = (what: string, coins: readonly string[]): string =>
  `${API}/${what}/${coins.map((coin) => encodeURIComponent(coin).replace("%3A", ":")).join(",")}`;

const Coin = z.object({
  symbol: z.string().nullish(),
  confidence: z.number().nullish(),
  decimals: z.int().nullish(),
});

const current = json({
  request: ({ coins }: Asked) => get(addressOf("prices/current", coins), { searchWidth: "4h" }),
  body: z.object({ coins: z.record(z.string(), Coin.extend({ price: amount, timestamp: z.number().nullish() })) }),
  items: ({ coins }) =>
    Object.entries(coins).map(([key, coin]) => ({
      kind: "quote" as const,
      title: coin.symbol || key,
      url: "https://defillama.com/",
      snippet: `${coin.price} USD`,
      coinId: key,
      symbol: coin.symbol,
      base: coin.symbol?.toUpperCase(),
      currency: "USD",
      time: unixSeconds(coin.timestamp),
      price: coin.price,
      confidence: coin.confidence,
      decimals: coin.decimals,
    })),
});

/** No recording was found: written against https://api-docs.defillama.com/#tag/coins/get/chart/{coins} */
const chart = timed(
  json({
    request: ({ coins, days, now }: Asked & { readonly now: number }) =>
      get(addressOf("chart", coins), {
        start: midnight(now) - (days - 1) * DAY_SECONDS,
        span: days,
        period: "1d",
      }),
    body: z.object({
      coins: z.record(z.string(), Coin.extend({ prices: z.array(z.object({ timestamp: z.number(), price: amount })) })),
    }),
    items: ({ coins }, _input, _response, context) =>
      Object.entries(coins).flatMap(([key, { symbol, confidence, prices }]) =>
        prices.map(({ timestamp, price }) => ({
          ...pointOf(symbol || key, { seconds: timestamp, close: price }, context.now()),
          // The price next to each midnight, which is some minutes off.
          complete: true,
          coinId: key,
          confidence,
        })),
      ),
  }),
);

const coins = (input: Asked, context: ReadContext) => {
  context.notice({ kind: "note", text: `understood as ${input.coins.join(", ")}`, once: true });
  return inSequence(current, chart)(input, context);
};

export const defillama = defineSource({
  id: "defillama",
  title: "DefiLlama",
  docs: "https://api-docs.defillama.com/",
  terms: "no key; be under 500 requests a minute",
  query: asked,
  item: CoinItem.extend({
    kind: z.enum(["quote", "candle", "protocol"]).describe("protocol: what is locked in one"),
    confidence: Ratio.optional().describe("how sure the service is of the price"),
    decimals: Count.optional().describe("of the token's own unit"),
    category: z.string().optional(),
    chains: z.array(z.string()).optional(),
    totalValueLocked: Decimal.optional().describe("in dollars"),
    image: HttpUrl.optional(),
    llamaUrl: HttpUrl.optional(),
  }),
  polite: { concurrency: 2, minIntervalMs: 150 },
  read: branch(
    ({ protocol }: Asked) => protocol !== undefined,
    (input, context) => protocols(input, context).pipe(take(MOST)),
    coins,
  ),
});
