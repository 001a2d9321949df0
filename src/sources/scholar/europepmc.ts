import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { json, numeric } from "../kit/json.ts";
import type { PageAsk } from "../kit/paged.ts";
import { text } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { itemOf, Result } from "./europepmc-record.ts";
import { ScholarItem } from "./item.ts";
import { maybe } from "./reading.ts";

const Refusal = z.object({ errCode: numeric, errMsg: maybe });

/** The word for an error code that stands in the body, whatever the status. */
const kindOf = (code: number) => (code === 404 ? "not-found" : code < 500 ? "bad-query" : "unreachable");

export const europepmc = defineSource({
  id: "europepmc",
  title: "Europe PMC",
  docs: "https://europepmc.org/RestfulWebService",
  terms: "free; about ten requests a second are borne",
  query: text('words or a fielded query (AUTH:"Smith J", DOI:…, SRC:PPR for preprints)', "malaria AND OPEN_ACCESS:y"),
  item: ScholarItem.extend({ publicationTypes: z.array(z.string()).optional() }),
  polite: { concurrency: 2, minIntervalMs: 100 },
  read: json({
    pages: ({ text, page, cursor }: { text: string } & PageAsk) =>
      page > 1 && !cursor
        ? undefined
        : get("https://www.ebi.ac.uk/europepmc/webservices/rest/search", {
            query: text,
            format: "json",
            resultType: "core",
            pageSize: 25,
            cursorMark: cursor ?? "*",
          }),
    refused: (body) => {
      const refusal = Refusal.safeParse(body);
      if (!refusal.success) return undefined;
      const { errCode, errMsg } = refusal.data;
      return new SourceError(kindOf(errCode), `Europe PMC refused the query: ${errMsg ?? errCode}`);
    },
    body: z.object({
      hitCount: z.int(),
      nextCursorMark: maybe,
      request: z.object({ cursorMark: maybe }).nullish(),
      resultList: z.object({ result: z.array(Result) }),
    }),
    next: ({ nextCursorMark, request }) => (nextCursorMark !== request?.cursorMark ? (nextCursorMark ?? null) : null),
    items: ({ resultList }) => resultList.result.map(itemOf),
  }),
});
