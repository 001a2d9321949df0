import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { emptyOn } from "../kit/responses/answer.ts";
import { isoDate } from "../kit/values/dates.ts";
import { HttpUrl, IsoDate } from "../kit/values/fields.ts";
import { clip } from "../kit/values/text.ts";
import { doiOf, doiPath, doiUrl } from "./identifiers.ts";
import { ScholarItem } from "./item.ts";
import { authored, dated, maybe, openAccessOf, titleOf, venueOf } from "./reading.ts";

/** A work, with the places where it is free to read. */
const UnpaywallItem = ScholarItem.extend({
  locations: z
    .array(
      z.object({
        url: HttpUrl.optional(),
        pdfUrl: HttpUrl.optional(),
        license: z.string().optional(),
        hostType: z.string().optional().describe("publisher or repository"),
        version: z.string().optional().describe("submittedVersion, acceptedVersion or publishedVersion"),
        repository: z.string().optional(),
      }),
    )
    .optional()
    .describe("every free copy, the first 50"),
  journalIsOpenAccess: z.boolean().optional(),
  isInDoaj: z.boolean().optional(),
  hasRepositoryCopy: z.boolean().optional(),
  updatedAt: IsoDate.optional(),
});

const Location = z.object({
  host_type: maybe,
  license: maybe,
  version: maybe,
  url: maybe,
  url_for_landing_page: maybe,
  url_for_pdf: maybe,
  repository_institution: maybe,
});

/** Authors have had two shapes: Crossref's until May 2025, OpenAlex's since. */
const Author = z.object({
  given: maybe,
  family: maybe,
  ORCID: maybe,
  raw_author_name: maybe,
  raw_affiliation_strings: z.array(z.string()).nullish(),
});

/** A DOI's record as the API answers it. */
const Answer = z.object({
  doi: z.string(),
  title: maybe,
  genre: maybe,
  oa_status: maybe,
  best_oa_location: Location.nullish(),
  oa_locations: z.array(Location).nullish(),
  journal_name: maybe,
  journal_issn_l: maybe,
  journal_issns: maybe,
  journal_is_oa: z.boolean().nullish(),
  journal_is_in_doaj: z.boolean().nullish(),
  publisher: maybe,
  published_date: maybe,
  year: z.int().nullish(),
  z_authors: z.array(Author).nullish(),
  has_repository_copy: z.boolean().nullish(),
  updated: maybe,
});

const place = (location: z.output<typeof Location>) => ({
  ...openAccessOf({ url: location.url, pdfUrl: location.url_for_pdf, license: location.license }),
  hostType: location.host_type,
  version: location.version,
  repository: location.repository_institution,
});

/** What Unpaywall knows of one DOI. A closed work is an item as well. */
function copyOf(answer: z.output<typeof Answer>) {
  const locations = answer.oa_locations ?? [];
  const best = answer.best_oa_location;
  const pdf = [best, ...locations].find((location) => location?.url_for_pdf)?.url_for_pdf;
  return {
    title: titleOf(answer.title) ?? answer.doi,
    url: doiUrl(doiOf(answer.doi)),
    doi: doiOf(answer.doi),
    type: answer.genre,
    ...authored(
      answer.z_authors?.map(({ given, family, ORCID, raw_author_name, raw_affiliation_strings }) => ({
        name: raw_author_name || [given, family].filter(Boolean).join(" "),
        orcid: ORCID,
        affiliations: raw_affiliation_strings ?? [],
      })),
    ),
    venue: venueOf({
      name: answer.journal_name,
      issn: [answer.journal_issn_l, ...(answer.journal_issns?.split(",") ?? [])],
      publisher: answer.publisher,
    }),
    ...dated(answer.published_date, answer.year),
    openAccess: openAccessOf({ status: answer.oa_status, url: best?.url, pdfUrl: pdf, license: best?.license }),
    locations: locations.slice(0, 50).map(place),
    journalIsOpenAccess: answer.journal_is_oa,
    isInDoaj: answer.journal_is_in_doaj,
    hasRepositoryCopy: answer.has_repository_copy,
    updatedAt: isoDate(answer.updated),
  };
}

export const unpaywall = defineSource({
  id: "unpaywall",
  title: "Unpaywall",
  docs: "https://unpaywall.org/products/api",
  terms: "free, 100,000 requests a day; wants a real e-mail address",
  key: { env: ["UNPAYWALL_EMAIL"], required: true, from: "your own e-mail address" },
  query: query({
    describe: "a DOI",
    example: "10.1186/s12961-026-01544-8",
    parse: (q) => {
      const doi = doiOf(q);
      if (!doi) throw new SourceError("bad-query", `“${clip(q)}” is not a DOI.`);
      return { doi };
    },
  }),
  item: UnpaywallItem,
  polite: { concurrency: 2, minIntervalMs: 100 },
  read: json({
    request: ({ doi, key }: { doi: string } & PageRequest) =>
      get(`https://api.unpaywall.org/v2/${doiPath(doi)}`, { email: key }),
    judge: emptyOn(404),
    body: Answer,
    items: (answer) => [copyOf(answer)],
  }),
});
