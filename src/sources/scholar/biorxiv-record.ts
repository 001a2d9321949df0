import { z } from "zod";
import { HttpUrl } from "../kit/fields.ts";
import { numeric } from "../kit/json.ts";
import { addressOf, doiOf, doiPath } from "./identifiers.ts";
import { Doi, ScholarItem } from "./item.ts";
import { abstractOfMarkup, authored, dated, maybe, openAccessOf, titleOf, venueOf } from "./reading.ts";

/** A version of a preprint as the API answers it. */
export const Preprint = z.object({
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

/** A preprint. */
export const PreprintItem = ScholarItem.extend({
  version: z.int(),
  category: z.string().optional(),
  correspondingAuthor: z.string().optional(),
  correspondingInstitution: z.string().optional(),
  publishedDoi: Doi.optional().describe("of the version that a journal published"),
  xmlUrl: HttpUrl.optional().describe("full text as JATS XML"),
});

/** One paper occurs once a version: the highest remains. */
export function latest(rows: readonly z.output<typeof Preprint>[]): readonly z.output<typeof Preprint>[] {
  const byDoi = new Map<string, z.output<typeof Preprint>>();
  for (const row of rows) {
    const held = byDoi.get(row.doi);
    if (!held || row.version > held.version) byDoi.set(row.doi, row);
  }
  return [...byDoi.values()];
}

/** What the server says of a preprint. */
export function itemOf(paper: z.output<typeof Preprint>, server: "biorxiv" | "medrxiv") {
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
