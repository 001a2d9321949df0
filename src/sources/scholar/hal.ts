import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { json } from "../kit/json.ts";
import type { PageAsk } from "../kit/paged.ts";
import { query } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { Doc, FIELDS, HalItem, itemOf } from "./hal-record.ts";

const ROWS = 30;
const Refusal = z.object({ error: z.object({ msg: z.string(), code: z.int().nullish() }) });

/** Words are freed of Solr's special characters; a query that names fields stays as it is. */
const escaped = (q: string): string =>
  /\b[a-z]\w{0,60}:[^\s/]|\b(AND|OR|NOT)\b/.test(q) ? q : q.replace(/[+\-!(){}[\]^~*?:\\/]|&&|\|\|/g, "\\$&");

export const hal = defineSource({
  id: "hal",
  title: "HAL (France)",
  docs: "https://api.archives-ouvertes.fr/docs/search",
  terms: "metadata free to use; no limit published",
  query: query({
    describe: "words or a Solr query over HAL's fields",
    example: 'title_t:"apprentissage" AND producedDateY_i:[2022 TO 2025]',
    options: z.object({
      sort: z.string().optional().describe("such as producedDate_tdate desc; default: relevance"),
    }),
    parse: (q, { sort }) => ({ solr: escaped(q), sort }),
  }),
  item: HalItem,
  polite: { concurrency: 1, minIntervalMs: 200 },
  read: json({
    pages: ({ solr, sort, page }: { solr: string; sort?: string | undefined } & PageAsk) =>
      page * ROWS > 10_000
        ? undefined
        : get("https://api.archives-ouvertes.fr/search/", {
            q: solr,
            wt: "json",
            rows: ROWS,
            start: (page - 1) * ROWS,
            sort,
            fl: FIELDS,
          }),
    refused: (body) => {
      const read = Refusal.safeParse(body);
      return read.success ? new SourceError("bad-query", `HAL refused the query: ${read.data.error.msg}`) : undefined;
    },
    body: z.object({ response: z.object({ numFound: z.int(), start: z.int(), docs: z.array(Doc) }) }),
    next: ({ response: { numFound, start } }) => (start + ROWS < numFound ? undefined : null),
    items: ({ response }) => response.docs.map(itemOf),
  }),
});
