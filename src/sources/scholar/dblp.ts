import { z } from "zod";
import { defineSource } from "../define.ts";
import { otherwise } from "../kit/compose.ts";
import { HttpUrl } from "../kit/fields.ts";
import { json, numeric } from "../kit/json.ts";
import type { PageAsk } from "../kit/paged.ts";
import { text } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { Info, itemOf } from "./dblp-record.ts";
import { ScholarItem } from "./item.ts";

const ROWS = 30;

/** The one database stands under several hosts. */
const at = (host: string) =>
  json({
    pages: ({ text, page }: { text: string } & PageAsk) =>
      (page - 1) * ROWS > 10_000
        ? undefined
        : get(`https://${host}/search/publ/api`, { q: text, format: "json", h: ROWS, f: (page - 1) * ROWS }),
    body: z.object({
      result: z.object({
        hits: z.object({
          "@total": numeric,
          "@first": numeric.nullish(),
          "@sent": numeric.nullish(),
          hit: z.array(z.object({ info: Info })).nullish(),
        }),
      }),
    }),
    next: ({ result: { hits } }) => (hits["@sent"] && (hits["@first"] ?? 0) + ROWS < hits["@total"] ? undefined : null),
    items: ({ result }) => (result.hits.hit ?? []).map(itemOf),
  });

export const dblp = defineSource({
  id: "dblp",
  title: "DBLP computer science bibliography",
  docs: "https://dblp.org/faq/How+to+use+the+dblp+search+API.html",
  terms: "CC0 metadata; one request a second",
  query: text("words, with author:Yann_LeCun: , venue:… or year:… where wanted", "attention is all you need"),
  item: ScholarItem.extend({
    dblpKey: z.string().optional(),
    dblpUrl: HttpUrl.optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: otherwise(at("dblp.org"), at("dblp.uni-trier.de"), ["unreachable", "timeout"]),
});
