import { z } from "zod";
import { Count } from "../kit/fields.ts";
import { isoDate, textOfHtml } from "../kit/values.ts";

/** A date whose later parts may be unknown. */
const FuzzyDate = z
  .object({ year: z.int().nullish(), month: z.int().nullish(), day: z.int().nullish() })
  .transform(({ year, month, day }) => isoDate([year, month, month && day].filter(Boolean).join("-")));

/** An anime or manga as the API answers it. */
export const Media = z.object({
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

/** What AniList says of an anime or manga. */
export const itemOf = (media: z.output<typeof Media>) => ({
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
