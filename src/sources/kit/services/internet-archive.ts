import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import type { HttpRequest } from "../../../upstream/types.ts";
import { listOf } from "../readers/json.ts";
import { get } from "../requests/request.ts";
import type { Judge } from "../responses/answer.ts";
import { wallIn } from "../responses/refusals.ts";
import { quotedSaying } from "../responses/said.ts";
import { isoDate } from "../values/dates.ts";

/** The Internet Archive's search of its items: https://archive.org/advancedsearch.php */

/** The search goes 10,000 rows deep. */
const DEEPEST = 10_000;

/** A value of the index: it may come once, as a list, or not at all. */
export const ArchiveTexts = listOf(z.union([z.string(), z.number().transform(String)]));

/** Words with what Lucene reads as syntax escaped; phrases in quotes and queries with fields or AND, OR, NOT stay. */
export function lucene(words: string): string {
  if (/(^|[\s(+-])[a-z][a-z_-]{1,30}:\S|\b(AND|OR|NOT)\b/.test(words)) return words;
  const escaped = words.replace(/[+\-!(){}[\]^~*?:\\/]|&&|\|\|/g, "\\$&");
  return words.split('"').length % 2 === 1 ? escaped : escaped.replaceAll('"', '\\"');
}

/** One page of a search among the items of one kind; undefined past the deepest. */
export const archiveSearch = (
  mediatype: "movies" | "texts" | "audio" | "image",
  {
    words,
    page,
    rows,
    fields,
    sort,
  }: {
    readonly words: string;
    readonly page: number;
    readonly rows: number;
    readonly fields: readonly string[];
    /** A field and a direction, `downloads desc`; default: by relevance. */
    readonly sort?: string | undefined;
  },
): HttpRequest | undefined =>
  page * rows > DEEPEST
    ? undefined
    : get("https://archive.org/advancedsearch.php", {
        q: `(${lucene(words)}) AND mediatype:${mediatype}`,
        "fl[]": fields,
        "sort[]": sort,
        rows,
        page,
        output: "json",
      });

/** A query that it cannot read is answered with a web page of status 200. */
export const archiveJudge: Judge = (response) =>
  response.status === 200 && response.headers["content-type"]?.startsWith("text/html")
    ? (wallIn(response) ??
      new SourceError("bad-query", "archive.org answered with a web page, as it does to queries that it cannot read."))
    : undefined;

const Refused = z.object({ error: z.string() });

/** The archive's own error within a body, as a `refused`. */
export function archiveRefusal(body: unknown): SourceError | undefined {
  const said = Refused.safeParse(body).data?.error;
  return said === undefined
    ? undefined
    : new SourceError("bad-query", `archive.org refuses the query: ${quotedSaying(said)}.`);
}

/** A date of the index, which turns a bare year into its first of January. */
export function archiveDate(date: string | undefined): string | undefined {
  const day = isoDate(date)?.slice(0, 10);
  return day?.endsWith("-01-01") ? day.slice(0, 4) : day;
}

/** The page of an item. */
export const archivePage = (identifier: string): string =>
  `https://archive.org/details/${encodeURIComponent(identifier)}`;

/** The picture of an item. */
export const archivePicture = (identifier: string): string =>
  `https://archive.org/services/img/${encodeURIComponent(identifier)}`;
