import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { defineSource } from "../../define.ts";
import { branch } from "../../kit/compose/steps.ts";
import { json } from "../../kit/readers/json.ts";
import type { PageRequest } from "../../kit/readers/paged.ts";
import { text } from "../../kit/requests/query.ts";
import { get } from "../../kit/requests/request.ts";
import { quotedSaying } from "../../kit/responses/said.ts";
import { HttpUrl, IsoDate, Money } from "../../kit/values/fields.ts";
import type { Draft, Reader } from "../../source.ts";
import { ScholarItem } from "../item.ts";
import { maybe } from "../reading.ts";
import { Article, articleOf, Journal, journalOf } from "./record.ts";

const ROWS = 20;

const Options = z.object({
  kind: z.enum(["articles", "journals"]).default("articles"),
  sort: z.string().optional().describe("field:asc or field:desc, such as created_date:desc"),
});

type Input = z.output<typeof Options> & { readonly text: string };

const DoajItem = ScholarItem.extend({
  country: z.string().optional().describe("of the journal, ISO 3166-1 alpha-2"),
  homepage: HttpUrl.optional().describe("of a journal"),
  hasApc: z.boolean().optional().describe("whether a journal charges its authors"),
  apc: z.array(Money).optional().describe("a journal's highest article processing charges"),
  updatedAt: IsoDate.optional(),
});

/** One kind of DOAJ's records; the query is a part of the address's path. */
function found<Row>(
  kind: Input["kind"],
  row: z.ZodType<Row>,
  draft: (row: Row) => Draft<Omit<z.input<typeof DoajItem>, "source">>,
): Reader<Input, Draft<Omit<z.input<typeof DoajItem>, "source">>> {
  return json({
    pages: ({ text, sort, page }: Input & PageRequest) =>
      page * ROWS > 1000
        ? undefined
        : get(`https://doaj.org/api/search/${kind}/${encodeURIComponent(text)}`, { page, pageSize: ROWS, sort }),
    refused: (body, { status }) => {
      const read = z.object({ error: z.string() }).safeParse(body);
      return status === 400 && read.success
        ? new SourceError("bad-query", `DOAJ says: ${quotedSaying(read.data.error)}.`)
        : undefined;
    },
    body: z.object({ total: z.int(), next: maybe, results: z.array(row) }),
    next: ({ next }) => (next ? undefined : null),
    items: ({ results }) => results.map(draft),
  });
}

export const doaj = defineSource({
  id: "doaj",
  title: "DOAJ",
  docs: "https://doaj.org/api/docs",
  terms: "article metadata CC0, journal metadata CC BY-SA; two requests a second",
  query: text('words or an Elasticsearch query (bibjson.title:"open access", doi:"10.…")', "Pinus contorta", Options),
  item: DoajItem,
  polite: { concurrency: 1, minIntervalMs: 500 },
  read: branch(
    ({ kind }: Input) => kind === "journals",
    found("journals", Journal, journalOf),
    found("articles", Article, articleOf),
  ),
});
