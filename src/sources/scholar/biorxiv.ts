import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { json, numeric } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { HttpUrl } from "../kit/values/fields.ts";
import { clip } from "../kit/values/text.ts";
import { addressOf, doiOf, doiPath } from "./identifiers.ts";
import { Doi, ScholarItem } from "./item.ts";
import { abstractOfMarkup, authored, dated, maybe, openAccessOf, titleOf, venueOf } from "./reading.ts";

const Options = z.object({
  server: z.enum(["biorxiv", "medrxiv"]).default("biorxiv"),
  category: z.string().optional().describe("such as neuroscience or cell biology; of intervals only"),
});

interface Input extends z.output<typeof Options> {
  readonly doi?: string;
  /** "2024-01-01/2024-01-07", "7d" or "50". */
  readonly interval?: string;
}

/** A DOI, or an interval with a category behind it where one is wanted. */
function understood(q: string, options: z.output<typeof Options>): Input {
  const doi = doiOf(q.replace(/(\d)v\d{1,3}$/, "$1"));
  if (doi) return { ...options, doi };
  const found = /^(\d{4}-\d{2}-\d{2})\s*(?:\/|to|\s)\s*(\d{4}-\d{2}-\d{2})(?:\s+(.+))?$/i.exec(q);
  const recent = /^(\d{1,4}d?)(?:\s+(.+))?$/i.exec(q);
  const interval = found ? `${found[1]}/${found[2]}` : recent?.[1]?.toLowerCase();
  if (!interval)
    throw new SourceError(
      "bad-query",
      `“${clip(q)}” is neither a DOI nor an interval (2024-01-01/2024-01-07, 7d, 50): bioRxiv has no search by words, scholar/europepmc with SRC:PPR has.`,
    );
  const category = options.category ?? found?.[3] ?? recent?.[2];
  return { ...options, interval, category };
}

/** A preprint. */
const PreprintItem = ScholarItem.extend({
  version: z.int(),
  category: z.string().optional(),
  correspondingAuthor: z.string().optional(),
  correspondingInstitution: z.string().optional(),
  publishedDoi: Doi.optional().describe("of the version that a journal published"),
  xmlUrl: HttpUrl.optional().describe("full text as JATS XML"),
});

/** A version of a preprint as the API answers it. */
const Preprint = z.object({
  doi: z.string(),
  title: maybe,
  authors: maybe,
  author_corresponding: maybe,
  author_corresponding_institution: maybe,
  date: maybe,
  version: numeric,
  type: maybe,
  license: maybe,
  category: maybe,
  jatsxml: maybe,
  abstract: maybe,
  published: maybe,
  server: maybe,
});

/** The answer's own word on itself; without papers there is nothing else. */
const Said = z.object({
  messages: z.array(z.object({ status: z.string() })),
  collection: z.array(z.unknown()).length(0),
});

/** One paper occurs once a version: the highest remains. */
function latest(rows: readonly z.output<typeof Preprint>[]): readonly z.output<typeof Preprint>[] {
  const byDoi = new Map<string, z.output<typeof Preprint>>();
  for (const row of rows) {
    const held = byDoi.get(row.doi);
    if (!held || row.version > held.version) byDoi.set(row.doi, row);
  }
  return [...byDoi.values()];
}

/** What the server says of a preprint. */
function itemOf(paper: z.output<typeof Preprint>, server: "biorxiv" | "medrxiv") {
  const page = `https://www.${server}.org/content/${doiPath(paper.doi)}v${paper.version}`;
  return {
    title: titleOf(paper.title) ?? paper.doi,
    url: page,
    snippet: abstractOfMarkup(paper.abstract),
    doi: doiOf(paper.doi),
    type: "preprint",
    ...authored(paper.authors?.split(/;\s*/).map((name) => ({ name }))),
    correspondingAuthor: paper.author_corresponding,
    correspondingInstitution: paper.author_corresponding_institution,
    venue: venueOf({ name: server === "medrxiv" ? "medRxiv" : "bioRxiv" }),
    ...dated(paper.date),
    openAccess: openAccessOf({ status: "green", url: page, pdfUrl: `${page}.full.pdf`, license: paper.license }),
    version: paper.version,
    category: paper.category,
    publishedDoi: doiOf(paper.published),
    xmlUrl: addressOf(paper.jatsxml),
  };
}

export const biorxiv = defineSource({
  id: "biorxiv",
  title: "bioRxiv and medRxiv",
  docs: "https://api.biorxiv.org/",
  terms: "metadata free to use; each preprint has a licence of its own",
  query: query({
    describe: "a DOI, or an interval: two days, 7d (the last 7 days) or 50 (the last 50), with a category behind it",
    example: "2024-01-01/2024-01-07 neuroscience",
    options: Options,
    parse: understood,
  }),
  item: PreprintItem,
  polite: { concurrency: 1, minIntervalMs: 500 },
  read: json({
    pages: ({ server, doi, interval, category, page, cursor }: Input & PageRequest) => {
      if (doi) return page > 1 ? undefined : get(`https://api.biorxiv.org/details/${server}/${doiPath(doi)}/na/json`);
      if (page > 1 && !cursor) return undefined;
      return get(`https://api.biorxiv.org/details/${server}/${interval}/${cursor ?? 0}/json`, {
        category: category?.trim().toLowerCase().replace(/\s+/g, "_"),
      });
    },
    body: z.object({
      messages: z.array(
        z.object({
          status: z.string(),
          cursor: numeric.nullish(),
          count: numeric.nullish(),
          total: numeric.nullish(),
        }),
      ),
      collection: z.array(Preprint),
    }),
    next: ({ messages: [said] }) => {
      const read = (said?.cursor ?? 0) + (said?.count ?? 0);
      return said?.count && read < (said.total ?? 0) ? String(read) : null;
    },
    refused: (body, response) => {
      if (response.body.length === 0)
        return new SourceError("unreachable", "bioRxiv answered with an empty body, as it does at times; ask again.");
      const said = Said.safeParse(body);
      const status = said.success ? (said.data.messages[0]?.status ?? "no status") : "ok";
      if (/^(ok|no posts found)/i.test(status)) return undefined;
      const kind = /not available/i.test(status) ? "unreachable" : "bad-query";
      return new SourceError(kind, `bioRxiv answered: ${quotedSaying(status)}.`);
    },
    items: ({ collection }, { server }) => latest(collection).map((paper) => itemOf(paper, server)),
  }),
});
