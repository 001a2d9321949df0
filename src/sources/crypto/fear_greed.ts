import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { json, numeric } from "../kit/readers/json.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import type { Verdict } from "../kit/responses/refusals.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { unixSeconds } from "../kit/values/dates.ts";
import { Count } from "../kit/values/fields.ts";
import { DAYS, daysOption } from "../kit/values/market.ts";
import { CryptoItem } from "./item.ts";

const Failure = z.object({ metadata: z.object({ error: z.string().min(1) }) });

function refused(body: unknown): Verdict {
  const said = Failure.safeParse(body).data?.metadata.error;
  return said === undefined ? undefined : new SourceError("unreachable", `alternative.me says: ${quotedSaying(said)}`);
}

/** A day, the newest first; the seconds until the next value stand on the first row only. */
const Day = z.object({
  value: numeric.pipe(z.int().min(0).max(100)),
  value_classification: z.string(),
  timestamp: numeric,
  time_until_update: numeric.nullish(),
});

export const fearGreed = defineSource({
  id: "fear_greed",
  title: "Crypto Fear & Greed Index",
  docs: "https://alternative.me/crypto/fear-and-greed-index/#api",
  terms: "no key, 60 requests a minute; alternative.me is to be named as the source",
  query: query({
    describe: "a number of days, or anything for the last 31",
    example: "30",
    options: z.object({ days: daysOption() }),
    parse: (q, { days }) => ({ days: days ?? (/^[1-9]\d{0,3}$/.test(q) ? Number(q) : DAYS) }),
  }),
  item: CryptoItem.pick({ title: true, url: true, snippet: true, source: true, time: true }).extend({
    value: z.int().min(0).max(100).describe("0: extreme fear, 100: extreme greed"),
    classification: z.string().describe("Extreme Fear, Fear, Neutral, Greed or Extreme Greed"),
    nextValueSeconds: Count.optional().describe("until the next value, on the newest day"),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: json({
    request: ({ days }: { readonly days: number }) =>
      get("https://api.alternative.me/fng/", { limit: days, format: "json" }),
    refused,
    body: z.object({ data: z.array(Day) }),
    items: ({ data }) =>
      data.map(({ value, value_classification, timestamp, time_until_update }) => ({
        title: `Fear & Greed ${value}: ${value_classification}`,
        url: "https://alternative.me/crypto/fear-and-greed-index/",
        time: unixSeconds(timestamp),
        value,
        classification: value_classification,
        nextValueSeconds: time_until_update,
      })),
  }),
});
