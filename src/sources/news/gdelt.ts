import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { decodeText } from "../../upstream/charset.ts";
import { defineSource } from "../define.ts";
import { feedDate } from "../kit/feed/dates.ts";
import { json } from "../kit/readers/json.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { HttpUrl, IsoDate } from "../kit/values/fields.ts";
import { clip } from "../kit/values/text.ts";
import { NewsItem } from "./item.ts";

const Options = z.object({
  timespan: z
    .string()
    .regex(
      /^\d{1,4}(min|hours|h|days|d|weeks|w|months|m)$/,
      "a number with a unit, such as 15min, 24h, 7d, 2weeks, 3months",
    )
    .default("3months")
    .describe("how far back: 15min, 24h, 7d, 2weeks, 3months"),
  sort: z.enum(["DateDesc", "DateAsc", "HybridRel", "ToneDesc", "ToneAsc"]).default("DateDesc"),
});

const Article = z.object({
  title: z.string(),
  url: z.string(),
  url_mobile: z.string().nullish(),
  seendate: z.string().nullish(),
  socialimage: z.string().nullish(),
  domain: z.string().nullish(),
  language: z.string().nullish(),
  sourcecountry: z.string().nullish(),
});

/** The English names of languages, in which GDELT says them, with their two-letter codes. */
const LANGUAGES: ReadonlyMap<string, string> = (() => {
  const names = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  return new Map(
    codes.flatMap((code) => {
      const name = names.of(code);
      return name ? [[name, code] as const] : [];
    }),
  );
})();

/** "U . S . economy , again" as it was written: GDELT sets blanks around punctuation. */
const unspaced = (title: string): string =>
  title
    .replace(/\s+/g, " ")
    .replace(/ (?=[.,;:!?%)\]])/g, "")
    .replace(/([([$]) /g, "$1")
    .replace(/\b(\p{L})\. (?=\p{L}\.)/gu, "$1.")
    .replace(/ (['’]) ?(?=(?:s|t|re|ll|ve|d|m)\b)/gi, "$1")
    .replace(/\b([cdjlmnst]|qu) ?(['’]) (?=\p{L})/giu, "$1$2");

/** What GDELT objects to stands as a plain sentence where JSON was asked for, under status 200. */
const refused = (said: string): SourceError =>
  /limit requests/i.test(said)
    ? new SourceError("rate-limited", `GDELT says: ${quotedSaying(said)}`)
    : new SourceError("bad-query", `GDELT refuses the query: ${quotedSaying(said)}`);

export const gdelt = defineSource({
  id: "gdelt",
  title: "GDELT DOC 2.0",
  docs: "https://blog.gdeltproject.org/gdelt-doc-2-0-api-debuts/",
  terms: "open data, to be named as its source; at most one request every 5 seconds",
  query: text(
    "words of three letters or more; quotes, (a OR b), sourcelang:french, sourcecountry:FR, domain:, theme: and tone> pass through",
    '"climate change" sourcelang:english',
    Options,
  ),
  item: NewsItem.extend({
    seenAt: IsoDate.optional().describe("when GDELT first saw it"),
    languageName: z.string().optional().describe("the language's English name, which some have who have no code"),
    country: z.string().optional().describe("the publisher's country, by its English name"),
    mobileUrl: HttpUrl.optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 5000 },
  read: json({
    request: ({ text: query, timespan, sort }) =>
      get(
        "https://api.gdeltproject.org/api/v2/doc/doc",
        { query, mode: "ArtList", format: "json", maxrecords: 250, sort, timespan },
        { timeoutMs: 30_000 },
      ),
    lenient: true,
    refused: (body, response) => {
      const said = decodeText(response).trim();
      const inWords = response.status === 200 && body === undefined && said && !/^[{[<]/.test(said);
      return inWords ? refused(clip(said.replace(/\s+/g, " "), 300)) : undefined;
    },
    body: z.object({ articles: z.array(Article).nullish() }),
    items: ({ articles }) =>
      (articles ?? []).map((article) => ({
        title: unspaced(article.title),
        url: article.url,
        publisher: article.domain,
        image: article.socialimage?.startsWith("http") ? article.socialimage : undefined,
        language: LANGUAGES.get(article.language ?? ""),
        languageName: article.language,
        seenAt: feedDate(article.seendate),
        country: article.sourcecountry,
        mobileUrl: article.url_mobile,
      })),
  }),
});
