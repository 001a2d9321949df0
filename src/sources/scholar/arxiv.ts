import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { decodeText } from "../../upstream/charset.ts";
import type { HttpResponse } from "../../upstream/types.ts";
import { defineSource } from "../define.ts";
import { retryWithCookie } from "../kit/compose/retry-with-cookie.ts";
import type { El } from "../kit/html/dom.ts";
import { parseXml } from "../kit/html/dom.ts";
import { xml } from "../kit/readers/html.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { isoDate } from "../kit/values/dates.ts";
import { HttpUrl, IsoDate } from "../kit/values/fields.ts";
import { addressOf, doiOf } from "./identifiers.ts";
import { ScholarItem } from "./item.ts";
import { abstractOf, authored, dated, openAccessOf, venueOf } from "./reading.ts";

const ROWS = 20;
const ID =
  /^(?:arxiv:|https?:\/\/arxiv\.org\/(?:abs|pdf)\/)?((?:\d{4}\.\d{4,5}|[a-z-]{2,20}(?:\.[a-z]{2})?\/\d{7})(?:v\d{1,3})?)$/i;

const Options = z.object({
  sort: z.enum(["relevance", "lastUpdatedDate", "submittedDate"]).default("relevance"),
});

interface Input extends z.output<typeof Options> {
  readonly search_query?: string;
  readonly id_list?: string;
}

/** Words become `all:w1 AND all:w2`; a query that names fields itself stays as it is. */
function understood(q: string, options: z.output<typeof Options>): Input {
  const ids = q.split(/[\s,]+/).map((part) => ID.exec(part)?.[1]);
  if (ids.every(Boolean)) return { ...options, id_list: ids.join(",") };
  if (/(^|[\s(])(ti|au|abs|co|jr|cat|rn|id|all|submittedDate):/.test(q)) return { ...options, search_query: q };
  const words = q.match(/"[^"]{1,300}"|[^\s":()]+/g) ?? [];
  const terms = words.filter((word) => word !== "AND").map((word) => `all:${word}`);
  return { ...options, search_query: terms.join(" AND ") || q };
}

const totalOf = (doc: El): number => Number(doc.text("opensearch\\:totalResults") ?? 0);

/** arXiv says what is wrong by a feed whose one entry is titled "Error", with HTTP 400, in the past 200. */
function complaint(response: HttpResponse): SourceError | undefined {
  const body = decodeText(response);
  if (!body.includes("/api/errors#")) return undefined;
  const said = parseXml(body, response.url).text("entry > summary");
  return new SourceError("bad-query", `arXiv refused the query: ${quotedSaying(said ?? "no reason given")}.`);
}

/** Now and then a page comes empty although there are results; the second time it is there. */
function emptyForNow(response: HttpResponse): boolean {
  if (response.status !== 200) return false;
  const body = decodeText(response);
  return !body.includes("<entry") && /totalResults[^<>]{0,200}>\s*[1-9]/.test(body);
}

export const arxiv = defineSource({
  id: "arxiv",
  title: "arXiv",
  docs: "https://info.arxiv.org/help/api/user-manual.html",
  terms: "metadata CC0; one request in three seconds, one connection",
  query: query({
    describe: "words, an arXiv query (ti:, au:, abs:, cat:) or arXiv ids",
    example: "retrieval augmented generation",
    options: Options,
    parse: understood,
  }),
  item: ScholarItem.extend({
    arxivId: z.string(),
    updatedAt: IsoDate.optional(),
    category: z.string().optional().describe("arXiv's primary category, such as cs.CL"),
    comment: z.string().optional(),
    journalReference: z.string().optional().describe("where it was published, in the authors' words"),
    publishedUrl: HttpUrl.optional().describe("the published version, by its DOI"),
  }),
  polite: { concurrency: 1, minIntervalMs: 3000 },
  read: retryWithCookie(
    emptyForNow,
    xml({
      pages: ({ search_query, id_list, sort, page }: Input & PageRequest) =>
        (page - 1) * ROWS > 30_000
          ? undefined
          : get("https://export.arxiv.org/api/query", {
              search_query,
              id_list,
              start: (page - 1) * ROWS,
              max_results: ROWS,
              sortBy: sort,
              sortOrder: "descending",
            }),
      judge: complaint,
      rows: "feed > entry",
      item: (entry) => {
        const id = entry.text("id")?.replace(/^https?:\/\/arxiv\.org\/abs\//, "");
        const journal = entry.text("arxiv\\:journal_ref");
        const pdf = entry.attr("href", 'link[title="pdf"]');
        return {
          title: entry.text("title") ?? "",
          url: addressOf(entry.attr("href", 'link[rel="alternate"]')) ?? addressOf(entry.text("id")),
          snippet: abstractOf(entry.text("summary")),
          doi: doiOf(entry.text("arxiv\\:doi")),
          type: "preprint",
          ...authored(
            entry
              .all("author")
              .map((author) => ({ name: author.text("name"), affiliations: author.texts("arxiv\\:affiliation") })),
          ),
          venue: venueOf({ name: "arXiv" }),
          ...dated(entry.text("published")),
          updatedAt: isoDate(entry.text("updated")),
          openAccess: openAccessOf({ status: "green", url: entry.attr("href", 'link[rel="alternate"]'), pdfUrl: pdf }),
          keywords: entry.all("category").flatMap((category) => category.attr("term") ?? []),
          arxivId: id?.replace(/v\d+$/, "") ?? "",
          category: entry.attr("term", "arxiv\\:primary_category"),
          comment: entry.text("arxiv\\:comment"),
          journalReference: journal,
          publishedUrl: addressOf(entry.attr("href", 'link[title="doi"]')),
        };
      },
      empty: (doc) => doc.has("feed") && totalOf(doc) === 0,
      next: (doc) => (Number(doc.text("opensearch\\:startIndex") ?? 0) + ROWS < totalOf(doc) ? undefined : null),
    }),
  ),
});
