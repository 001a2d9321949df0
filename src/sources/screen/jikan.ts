import { z } from "zod";
import { defineSource } from "../define.ts";
import { branch } from "../kit/compose/steps.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, IsoDate } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { AnimeItem } from "./item.ts";

const API = "https://api.jikan.moe/v4";
const PER_PAGE = 25;

const Options = z.object({
  type: z.enum(["anime", "manga", "characters", "people"]).optional().describe("what to search for, default anime"),
});

interface Input {
  readonly text: string;
  readonly type: string;
  readonly id?: string | undefined;
}

const ONE = /^(?:(?:https?:\/\/)?(?:www\.)?myanimelist\.net\/(anime|manga|character|people)\/)?(\d{1,7})(?:\/\S*)?$/;

function parse(text: string, { type = "anime" }: z.output<typeof Options>): Input {
  const [, named, id] = ONE.exec(text) ?? [];
  return { text, id, type: named === "character" ? "characters" : (named ?? type) };
}

const Text = z.string().nullish();
const Named = z.array(z.object({ name: z.string() })).nullish();
const names = (list: z.output<typeof Named>) => list?.map(({ name }) => name);
const Span = z.object({ from: Text, to: Text }).nullish();
/** Ranks of 0 are none. */
const Rank = Count.nullish().transform((rank) => rank || undefined);

/** An anime, a manga, a character or a person as the API answers it. */
const Entry = z
  .object({
    mal_id: z.int(),
    url: z.string(),
    images: z.object({ jpg: z.object({ image_url: Text, large_image_url: Text }).nullish() }).nullish(),
    title: Text,
    title_english: Text,
    title_japanese: Text,
    name: Text,
    name_kanji: Text,
    type: Text,
    source: Text,
    episodes: Count.nullish(),
    chapters: Count.nullish(),
    volumes: Count.nullish(),
    status: Text,
    aired: Span,
    published: Span,
    birthday: Text,
    duration: Text,
    rating: Text,
    score: z.number().nullish(),
    scored_by: Count.nullish(),
    rank: Rank,
    popularity: Rank,
    favorites: Count.nullish(),
    synopsis: Text,
    about: Text,
    season: Text,
    year: z.int().nullish(),
    genres: Named,
    themes: Named,
    studios: Named,
    authors: Named,
  })
  .refine(({ title, name }) => title || name, "neither title nor name");

/** "1 hr 30 min", "24 min per ep" as minutes. */
function minutesIn(duration: string | null | undefined): number | undefined {
  const [, hours = 0, minutes = 0] = /^(?:(\d{1,2}) hr ?)?(?:(\d{1,3}) min)?/.exec(duration ?? "") ?? [];
  return Number(hours) * 60 + Number(minutes) || undefined;
}

/** What MyAnimeList says of an anime, a manga, a character or a person. */
function itemOf(entry: z.output<typeof Entry>) {
  const span = entry.aired ?? entry.published;
  const date = isoDate(span?.from?.slice(0, 10));
  return {
    title: entry.title ?? entry.name ?? "",
    titleEnglish: entry.title_english,
    originalTitle: entry.title_japanese ?? entry.name_kanji,
    url: entry.url,
    snippet: entry.synopsis ?? entry.about,
    id: entry.mal_id,
    type: entry.type,
    basis: entry.source,
    status: entry.status,
    date,
    endDate: isoDate(span?.to?.slice(0, 10)),
    born: isoDate(entry.birthday?.slice(0, 10)),
    year: entry.year ?? (date ? Number(date.slice(0, 4)) : undefined),
    season: entry.season,
    episodes: entry.episodes,
    chapters: entry.chapters,
    volumes: entry.volumes,
    runtimeMinutes: minutesIn(entry.duration),
    ageRating: entry.rating,
    rating: entry.score,
    votes: entry.scored_by,
    rank: entry.rank,
    popularityRank: entry.popularity,
    favorites: entry.favorites,
    genres: names(entry.genres),
    themes: names(entry.themes),
    studios: names(entry.studios),
    authors: names(entry.authors),
    image: webUrl(entry.images?.jpg?.large_image_url) ?? webUrl(entry.images?.jpg?.image_url),
  };
}

const search = json({
  pages: ({ text: q, type, page }: Input & PageRequest) =>
    get(`${API}/${type}`, { q, page, limit: PER_PAGE, ...(/^(anime|manga)$/.test(type) && { sfw: true }) }),
  body: z.object({ data: z.array(Entry), pagination: z.object({ has_next_page: z.boolean().nullish() }).nullish() }),
  items: ({ data }) => data.map(itemOf),
  next: ({ pagination }) => (pagination?.has_next_page ? undefined : null),
});

const one = json({
  request: ({ type, id }: Input) => get(`${API}/${type}/${id}/full`),
  body: z.object({ data: Entry }),
  items: ({ data }, { type, id }, _response, { notice }) => {
    notice({ kind: "note", text: `understood as MyAnimeList's number ${id} of ${type}` });
    return [itemOf(data)];
  },
});

export const jikan = defineSource({
  id: "jikan",
  title: "Jikan (MyAnimeList)",
  docs: "https://docs.api.jikan.moe/",
  terms: "3 requests a second, 60 a minute; unofficial, a day old at most",
  query: query({
    describe: "an anime's or manga's title, a character's or person's name, or a number or page of MyAnimeList",
    example: "naruto",
    options: Options,
    parse,
  }),
  item: AnimeItem.extend({
    titleEnglish: z.string().optional(),
    basis: z.string().optional().describe("what it was made after: Manga, Original, Light novel …"),
    born: IsoDate.optional(),
    ageRating: z.string().optional(),
    rank: Count.optional().describe("by rating, 1 the best"),
    popularityRank: Count.optional().describe("by how many list it, 1 the most"),
    favorites: Count.optional(),
    themes: z.array(z.string()).optional(),
    studios: z.array(z.string()).optional(),
    authors: z.array(z.string()).optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: branch(({ id }: Input) => id !== undefined, one, search),
});
