import { z } from "zod";
import { defineSource } from "../define.ts";
import { HttpUrl, IsoDate } from "../kit/fields.ts";
import { json } from "../kit/json.ts";
import type { PageAsk } from "../kit/paged.ts";
import { text } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { keyHelps } from "./allowance.ts";
import { itemOf, Work } from "./core-record.ts";
import { ScholarItem } from "./item.ts";

const LIMIT = 20;

/** No recording of CORE was to be had: the shape follows its documentation. */
export const core = defineSource({
  id: "core",
  title: "CORE",
  docs: "https://api.core.ac.uk/docs/v3",
  terms: "ten requests a minute and a hundred a day without a key, 1,000 a day with a personal one",
  key: { env: ["CORE_API_KEY"], required: false, from: "https://core.ac.uk/services/api#form" },
  query: text('words or a query of fields (title:"open access" AND yearPublished>=2020)', "open access repositories"),
  item: ScholarItem.extend({
    coreId: z.int(),
    fulltextUrls: z.array(HttpUrl).optional().describe("where the repositories hold it, the first 20"),
    oaiIds: z.array(z.string()).optional(),
    updatedAt: IsoDate.optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 6000 },
  read: json({
    pages: ({ text, page, key }: { text: string } & PageAsk) =>
      page * LIMIT > 10_000
        ? undefined
        : // The slash before the question mark saves a redirect, which would count as a request.
          get(
            "https://api.core.ac.uk/v3/search/works/",
            { q: text, limit: LIMIT, offset: (page - 1) * LIMIT },
            key ? { headers: { authorization: `Bearer ${key}` } } : {},
          ),
    judge: keyHelps("CORE_API_KEY"),
    body: z.object({ totalHits: z.int(), offset: z.int().nullish(), results: z.array(Work) }),
    next: ({ totalHits, offset }) => ((offset ?? 0) + LIMIT < totalHits ? undefined : null),
    items: ({ results }) => results.map(itemOf),
  }),
});
