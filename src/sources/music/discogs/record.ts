import { z } from "zod";
import { absolute } from "../../kit/html/dom.ts";
import { listOf, numeric } from "../../kit/readers/json.ts";
import { isoDate } from "../../kit/values/dates.ts";
import { Count } from "../../kit/values/fields.ts";
import { webUrl } from "../../kit/values/links.ts";
import { durationSeconds } from "../../kit/values/numbers.ts";
import { excerpt } from "../../kit/values/text.ts";
import { Known } from "../item.ts";

const SITE = "https://www.discogs.com";

const Text = z.string().nullish();
const Texts = listOf(z.string());
const Named = z.array(z.object({ name: z.string() })).nullish();
const Community = z
  .object({
    have: Count.nullish(),
    want: Count.nullish(),
    rating: z.object({ average: z.number().nullish(), count: Count.nullish() }).nullish(),
  })
  .nullish();

/** A row of a search's answer. */
export const Hit = z.object({
  id: z.int(),
  type: z.string(),
  title: z.string(),
  uri: Text,
  year: Known,
  country: Text,
  format: Texts,
  label: Texts,
  genre: Texts,
  style: Texts,
  catno: Text,
  barcode: Texts,
  cover_image: Text,
  thumb: Text,
  community: Community,
});

/** A release, a master, an artist or a label. */
export const Entry = z
  .object({
    id: z.int(),
    title: Text,
    name: Text,
    uri: Text,
    artists: Named,
    labels: z.array(z.object({ name: z.string(), catno: Text })).nullish(),
    formats: z.array(z.object({ name: z.string(), descriptions: Texts })).nullish(),
    genres: Texts,
    styles: Texts,
    year: Known,
    released: Text,
    country: Text,
    notes: Text,
    profile: Text,
    tracklist: z.array(z.object({ position: Text, type_: Text, title: z.string(), duration: Text })).nullish(),
    identifiers: z.array(z.object({ type: Text, value: Text })).nullish(),
    images: z.array(z.object({ uri: Text })).nullish(),
    members: Named,
    urls: Texts,
    lowest_price: numeric.nullish(),
    num_for_sale: Count.nullish(),
    community: Community,
  })
  .refine(({ title, name }) => title || name, "neither title nor name");

/** A name without the number that tells it from others: "Nirvana (2)". */
const plainName = (name: string): string => name.replace(/\s\(\d{1,4}\)$/, "");

/** A text without Discogs' markup: [a=Name], [l=Name], [url=…]text[/url], [b]. */
const plainText = (text: string | null | undefined): string | undefined =>
  text
    ?.replace(/\[(?:a|l|r|m|g|t|u)=([^\]]{1,300})\]/g, "$1")
    .replace(/\[\/?(?:url|img|b|i|u|s|quote)(?:=[^\]]{0,500})?\]/g, "")
    .replace(/\[[alrmgt]\d{1,12}\]/g, "");

/** "1987-00-00" is a year. */
const dateOf = (released: string | null | undefined): string | undefined =>
  isoDate(released?.slice(0, 20).replace(/(?:-00)+$/, ""));

const communityOf = (community: z.output<typeof Community>) => ({
  have: community?.have,
  want: community?.want,
  rating: community?.rating?.average || undefined,
  ratings: community?.rating?.count,
});

/** What a search's answer says of a hit. */
export const hitOf = (hit: z.output<typeof Hit>) => ({
  title: hit.title,
  url: absolute(hit.uri, SITE) ?? `${SITE}/${hit.type}/${hit.id}`,
  id: hit.id,
  type: hit.type,
  date: hit.year ? String(hit.year) : undefined,
  year: hit.year,
  country: hit.country,
  formats: hit.format,
  labels: hit.label,
  genres: hit.genre,
  styles: hit.style,
  catalogueNumbers: hit.catno && !/^none$/i.test(hit.catno) ? [hit.catno] : undefined,
  barcode: hit.barcode,
  image: webUrl(hit.cover_image) ?? webUrl(hit.thumb),
  ...communityOf(hit.community),
});

/** What Discogs says of one release, master, artist or label. */
export const entryOf = (entry: z.output<typeof Entry>, type: string) => ({
  title: entry.title ?? plainName(entry.name ?? ""),
  url: absolute(entry.uri, SITE) ?? `${SITE}/${type}/${entry.id}`,
  snippet: excerpt(plainText(entry.notes ?? entry.profile)),
  id: entry.id,
  type,
  artist: entry.artists?.map(({ name }) => plainName(name)).join(", "),
  date: dateOf(entry.released) ?? (entry.year ? String(entry.year) : undefined),
  year: entry.year,
  country: entry.country,
  formats: [...new Set(entry.formats?.flatMap(({ name, descriptions }) => [name, ...(descriptions ?? [])]))],
  labels: entry.labels?.map(({ name }) => plainName(name)),
  genres: entry.genres,
  styles: entry.styles,
  catalogueNumbers: entry.labels?.flatMap(({ catno }) => catno ?? []),
  barcode: entry.identifiers?.flatMap((identifier) => (identifier.type === "Barcode" ? (identifier.value ?? []) : [])),
  tracks: entry.tracklist?.filter(({ type_ }) => (type_ ?? "track") === "track").length,
  tracklist: entry.tracklist?.map((track) => ({
    position: track.position,
    title: track.title,
    durationSeconds: durationSeconds(track.duration),
  })),
  members: entry.members?.map(({ name }) => plainName(name)),
  links: entry.urls.flatMap((address) => webUrl(address) ?? []),
  lowestPrice: entry.lowest_price ? { amount: entry.lowest_price, currency: "USD" } : undefined,
  forSale: entry.num_for_sale,
  image: webUrl(entry.images?.[0]?.uri),
  ...communityOf(entry.community),
});
