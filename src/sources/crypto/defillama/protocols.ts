import { z } from "zod";
import { sharedList } from "../../kit/compose/cached-reader.ts";
import { json } from "../../kit/readers/json.ts";
import { get } from "../../kit/requests/request.ts";
import { maybeAmount } from "../../kit/values/decimal.ts";
import { webUrl } from "../../kit/values/links.ts";
import { excerpt, saysAll } from "../../kit/values/text.ts";

const HOUR_MS = 3_600_000;

interface AskedProtocol {
  /** What to look for among protocols. */
  readonly protocol?: string | undefined;
}

/** No recording was found: written against https://api-docs.defillama.com/#tag/tvl/get/protocols */
const Protocol = z.object({
  name: z.string(),
  slug: z.string(),
  symbol: z.string().nullish(),
  url: z.string().nullish(),
  description: z.string().nullish(),
  logo: z.string().nullish(),
  category: z.string().nullish(),
  chains: z.array(z.string()).nullish(),
  tvl: maybeAmount,
  mcap: maybeAmount,
  change_1d: z.number().nullish(),
  change_7d: z.number().nullish(),
});

/** Every protocol, some ten megabytes, the largest first. */
export const protocols = sharedList(
  HOUR_MS,
  json({
    request: (_asked: AskedProtocol) => get("https://api.llama.fi/protocols"),
    body: z.array(Protocol),
    items: (list) =>
      list.map((protocol) => ({
        kind: "protocol" as const,
        title: protocol.name,
        url: webUrl(protocol.url) ?? `https://defillama.com/protocol/${protocol.slug}`,
        snippet: excerpt(protocol.description),
        coinId: protocol.slug,
        symbol: protocol.symbol === "-" ? undefined : protocol.symbol,
        currency: "USD",
        category: protocol.category,
        chains: protocol.chains,
        totalValueLocked: protocol.tvl,
        marketCap: protocol.mcap,
        changePercent24h: protocol.change_1d,
        changePercent7d: protocol.change_7d,
        image: webUrl(protocol.logo),
        llamaUrl: `https://defillama.com/protocol/${protocol.slug}`,
      })),
  }),
  ({ title, coinId }, { protocol = "" }) => coinId === protocol.toLowerCase() || saysAll(protocol, title),
);
