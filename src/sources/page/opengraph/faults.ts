import { z } from "zod";
import { isoDate } from "../../kit/values/dates.ts";
import type { Tags } from "./tags.ts";

/** What is wrong with a page's social tags. */
export const Fault = z.object({
  of: z.enum(["open-graph", "twitter-card"]),
  property: z.string(),
  fault: z.string().describe("a sentence"),
});
type Fault = z.output<typeof Fault>;

/** What every page must say (https://ogp.me/#metadata). */
export const REQUIRED = ["og:title", "og:type", "og:image", "og:url"] as const;

/** https://ogp.me/#types */
const TYPES = new Set(
  "website article book profile product product.group product.item place music.song music.album music.playlist music.radio_station video.movie video.episode video.tv_show video.other".split(
    " ",
  ),
);
const SINGLE = ["og:title", "og:type", "og:url", "og:description", "og:determiner", "og:locale", "og:site_name"];
const ADDRESSES = /^og:(url|(image|video|audio)(:(url|secure_url))?)$/;
const DIMENSION = /^og:(image|video):(width|height)$/;
const TIMES = /^(article:(published|modified|expiration)_time|(book|video|music):release_date)$/;
const ROOTED = /^(og:(?:image|video|audio)):(?!url$)/;

/** Faults against the protocol, tag by tag. */
function* tagFaults({ list }: Tags): Generator<readonly [string, string]> {
  const rooted = new Set<string>();
  for (const { property, value, by } of list) {
    if (property.startsWith("twitter:")) continue;
    if (by === "name" && property.startsWith("og:")) yield [property, "It is named by name= instead of property=."];
    if (!value) {
      yield [property, "It has no content."];
      continue;
    }
    const root = ROOTED.exec(property)?.[1];
    if (root && !rooted.has(root)) yield [property, `It stands before the ${root} that it describes.`];
    rooted.add(property.replace(/:url$/, ""));
    if (ADDRESSES.test(property) && !/^https?:\/\/[^\s/]/i.test(value))
      yield [property, "It is no absolute http(s) address."];
    if (property.endsWith(":secure_url") && !/^https:/i.test(value)) yield [property, "It is not https."];
    if (DIMENSION.test(property) && !/^\d{1,6}$/.test(value)) yield [property, "It is no whole number of pixels."];
    if (/^og:locale(:alternate)?$/.test(property) && !/^[a-z]{2,3}_[A-Z]{2}$/.test(value))
      yield [property, `“${value.slice(0, 40)}” is not of the form language_TERRITORY.`];
    if (TIMES.test(property) && isoDate(value) === undefined) yield [property, "It is no ISO 8601 time."];
    if (property === "og:determiner" && !/^(a|an|the|auto)$/.test(value))
      yield [property, "It is none of a, an, the, auto."];
    if (property === "og:type" && !TYPES.has(value) && !/^[\w-]{1,60}[:.][\w.:-]{1,60}$/.test(value))
      yield [property, `“${value.slice(0, 60)}” is none of the protocol's types and has no namespace.`];
  }
}

/** Every fault against the protocol: what is missing, what is there twice, what a value may not be. */
export function openGraphFaults(tags: Tags): Fault[] {
  const faults: (readonly [string, string])[] = [
    ...REQUIRED.filter((property) => !has(tags, property)).map(
      (property) => [property, "It is required and missing."] as const,
    ),
    ...SINGLE.filter((property) => new Set(tags.all(property)).size > 1).map(
      (property) => [property, "It is there several times with different values; the first counts."] as const,
    ),
    ...tagFaults(tags),
  ];
  return faults.map(([property, fault]) => ({ of: "open-graph", property, fault }));
}

/** `og:image:url` may stand for `og:image`. */
export const has = (tags: Tags, property: string): boolean => tags.first(property, `${property}:url`) !== undefined;

const CARDS = new Set(["summary", "summary_large_image", "app", "player"]);

/** What a card of its type must have, where Open Graph does not stand in. */
export function twitterMissing(tags: Tags): string[] {
  const card = tags.first("twitter:card");
  const without = (property: string, ...standIns: readonly string[]) =>
    tags.first(property, ...standIns) === undefined ? [property] : [];
  return [
    ...(card === undefined ? ["twitter:card"] : []),
    ...(card === "app" ? [] : without("twitter:title", "og:title")),
    ...(card === "summary_large_image" || card === "player"
      ? without("twitter:image", "twitter:image:src", "og:image", "og:image:url")
      : []),
    ...(card === "player"
      ? ["twitter:player", "twitter:player:width", "twitter:player:height"].flatMap((property) => without(property))
      : []),
    ...(card === "app" ? without("twitter:app:id:iphone", "twitter:app:id:ipad", "twitter:app:id:googleplay") : []),
  ];
}

/** Every fault against the cards' documentation (https://developer.x.com/en/docs/x-for-websites/cards). */
export function twitterFaults(tags: Tags): Fault[] {
  const card = tags.first("twitter:card");
  const fault = (property: string, what: string): Fault => ({ of: "twitter-card", property, fault: what });
  return [
    ...twitterMissing(tags).map((property) => fault(property, "It is required and missing.")),
    ...(card && !CARDS.has(card) ? [fault("twitter:card", `“${card.slice(0, 40)}” is no type of card.`)] : []),
    ...["twitter:site", "twitter:creator"].flatMap((property) => {
      const name = tags.first(property);
      return name && !/^@\w{1,15}$/.test(name) ? [fault(property, `“${name.slice(0, 40)}” is no @name.`)] : [];
    }),
    ...["twitter:image", "twitter:player"].flatMap((property) => {
      const address = tags.first(property);
      return address && !/^https?:\/\//i.test(address) ? [fault(property, "It is no absolute http(s) address.")] : [];
    }),
  ];
}
