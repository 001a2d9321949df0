import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { defineSource } from "../../define.ts";
import { branch, whenKey } from "../../kit/compose/steps.ts";
import { query } from "../../kit/requests/query.ts";
import { Decimal } from "../../kit/values/decimal.ts";
import { IsoDate } from "../../kit/values/fields.ts";
import { daysOption } from "../../kit/values/market.ts";
import { clip } from "../../kit/values/text.ts";
import { FinanceItem, History, observationsOption } from "../item.ts";
import { type Asked, bySeries, KEY, search, VALUES } from "./api.ts";
import { graph } from "./graph.ts";

export const fred = defineSource({
  id: "fred",
  title: "FRED (St. Louis Fed)",
  docs: "https://fred.stlouisfed.org/docs/api/fred/",
  terms: "without a key series by their id, with a free one words too, 120 requests a minute",
  key: { env: [KEY], required: false, from: "https://fredaccount.stlouisfed.org/apikeys" },
  query: query({
    describe: "a series' id in capital letters (DGS10, CPIAUCSL); with a key also words to look for",
    example: "DGS10",
    options: z.object({ observations: observationsOption(VALUES), days: daysOption() }),
    parse: (text, { observations = VALUES, days }): Asked => ({
      text,
      observations,
      days,
      id: /^[A-Z\d_]{2,60}$/.test(text),
    }),
  }),
  item: FinanceItem.extend({
    seriesId: z.string(),
    frequency: z.string().optional().describe("Daily, Monthly …"),
    unit: z.string().optional(),
    seasonalAdjustment: z.string().optional(),
    observationStart: IsoDate.optional(),
    observationEnd: IsoDate.optional(),
    popularity: z.int().min(0).max(100).optional(),
    value: Decimal.optional().describe("the newest that is known"),
    valueDate: IsoDate.optional(),
    history: History.optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 500 },
  read: whenKey(
    KEY,
    branch(({ id }: Asked) => id, bySeries, search),
    (asked, context) => {
      if (!/^\w{2,60}$/.test(asked.text))
        throw new SourceError(
          "missing-key",
          `Without a key (environment variable ${KEY}) FRED answers to the id of a series only, not to “${clip(asked.text)}”.`,
        );
      return graph(asked, context);
    },
  ),
});
