import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { json, loneIn, numeric } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { pagesRemain } from "../kit/requests/further.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import type { Verdict } from "../kit/responses/refusals.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, Money } from "../kit/values/fields.ts";
import { languageTag } from "../kit/values/languages.ts";
import { webUrl } from "../kit/values/links.ts";
import { numberIn } from "../kit/values/numbers.ts";
import { given, imdbIdOf, ScreenItem } from "./item.ts";

const PER_PAGE = 10;
const LAST_PAGE = 100;

const Options = z.object({
  type: z.enum(["movie", "series", "episode"]).optional().describe("only this kind"),
  year: z
    .string()
    .regex(/^\d{4}$/, "a year")
    .optional()
    .describe("year of release"),
  exact: z.enum(["true", "false"]).optional().describe("true: only the one of exactly this title, in detail"),
});

interface Input extends z.output<typeof Options> {
  readonly text: string;
  readonly imdbId?: string | undefined;
}

const Text = z.string().nullish();

/** A title as the API answers it, in short or in detail; "N/A" is what it does not know. */
const Title = z.object({
  Title: z.string(),
  Year: Text,
  imdbID: z.string(),
  Type: Text,
  Poster: Text,
  Plot: Text,
  Rated: Text,
  Released: Text,
  Runtime: Text,
  Genre: Text,
  Director: Text,
  Writer: Text,
  Actors: Text,
  Language: Text,
  Country: Text,
  Awards: Text,
  Ratings: z.array(z.object({ Source: z.string(), Value: z.string() })).nullish(),
  Metascore: Text,
  imdbRating: Text,
  imdbVotes: Text,
  BoxOffice: Text,
  totalSeasons: Text,
});

const list = (text: string | null | undefined) => given(text)?.split(/,\s*/);
const figure = (text: string | null | undefined) => numberIn(given(text));

/** "143 min", "2 h 23 min" as minutes. */
function minutesIn(runtime: string | null | undefined): number | undefined {
  const [, hours = 0, minutes = 0] = /^(?:(\d{1,3}) h ?)?(?:(\d{1,4}) min)?/.exec(runtime ?? "") ?? [];
  return Number(hours) * 60 + Number(minutes) || undefined;
}

/** What OMDb says of a title. */
function itemOf(title: z.output<typeof Title>) {
  const takings = figure(title.BoxOffice);
  return {
    title: title.Title,
    url: `https://www.imdb.com/title/${title.imdbID}/`,
    snippet: given(title.Plot) ?? [title.Type, given(title.Year)].filter(Boolean).join(", "),
    id: title.imdbID,
    imdbId: title.imdbID,
    type: title.Type,
    date: isoDate(given(title.Released)),
    year: figure(/^\d{4}/.exec(title.Year ?? "")?.[0]),
    years: given(title.Year),
    rated: given(title.Rated),
    runtimeMinutes: minutesIn(title.Runtime),
    genres: list(title.Genre),
    directors: list(title.Director),
    writers: list(title.Writer),
    actors: list(title.Actors),
    language: languageTag(list(title.Language)?.[0]),
    country: given(title.Country),
    awards: given(title.Awards),
    rating: figure(title.imdbRating),
    votes: figure(title.imdbVotes),
    metascore: figure(title.Metascore),
    ratings: title.Ratings?.map(({ Source, Value }) => ({ by: Source, value: Value })),
    boxOffice: takings === undefined ? undefined : { amount: takings, currency: "USD" },
    seasons: figure(title.totalSeasons),
    image: webUrl(given(title.Poster)),
  };
}

const Failure = z.object({ Response: z.literal("False"), Error: z.string() });

/** Failures come with status 200 or 401; "Movie not found!" and the like are no failure. */
function refused(body: unknown): Verdict {
  const said = Failure.safeParse(body).data?.Error;
  if (said === undefined) return undefined;
  if (/limit reached/i.test(said)) return new SourceError("rate-limited", `OMDb says: ${quotedSaying(said)}`);
  if (/api key/i.test(said)) return new SourceError("missing-key", `OMDb says: ${quotedSaying(said)}`);
  if (/too many results/i.test(said))
    return new SourceError("bad-query", `OMDb says: ${quotedSaying(said)} Use more words.`);
  return /not found|incorrect imdb id|error getting data/i.test(said)
    ? "empty"
    : new SourceError("unreachable", `OMDb says: ${quotedSaying(said)}`);
}

export const omdb = defineSource({
  id: "omdb",
  title: "OMDb",
  docs: "https://www.omdbapi.com/",
  terms: "with a free key 1,000 requests a day; CC BY-NC 4.0",
  key: { env: ["OMDB_API_KEY"], required: true, from: "https://www.omdbapi.com/apikey.aspx" },
  query: query({
    describe: "a title, or an IMDb id",
    example: "man of steel",
    options: Options,
    parse: (text, options): Input => ({ ...options, text, imdbId: imdbIdOf(text) }),
  }),
  item: ScreenItem.extend({
    years: z.string().optional().describe("of a series: 1978–1991"),
    rated: z.string().optional().describe("age rating of the USA: PG-13, TV-MA …"),
    directors: z.array(z.string()).optional(),
    writers: z.array(z.string()).optional(),
    actors: z.array(z.string()).optional(),
    awards: z.string().optional(),
    metascore: z.number().min(0).max(100).optional().describe("Metacritic, 0 to 100"),
    ratings: z
      .array(z.object({ by: z.string(), value: z.string() }))
      .optional()
      .describe("each in its own scale"),
    boxOffice: Money.optional().describe("takings in the USA"),
    seasons: Count.optional(),
  }),
  polite: { concurrency: 2, minIntervalMs: 100 },
  read: json({
    pages: ({ text, imdbId, exact, type, year: y, page, key: apikey }: Input & PageRequest) => {
      const address = "https://www.omdbapi.com/";
      if (imdbId) return get(address, { i: imdbId, plot: "short", r: "json", apikey });
      if (exact === "true") return get(address, { t: text, type, y, plot: "short", r: "json", apikey });
      return page > LAST_PAGE ? undefined : get(address, { s: text, type, y, page, r: "json", apikey });
    },
    refused,
    body: loneIn("Search", z.object({ Search: z.array(Title), totalResults: numeric.nullish() })),
    items: ({ Search }, { imdbId }, _response, { notice }) => {
      if (imdbId) notice({ kind: "note", text: `understood as the IMDb id ${imdbId}` });
      return Search.map(itemOf);
    },
    next: ({ totalResults }, _input, response) => (totalResults ? pagesRemain(response, PER_PAGE, totalResults) : null),
  }),
});
