import type { overpass } from "../../../sources/geo/overpass/index.ts";
import type { wikimediaGeosearch } from "../../../sources/geo/wikimedia_geosearch.ts";
import type { ItemOf } from "../../../sources/source.ts";
import type { opentripmap } from "../../../sources/travel/opentripmap/index.ts";
import { cut, type Guide } from "../../places/guide.ts";
import { kilometresFrom, onceByName } from "../../places/near.ts";
import type { Place } from "../../places/place.ts";
import type { Sections } from "./schema.ts";

type Activity = Sections["activities"][number];
type Draft = Partial<Activity> & Pick<Activity, "name" | "kind" | "source">;

const MOST = 30;
/** So many of the guide's sights and of its restaurants; the rest is the map's. */
const SIGHTS = 16;
const RESTAURANTS = 6;
const TEXT = 240;

const KINDS = new Set<string>(["museum", "attraction", "viewpoint", "gallery"]);
const isKind = (kind: string): kind is Activity["kind"] => KINDS.has(kind);

/** The kinds of OpenTripMap's catalogue, as far as they are ours. */
const sightKind = (kinds: readonly string[] = []): Activity["kind"] =>
  kinds.some((kind) => /museums/.test(kind))
    ? "museum"
    : kinds.some((kind) => /galleries/.test(kind))
      ? "gallery"
      : "attraction";

/** What else than the guide knows sights. */
export interface Around {
  readonly mapped: readonly ItemOf<typeof overpass>[];
  readonly rated: readonly ItemOf<typeof opentripmap>[];
  readonly articles: readonly ItemOf<typeof wikimediaGeosearch>[];
}

/** What there is to see and do: the guide's choice first, then the best known and nearest sights, then where to eat. */
export function activitiesOf(place: Place, { listings }: Guide, { mapped, rated, articles }: Around) {
  const told = (kind: "see" | "do" | "eat"): Draft[] =>
    listings
      .filter((listing) => listing.kind === kind)
      .map((listing) => ({
        name: listing.title,
        kind,
        text: listing.snippet && cut(listing.snippet, TEXT),
        price_text: listing.price,
        hours: listing.hours,
        latitude: listing.latitude,
        longitude: listing.longitude,
        distance_km: kilometresFrom(place, listing),
        url: listing.website ?? listing.guideUrl,
        source: listing.source,
      }));
  const known = rated
    .toSorted((a, b) => (b.rating ?? 0) - (a.rating ?? 0))
    .map(
      (sight): Draft => ({
        name: sight.title,
        kind: sightKind(sight.kinds),
        text: sight.snippet && cut(sight.snippet, TEXT),
        latitude: sight.latitude,
        longitude: sight.longitude,
        distance_km: kilometresFrom(place, sight),
        url: sight.url,
        rating: sight.rating,
        source: sight.source,
      }),
    );
  const nearby = mapped
    .filter(({ tags }) => tags?.["name"] !== undefined)
    .map(
      (sight): Draft => ({
        name: sight.title,
        kind: sight.kind && isKind(sight.kind) ? sight.kind : "attraction",
        text: sight.snippet,
        hours: sight.openingHours,
        latitude: sight.latitude,
        longitude: sight.longitude,
        distance_km: kilometresFrom(place, sight),
        url: sight.website ?? sight.url,
        source: sight.source,
      }),
    )
    .toSorted((a, b) => (a.distance_km ?? Infinity) - (b.distance_km ?? Infinity));
  const written = articles.map(
    (article): Draft => ({
      name: article.title,
      kind: "see",
      text: article.snippet && cut(article.snippet, TEXT),
      latitude: article.latitude,
      longitude: article.longitude,
      distance_km: kilometresFrom(place, article),
      url: article.url,
      source: article.source,
    }),
  );
  const [see, todo] = [told("see"), told("do")];
  const chosen = [...see.slice(0, SIGHTS - Math.min(todo.length, 5)), ...todo.slice(0, 5)];
  const sights = onceByName([...chosen, ...known, ...nearby, ...written, ...see, ...todo]);
  const eat = told("eat").slice(0, RESTAURANTS);
  return [...sights.slice(0, MOST - eat.length), ...eat];
}
