import { z } from "zod";
import { isoDate } from "../../kit/values/dates.ts";
import { Count } from "../../kit/values/fields.ts";
import { webUrl } from "../../kit/values/links.ts";

const PICTURES = "https://image.tmdb.org/t/p/w500";
/** Of a film's cast so many are named. */
const CAST = 10;

const Text = z.string().nullish();
const Named = z.array(z.object({ name: z.string() })).nullish();

/** A film, a series or a person, of a list or by itself. */
export const Entry = z
  .object({
    id: z.int(),
    media_type: Text,
    title: Text,
    name: Text,
    original_title: Text,
    original_name: Text,
    overview: Text,
    biography: Text,
    release_date: Text,
    first_air_date: Text,
    last_air_date: Text,
    birthday: Text,
    deathday: Text,
    known_for_department: Text,
    known_for: z.array(z.object({ title: Text, name: Text })).nullish(),
    original_language: Text,
    origin_country: z.array(z.string()).nullish(),
    vote_average: z.number().nullish(),
    vote_count: Count.nullish(),
    popularity: z.number().nullish(),
    poster_path: Text,
    profile_path: Text,
    backdrop_path: Text,
    genre_ids: z.array(z.int()).nullish(),
    genres: Named,
    status: Text,
    tagline: Text,
    homepage: Text,
    runtime: z.number().nullish(),
    episode_run_time: z.array(z.number()).nullish(),
    number_of_seasons: Count.nullish(),
    number_of_episodes: Count.nullish(),
    imdb_id: Text,
    external_ids: z.object({ imdb_id: Text, tvdb_id: z.int().nullish() }).nullish(),
    credits: z.object({ cast: Named, crew: z.array(z.object({ name: z.string(), job: Text })).nullish() }).nullish(),
  })
  .refine(({ title, name }) => title || name, "neither title nor name");

type Entry = z.output<typeof Entry>;

/** A film, a series or a person, where the answer itself does not say it. */
const kindOf = (entry: Entry): string =>
  entry.title ? "movie" : entry.first_air_date !== undefined || entry.original_name !== undefined ? "tv" : "person";

const picture = (path: string | null | undefined) => (path ? `${PICTURES}${path}` : undefined);

/** The genres of films and series by the numbers that lists have: https://developer.themoviedb.org/reference/genre-movie-list */
const GENRES: ReadonlyMap<number, string> = new Map(
  `28 Action|12 Adventure|16 Animation|35 Comedy|80 Crime|99 Documentary|18 Drama|10751 Family|
14 Fantasy|36 History|27 Horror|10402 Music|9648 Mystery|10749 Romance|878 Science Fiction|
10770 TV Movie|53 Thriller|10752 War|37 Western|10759 Action & Adventure|10762 Kids|10763 News|
10764 Reality|10765 Sci-Fi & Fantasy|10766 Soap|10767 Talk|10768 War & Politics`
    .split("|")
    .map((line) => [Number.parseInt(line, 10), line.trim().replace(/^\d+ /, "")]),
);

/** What TMDB says of a film, a series or a person. */
export function itemOf(entry: Entry, asked?: string) {
  const type = entry.media_type ?? asked ?? kindOf(entry);
  const date = isoDate(entry.release_date ?? entry.first_air_date);
  const known = entry.known_for?.flatMap(({ title, name }) => title ?? name ?? []);
  return {
    title: entry.title ?? entry.name ?? "",
    originalTitle: entry.original_title ?? entry.original_name,
    url: `https://www.themoviedb.org/${type}/${entry.id}`,
    snippet: entry.overview || entry.biography || known?.join(", "),
    id: entry.id,
    type,
    date,
    endDate: isoDate(entry.last_air_date),
    year: date ? Number(date.slice(0, 4)) : undefined,
    born: isoDate(entry.birthday),
    died: isoDate(entry.deathday),
    knownFor: known,
    department: entry.known_for_department,
    language: entry.original_language,
    country: entry.origin_country?.join(", "),
    rating: entry.vote_count ? entry.vote_average : undefined,
    votes: entry.vote_count,
    popularity: entry.popularity,
    image: picture(entry.poster_path ?? entry.profile_path),
    backdrop: picture(entry.backdrop_path),
    genres: entry.genres?.map(({ name }) => name) ?? entry.genre_ids?.flatMap((id) => GENRES.get(id) ?? []),
    status: entry.status,
    tagline: entry.tagline,
    homepage: webUrl(entry.homepage),
    runtimeMinutes: entry.runtime || entry.episode_run_time?.[0] || undefined,
    seasons: entry.number_of_seasons,
    episodes: entry.number_of_episodes,
    imdbId: entry.imdb_id ?? entry.external_ids?.imdb_id,
    tvdbId: entry.external_ids?.tvdb_id,
    cast: entry.credits?.cast?.slice(0, CAST).map(({ name }) => name),
    directors: entry.credits?.crew?.flatMap(({ name, job }) => (job === "Director" ? name : [])),
  };
}
