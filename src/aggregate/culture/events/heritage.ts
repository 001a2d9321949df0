import type { monuments } from "../../../sources/french/monuments.ts";
import type { musees } from "../../../sources/french/musees.ts";
import type { overpass } from "../../../sources/geo/overpass/index.ts";
import type { wikimediaGeosearch } from "../../../sources/geo/wikimedia_geosearch.ts";
import type { ItemOf } from "../../../sources/source.ts";
import type { Guide } from "../../places/guide.ts";
import { kilometresFrom, onceByName, placed } from "../../places/near.ts";
import type { City } from "./city.ts";
import type { Sections } from "./schema.ts";

type Monument = Sections["monuments"][number];
type Museum = Sections["museums"][number];
type Drafted<T, Needed extends keyof T> = { [K in keyof T]?: T[K] | undefined } & Pick<T, Needed>;

const MOST = 20;
/** So many of a guide's sights stand before the registers' rows, which have no order but distance. */
const CHOSEN = 6;

type Mapped = ItemOf<typeof overpass>;

const named = (things: readonly Mapped[]): readonly Mapped[] =>
  things.filter(({ tags }) => tags?.["name"] !== undefined);
const byDistance = <T extends { readonly distance_km?: number | undefined }>(list: readonly T[]): readonly T[] =>
  list.toSorted((a, b) => (a.distance_km ?? Infinity) - (b.distance_km ?? Infinity));

/** What the sources know of monuments. */
export interface Told {
  readonly guide: Guide;
  readonly listed: readonly ItemOf<typeof monuments>[];
  readonly mapped: readonly Mapped[];
  readonly articles: readonly ItemOf<typeof wikimediaGeosearch>[];
}

/** Sights that the guide chose, then the nearest of the registers and the map. */
export function monumentsOf(
  city: City,
  { guide, listed, mapped, articles }: Told,
): readonly Drafted<Monument, "name" | "url" | "source">[] {
  const chosen = guide.listings
    .filter(({ kind, type, title }) => kind === "see" && !isMuseum(type, title))
    .map((sight) =>
      placed(
        {
          name: sight.title,
          kind: sight.type,
          address: sight.address,
          distance_km: kilometresFrom(city, sight),
          url: sight.url,
          source: sight.source,
        },
        sight,
      ),
    );
  const protectedOnes = listed.flatMap((monument) =>
    monument.title && monument.url
      ? [
          placed(
            {
              name: monument.title,
              kind: monument.kind,
              century: monument.centuries?.join(", "),
              protection: monument.protection,
              address: monument.address,
              distance_km: kilometresFrom(city, monument),
              url: monument.url,
              source: monument.source,
            },
            monument,
          ),
        ]
      : [],
  );
  const onMap = named(mapped).flatMap((monument) =>
    monument.url
      ? [
          placed(
            {
              name: monument.title,
              kind: monument.kind,
              address: monument.address,
              distance_km: kilometresFrom(city, monument),
              url: monument.website ?? monument.url,
              source: monument.source,
            },
            monument,
          ),
        ]
      : [],
  );
  const written = articles
    .filter(({ primary }) => primary !== false)
    .flatMap((article) =>
      article.url
        ? [
            {
              name: article.title,
              distance_km: kilometresFrom(city, article),
              url: article.url,
              source: article.source,
            },
          ]
        : [],
    );
  const rest = byDistance<Drafted<Monument, "name" | "url" | "source">>([...protectedOnes, ...onMap]);
  return onceByName<Drafted<Monument, "name" | "url" | "source">>([
    ...chosen.slice(0, CHOSEN),
    ...rest,
    ...chosen.slice(CHOSEN),
    ...written,
  ]).slice(0, MOST);
}

const isMuseum = (type: string | undefined, title: string): boolean =>
  /\bmus[eé]|\bgaler|\bgaller/i.test(`${type ?? ""} ${title}`);

/** The nearest museums, with the hours that the map tells. */
export function museumsOf(city: City, listed: readonly ItemOf<typeof musees>[], mapped: readonly Mapped[]) {
  const onMap = named(mapped).map((museum) =>
    placed(
      {
        name: museum.title,
        address: museum.address,
        website: museum.website,
        hours: museum.openingHours,
        distance_km: kilometresFrom(city, museum),
        source: museum.source,
      },
      museum,
    ),
  );
  const labelled = listed.map((museum) =>
    placed(
      {
        name: museum.title ?? "",
        address: museum.address,
        website: museum.website,
        distance_km: kilometresFrom(city, museum),
        source: museum.source,
      },
      museum,
    ),
  );
  return byDistance(onceByName<Drafted<Museum, "name" | "source">>([...labelled, ...onMap])).slice(0, MOST);
}
