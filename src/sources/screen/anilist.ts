import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { text } from "../kit/requests/query.ts";
import { postJson } from "../kit/requests/request.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count } from "../kit/values/fields.ts";
import { AnimeItem } from "./item.ts";

const Options = z.object({
  type: z.enum(["anime", "manga"]).optional().describe("only this kind"),
});

type Input = { readonly text: string } & z.output<typeof Options>;

/** What is asked of the API, in GraphQL. */
const QUERY = `query ($q: String, $page: Int, $type: MediaType) {
  Page(page: $page, perPage: 25) {
    pageInfo { hasNextPage }
    media(search: $q, type: $type, sort: SEARCH_MATCH, isAdult: false) {
      id idMal siteUrl type format status
      title { romaji english native }
      description(asHtml: false)
      startDate { year month day } endDate { year month day }
      season seasonYear episodes chapters volumes duration
      genres averageScore popularity isAdult
      coverImage { large }
      studios(isMain: true) { nodes { name } }
    }
  }
}`;

const Errors = z.object({ errors: z.array(z.object({ message: z.string() })).min(1) });

/** A date whose later parts may be unknown. */
const FuzzyDate = z
  .object({ year: z.int().nullish(), month: z.int().nullish(), day: z.int().nullish() })
  .transform(({ year, month, day }) => isoDate([year, month, month && day].filter(Boolean).join("-")));

/** An anime or manga as the API answers it. */
const Media = z.object({
  id: z.int(),
  idMal: z.int().nullish(),
  siteUrl: z.string().nullish(),
  type: z.string().nullish(),
  format: z.string().nullish(),
  status: z.string().nullish(),
  title: z.object({ romaji: z.string().nullish(), english: z.string().nullish(), native: z.string().nullish() }),
  description: z.string().nullish(),
  startDate: FuzzyDate.nullish(),
  endDate: FuzzyDate.nullish(),
  season: z.string().nullish(),
  seasonYear: z.int().nullish(),
  episodes: Count.nullish(),
  chapters: Count.nullish(),
  volumes: Count.nullish(),
  duration: z.number().nullish(),
  genres: z.array(z.string()).nullish(),
  averageScore: z.number().nullish(),
  popularity: Count.nullish(),
  isAdult: z.boolean().nullish(),
  coverImage: z.object({ large: z.string().nullish() }).nullish(),
  studios: z.object({ nodes: z.array(z.object({ name: z.string() })) }).nullish(),
});

const Body = z.object({
  data: z.object({ Page: z.object({ pageInfo: z.object({ hasNextPage: z.boolean() }), media: z.array(Media) }) }),
});

/** What AniList says of an anime or manga. */
const itemOf = (media: z.output<typeof Media>) => ({
  title: media.title.english || media.title.romaji || media.title.native || "",
  originalTitle: media.title.native,
  url: media.siteUrl,
  snippet: textOfHtml(media.description),
  id: media.id,
  malId: media.idMal,
  type: media.type,
  format: media.format,
  status: media.status,
  date: media.startDate,
  endDate: media.endDate,
  year: media.startDate ? Number(media.startDate.slice(0, 4)) : media.seasonYear,
  season: media.season,
  episodes: media.episodes,
  chapters: media.chapters,
  volumes: media.volumes,
  runtimeMinutes: media.duration || undefined,
  genres: media.genres,
  score: media.averageScore,
  rating: typeof media.averageScore === "number" ? media.averageScore / 10 : undefined,
  popularity: media.popularity,
  studio: media.studios?.nodes[0]?.name,
  image: media.coverImage?.large,
});

export const anilist = defineSource({
  id: "anilist",
  title: "AniList",
  docs: "https://docs.anilist.co/",
  terms: "official API, 30 requests a minute; no mass collection",
  query: text("an anime's or manga's title", "cowboy bebop", Options),
  item: AnimeItem.extend({
    id: z.int(),
    malId: z.int().optional().describe("id at MyAnimeList"),
    format: z.string().optional().describe("TV, MOVIE, OVA, MANGA, NOVEL …"),
    score: z.number().min(0).max(100).optional().describe("AniList's own scale, 0 to 100"),
    popularity: Count.optional().describe("how many users list it"),
    studio: z.string().optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 2000 },
  read: json({
    pages: ({ text, type, page }: Input & PageRequest) =>
      postJson("https://graphql.anilist.co", {
        query: QUERY,
        variables: { q: text, page, ...(type && { type: type.toUpperCase() }) },
      }),
    refused: (body, { status }) => {
      const read = Errors.safeParse(body);
      return status === 200 && read.success
        ? new SourceError(
            "unreachable",
            `AniList failed: ${quotedSaying(read.data.errors[0]?.message ?? "no reason given")}.`,
          )
        : undefined;
    },
    body: Body,
    next: ({ data }) => (data.Page.pageInfo.hasNextPage ? undefined : null),
    items: ({ data }) => data.Page.media.filter(({ isAdult }) => !isAdult).map(itemOf),
  }),
});
