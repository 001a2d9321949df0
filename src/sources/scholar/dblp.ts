import { z } from "zod";
import { defineSource } from "../define.ts";
import { fallback } from "../kit/compose/steps.ts";
import { json, listOf, numeric } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { HttpUrl } from "../kit/values/fields.ts";
import { addressOf, doiOf } from "./identifiers.ts";
import { ScholarItem } from "./item.ts";
import { authored, dated, maybe, openAccessOf, titleOf, venueOf } from "./reading.ts";

const ROWS = 30;

/** Lists of one are folded: an author, an address or a venue may stand alone. */
const Info = z.object({
  title: z.string(),
  authors: z.object({ author: listOf(z.object({ text: z.string() })) }).nullish(),
  venue: listOf(z.string()),
  year: maybe,
  type: maybe,
  doi: maybe,
  ee: listOf(z.string()),
  url: maybe,
  volume: maybe,
  number: maybe,
  pages: maybe,
  access: maybe,
  key: maybe,
});

/** What dblp says of a publication. */
const itemOf = ({ info }: { readonly info: z.output<typeof Info> }) => {
  const { authors = [] } = authored(
    info.authors?.author.map(({ text: name }) => ({ name: titleOf(name)?.replace(/\s\d{4}$/, "") })),
  );
  const venue = info.venue
    .map((name) => titleOf(name))
    .filter(Boolean)
    .join(", ");
  const doi = doiOf(info.doi) ?? info.ee.map(doiOf).find(Boolean);
  return {
    title: titleOf(info.title)?.replace(/\.$/, "") ?? info.title,
    url: info.ee.map(addressOf).find(Boolean) ?? addressOf(info.url),
    snippet: [authors.map(({ name }) => name).join(", "), [venue, info.year].filter(Boolean).join(" ")]
      .filter(Boolean)
      .join(". "),
    doi,
    type: info.type,
    authors,
    authorCount: info.authors?.author.length,
    venue: venueOf({ name: venue }),
    volume: info.volume,
    issue: info.number,
    pages: info.pages,
    ...dated(info.year),
    openAccess: openAccessOf({ status: info.access }),
    dblpKey: info.key,
    dblpUrl: addressOf(info.url),
  };
};

/** The one database stands under several hosts. */
const at = (host: string) =>
  json({
    pages: ({ text, page }: { text: string } & PageRequest) =>
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
  read: fallback(at("dblp.org"), at("dblp.uni-trier.de"), ["unreachable", "timeout"]),
});
