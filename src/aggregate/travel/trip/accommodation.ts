import type { overpass } from "../../../sources/geo/overpass/index.ts";
import type { ItemOf } from "../../../sources/source.ts";
import type { Guide, Listing } from "../../places/guide.ts";
import { kilometresFrom, onceByName, placed } from "../../places/near.ts";
import type { Place } from "../../places/place.ts";
import type { Sections } from "./schema.ts";

type House = Sections["accommodation"][number];

const MOST = 20;

const KINDS: readonly (readonly [words: RegExp, kind: House["kind"]])[] = [
  [/\bhostel|youth hostel|auberge de jeunesse/i, "hostel"],
  [/guest ?house|pension|bed and breakfast|b&b|chambre/i, "guest_house"],
  [/\bmotel\b/i, "motel"],
  [/apartment|appartement|\bflat/i, "apartment"],
  [/camp/i, "camp_site"],
  [/h[oô]tel/i, "hotel"],
];

/** Guides seldom write a kind: the name often has it. */
const kindOf = ({ title, type }: Listing): House["kind"] =>
  KINDS.find(([words]) => words.test(type ?? ""))?.[1] ?? KINDS.find(([words]) => words.test(title))?.[1] ?? "other";

const OSM_KINDS = new Set<string>(["hotel", "hostel", "guest_house", "motel", "apartment", "camp_site"]);
const isKind = (kind: string): kind is House["kind"] => OSM_KINDS.has(kind);

/** What the guide tells of, with its prices, then what the map has, the nearest first. */
export function accommodationOf(place: Place, guide: Guide, houses: readonly ItemOf<typeof overpass>[]) {
  const told = guide.listings
    .filter(({ kind }) => kind === "sleep")
    .map((listing) =>
      placed(
        {
          name: listing.title,
          kind: kindOf(listing),
          price_text: listing.price,
          distance_km: kilometresFrom(place, listing),
          address: listing.address,
          website: listing.website,
          source: listing.source,
        },
        listing,
      ),
    );
  const mapped = houses
    // Without a name nobody can go there.
    .filter(({ tags }) => tags?.["name"] !== undefined)
    .map((house) =>
      placed(
        {
          name: house.title,
          kind: house.kind && isKind(house.kind) ? house.kind : ("other" as const),
          stars: house.stars,
          distance_km: kilometresFrom(place, house),
          address: house.address,
          website: house.website,
          source: house.source,
        },
        house,
      ),
    )
    .toSorted((a, b) => (a.distance_km ?? Infinity) - (b.distance_km ?? Infinity));
  return onceByName<Partial<House> & { readonly name: string; readonly kind: House["kind"]; readonly source: string }>([
    ...told,
    ...mapped,
  ]).slice(0, MOST);
}
