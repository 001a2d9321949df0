import { filter } from "rxjs";
import { z } from "zod";
import { defineSource } from "../../define.ts";
import { branch } from "../../kit/compose/steps.ts";
import { json } from "../../kit/readers/json.ts";
import type { PageRequest } from "../../kit/readers/paged.ts";
import { query } from "../../kit/requests/query.ts";
import { bearer, get, type Params } from "../../kit/requests/request.ts";
import { Count, HttpUrl, IsoDate } from "../../kit/values/fields.ts";
import { imdbIdOf, ScreenItem } from "../item.ts";
import { Entry, itemOf } from "./record.ts";

const API = "https://api.themoviedb.org/3";
/** The API answers no page beyond. */
const LAST_PAGE = 500;

const Options = z.object({
  type: z.enum(["movie", "tv", "person"]).optional().describe("only films, series or people"),
  language: z
    .string()
    .regex(/^[a-z]{2}(-[A-Z]{2})?$/, "a language, e.g. fr or fr-FR")
    .optional()
    .describe("of titles and texts, e.g. fr-FR; default English"),
});

interface Input extends z.output<typeof Options> {
  readonly text: string;
  readonly year?: string | undefined;
  readonly imdbId?: string | undefined;
  /** The number of the one of `type` that is asked for. */
  readonly id?: string | undefined;
}

const ONE = /^(?:(?:https?:\/\/)?(?:www\.)?themoviedb\.org\/)?(movie|tv|person)[/:](\d{1,9})(?:-[^\s/]*)?$/;
const YEAR = /(?:^|\s)y:(\d{4})(?=\s|$)/;

function parse(q: string, options: z.output<typeof Options>): Input {
  const [, kind, id] = ONE.exec(q) ?? [];
  if (kind === "movie" || kind === "tv" || kind === "person") return { ...options, text: q, type: kind, id };
  const year = YEAR.exec(q)?.[1];
  return { ...options, text: q.replace(YEAR, " ").trim() || q, year, imdbId: imdbIdOf(q) };
}

/** A key of version 3 goes into the address, a token of version 4 into a header. */
const asked = (path: string, values: Params, { key, language }: Input & PageRequest) =>
  key.includes(".")
    ? get(`${API}${path}`, { ...values, language }, { headers: bearer(key) })
    : get(`${API}${path}`, { ...values, language, api_key: key });

const search = json({
  pages: (ask: Input & PageRequest) => {
    const { text, type = "multi", year, page } = ask;
    if (page > LAST_PAGE) return undefined;
    const years = { year: type === "movie" ? year : undefined, first_air_date_year: type === "tv" ? year : undefined };
    return asked(`/search/${type}`, { query: text, page, include_adult: "false", ...years }, ask);
  },
  body: z.object({ results: z.array(Entry), page: z.int().nullish(), total_pages: Count.nullish() }),
  items: ({ results }, { type }) => results.map((entry) => itemOf(entry, type)),
  next: ({ page, total_pages }) => ((page ?? 1) < (total_pages ?? Number.POSITIVE_INFINITY) ? undefined : null),
});

const one = json({
  request: (ask: Input & PageRequest) =>
    asked(`/${ask.type}/${ask.id}`, { append_to_response: "external_ids,credits" }, ask),
  body: Entry,
  items: (entry, { type, id }, _response, { notice }) => {
    notice({ kind: "note", text: `understood as ${type} ${id}` });
    return [itemOf(entry, type)];
  },
});

const Found = z.object({
  movie_results: z.array(Entry),
  tv_results: z.array(Entry).nullish(),
  person_results: z.array(Entry).nullish(),
});

const byImdbId = json({
  request: (ask: Input & PageRequest) => asked(`/find/${ask.imdbId}`, { external_source: "imdb_id" }, ask),
  body: Found,
  items: ({ movie_results, tv_results, person_results }, { imdbId }, _response, { notice }) => {
    notice({ kind: "note", text: `understood as the IMDb id ${imdbId}` });
    return [
      ...movie_results.map((entry) => itemOf(entry, "movie")),
      ...(tv_results ?? []).map((entry) => itemOf(entry, "tv")),
      ...(person_results ?? []).map((entry) => itemOf(entry, "person")),
    ].map((item) => ({ ...item, imdbId }));
  },
});

const found = branch(
  ({ id }: Input) => id !== undefined,
  one,
  branch(({ imdbId }: Input) => imdbId !== undefined, byImdbId, search),
);

export const tmdb = defineSource({
  id: "tmdb",
  title: "The Movie Database",
  docs: "https://developer.themoviedb.org/docs/getting-started",
  terms: "free key for non-commercial use; say that the data are TMDB's and not endorsed by it",
  key: { env: ["TMDB_API_KEY"], required: true, from: "https://www.themoviedb.org/settings/api" },
  query: query({
    describe: "a film, series or person, with y:2013 for the year; an IMDb id; one by its page or number: movie/550",
    example: "man of steel",
    options: Options,
    parse,
  }),
  item: ScreenItem.extend({
    born: IsoDate.optional(),
    died: IsoDate.optional(),
    knownFor: z.array(z.string()).optional(),
    department: z.string().optional().describe("Acting, Directing, …"),
    popularity: z.number().optional().describe("TMDB's own figure, without a scale"),
    backdrop: HttpUrl.optional(),
    tagline: z.string().optional(),
    homepage: HttpUrl.optional(),
    seasons: Count.optional(),
    tvdbId: z.int().optional(),
    cast: z.array(z.string()).optional(),
    directors: z.array(z.string()).optional(),
  }),
  polite: { concurrency: 2, minIntervalMs: 50 },
  // A search of everything cannot be told the year.
  read: (input, context) =>
    found(input, context).pipe(
      filter(({ year }) => !input.year || input.type !== undefined || `${year}` === input.year),
    ),
});
