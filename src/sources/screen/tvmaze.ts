import { z } from "zod";
import { defineSource } from "../define.ts";
import { branch } from "../kit/compose/steps.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { json } from "../kit/readers/json.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { emptyOn } from "../kit/responses/answer.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, HttpUrl, IsoDate } from "../kit/values/fields.ts";
import { languageTag } from "../kit/values/languages.ts";
import { overHttps, webUrl } from "../kit/values/links.ts";
import { imdbIdOf, ScreenItem } from "./item.ts";

const API = "https://api.tvmaze.com";

const Options = z.object({
  type: z.enum(["show", "person"]).optional().describe("what to search for, default show"),
  episodes: z.enum(["true", "false"]).optional().describe("true: only the series that fits best, with its episodes"),
});

interface Input extends z.output<typeof Options> {
  readonly text: string;
  readonly imdbId?: string | undefined;
}

const Text = z.string().nullish();
const Image = z.object({ original: Text, medium: Text }).nullish();
const Country = z.object({ code: Text }).nullish();
const Channel = z.object({ name: Text, country: Country }).nullish();

const Episode = z.object({
  season: z.int().nullish(),
  number: z.int().nullish(),
  name: Text,
  airdate: Text,
  runtime: z.number().nullish(),
  rating: z.object({ average: z.number().nullish() }).nullish(),
});

/** A series as the API answers it. */
const Show = z.object({
  id: z.int(),
  url: z.string(),
  name: z.string(),
  type: Text,
  language: Text,
  genres: z.array(z.string()).nullish(),
  status: Text,
  runtime: z.number().nullish(),
  averageRuntime: z.number().nullish(),
  premiered: Text,
  ended: Text,
  officialSite: Text,
  rating: z.object({ average: z.number().nullish() }).nullish(),
  network: Channel,
  webChannel: Channel,
  externals: z.object({ imdb: Text, thetvdb: z.int().nullish() }).nullish(),
  image: Image,
  summary: Text,
  _embedded: z.object({ episodes: z.array(Episode).nullish() }).nullish(),
});

/** What TVmaze says of a series. */
const showOf = (show: z.output<typeof Show>, score?: number | null) => ({
  title: show.name,
  url: overHttps(show.url),
  snippet: textOfHtml(show.summary),
  id: show.id,
  type: show.type,
  date: isoDate(show.premiered),
  endDate: isoDate(show.ended),
  year: show.premiered ? Number(show.premiered.slice(0, 4)) : undefined,
  status: show.status,
  language: languageTag(show.language),
  country: show.network?.country?.code ?? show.webChannel?.country?.code,
  genres: show.genres,
  runtimeMinutes: show.runtime || show.averageRuntime || undefined,
  rating: show.rating?.average,
  network: show.network?.name ?? show.webChannel?.name,
  imdbId: show.externals?.imdb,
  tvdbId: show.externals?.thetvdb,
  officialSite: webUrl(show.officialSite),
  image: overHttps(show.image?.original ?? show.image?.medium),
  score,
  episodes: show._embedded?.episodes?.length,
  episodeList: show._embedded?.episodes?.map((episode) => ({
    season: episode.season,
    number: episode.number,
    title: episode.name,
    date: isoDate(episode.airdate),
    runtimeMinutes: episode.runtime || undefined,
    rating: episode.rating?.average,
  })),
});

const Person = z.object({
  id: z.int(),
  url: z.string(),
  name: z.string(),
  country: Country,
  birthday: Text,
  deathday: Text,
  gender: Text,
  image: Image,
});

/** … of a person. */
const personOf = (person: z.output<typeof Person>, score?: number | null) => ({
  title: person.name,
  url: overHttps(person.url),
  id: person.id,
  type: "person",
  born: isoDate(person.birthday),
  died: isoDate(person.deathday),
  country: person.country?.code,
  gender: person.gender,
  image: overHttps(person.image?.original ?? person.image?.medium),
  score,
});

const shows = json({
  request: ({ text: q }: Input) => get(`${API}/search/shows`, { q }),
  body: z.array(z.object({ score: z.number().nullish(), show: Show })),
  items: (rows) => rows.map(({ show, score }) => showOf(show, score)),
});

const people = json({
  request: ({ text: q }: Input) => get(`${API}/search/people`, { q }),
  body: z.array(z.object({ score: z.number().nullish(), person: Person })),
  items: (rows) => rows.map(({ person, score }) => personOf(person, score)),
});

const one = json({
  request: ({ text: q, imdbId }: Input) =>
    imdbId ? get(`${API}/lookup/shows`, { imdb: imdbId }) : get(`${API}/singlesearch/shows`, { q, embed: "episodes" }),
  judge: emptyOn(404),
  body: Show,
  items: (show, { imdbId }, _response, { notice }) => {
    if (imdbId) notice({ kind: "note", text: `understood as the IMDb id ${imdbId}` });
    return [showOf(show)];
  },
});

export const tvmaze = defineSource({
  id: "tvmaze",
  title: "TVmaze",
  docs: "https://www.tvmaze.com/api",
  terms: "20 requests in ten seconds; CC BY-SA, to be attributed to TVmaze",
  query: query({
    describe: "a series' title, a person's name (type=person), or an IMDb id",
    example: "the flash",
    options: Options,
    parse: (text, options): Input => ({ ...options, text, imdbId: imdbIdOf(text) }),
  }),
  item: ScreenItem.extend({
    network: z.string().optional().describe("the channel or service that shows it"),
    tvdbId: z.int().optional(),
    officialSite: HttpUrl.optional(),
    born: IsoDate.optional(),
    died: IsoDate.optional(),
    gender: z.string().optional(),
    score: z.number().nonnegative().optional().describe("how well it fits the words"),
    episodeList: z
      .array(
        z.object({
          season: z.int().optional(),
          number: Count.optional(),
          title: z.string().optional(),
          date: IsoDate.optional(),
          runtimeMinutes: z.number().positive().optional(),
          rating: z.number().optional(),
        }),
      )
      .optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 500 },
  read: branch(
    ({ type, imdbId }: Input) => type === "person" && !imdbId,
    people,
    branch(({ imdbId, episodes }: Input) => imdbId !== undefined || episodes === "true", one, shows),
  ),
});
