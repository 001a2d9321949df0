import { z } from "zod";
import { defineSource } from "../define.ts";
import { HttpUrl } from "../kit/fields.ts";
import { json } from "../kit/json.ts";
import type { PageAsk } from "../kit/paged.ts";
import { text } from "../kit/query.ts";
import { postJson } from "../kit/request.ts";
import { timed } from "./asking.ts";
import { Options, since, type Timed } from "./exa-query.ts";
import { itemOf, Result } from "./exa-record.ts";
import { SearchItem } from "./item.ts";

const Body = z.object({
  results: z.array(Result),
  costDollars: z.object({ total: z.number() }).nullish(),
});

export const exa = defineSource({
  id: "exa",
  title: "Exa",
  docs: "https://exa.ai/docs/reference/search",
  terms: "official API, about USD 0.007 a search",
  query: text("a question or topic in plain language", "recent papers on speculative decoding", Options),
  key: { env: ["EXA_API_KEY"], required: true, from: "https://dashboard.exa.ai/api-keys" },
  item: SearchItem.extend({
    id: z.string().optional(),
    author: z.string().optional(),
    score: z.number().optional(),
    image: HttpUrl.optional(),
    favicon: HttpUrl.optional(),
  }),
  polite: { concurrency: 4, minIntervalMs: 200 },
  read: timed(
    json({
      request: ({ text, type, results, category, region, safe, time_range, now, key, ...ask }: Timed & PageAsk) =>
        postJson(
          "https://api.exa.ai/search",
          {
            query: text,
            type: type ?? "auto",
            numResults: results ?? 10,
            category,
            includeDomains: ask.include_domains,
            excludeDomains: ask.exclude_domains,
            startPublishedDate: since(time_range, now),
            userLocation: region,
            moderation: safe === "strict" || undefined,
            contents: { highlights: { maxCharacters: 500 } },
          },
          { headers: { "x-api-key": key } },
        ),
      body: Body,
      items: ({ results, costDollars }, _input: Timed, _response, context) => {
        if (costDollars) context.notice({ kind: "note", text: `Exa charged USD ${costDollars.total}` });
        return results.map(itemOf);
      },
    }),
  ),
});
