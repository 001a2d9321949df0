import { map, type Observable } from "rxjs";
import type { wikivoyage } from "../../sources/encyclopedia/wikivoyage/index.ts";
import { metresBetween } from "../../sources/kit/values/distance.ts";
import type { ItemOf } from "../../sources/source.ts";
import type { Gathered } from "../settled-result.ts";
import type { SourceClient } from "../source-client.ts";
import type { Place } from "./place.ts";

export type Listing = ItemOf<typeof wikivoyage>;

/** Districts of a city whose guides are read besides. */
const DISTRICTS = 3;
/** A guide of what lies further is another place's of that name. */
const FAR_METRES = 150_000;
/** What a guide lists further off is not at the place: a region's guide lists far towns, too. */
const AWAY_METRES = 50_000;
const LONG = 600;

/** A place's travel guide. */
export interface Guide {
  readonly listings: readonly Listing[];
  readonly url?: string | undefined;
  readonly summary?: string | undefined;
  readonly getIn?: string | undefined;
  readonly getAround?: string | undefined;
}

/** A text of at most so many characters, cut at a sentence's end where there is one, else at a word's. */
export function cut(text: string, most = LONG): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, most);
  const end = Math.max(kept.lastIndexOf(". "), kept.lastIndexOf(".\n"));
  return end > most / 2 ? kept.slice(0, end + 1) : `${kept.slice(0, kept.lastIndexOf(" "))} …`;
}

/** No guide is known. */
export const NO_GUIDE: Guide = { listings: [] };

/** The guide in a language, as an answer of one item; one of a place far off is none. */
export const guideOf = (place: Place, ask: SourceClient<"wikivoyage">, language: string): Observable<Gathered<Guide>> =>
  ask
    .answer<typeof wikivoyage>("wikivoyage", place.name, { options: { language, districts: DISTRICTS } })
    .pipe(map((answer) => ({ ...answer, items: answer.answered ? [guideIn(answer.items, place)] : [] })));

function guideIn(items: readonly Listing[], place: Place): Guide {
  const [first] = items;
  if (!first || isFar(first, place, FAR_METRES)) return NO_GUIDE;
  const text = (kind: string): string | undefined => {
    const parts = items.flatMap((item) => (item.kind === kind ? (item.snippet ?? []) : []));
    return parts.length > 0 ? cut(parts.join(" ").replace(/\s+/g, " ")) : undefined;
  };
  return {
    listings: items.filter(
      (item) =>
        item.kind !== "guide" && item.kind !== "getIn" && item.kind !== "getAround" && !isFar(item, place, AWAY_METRES),
    ),
    url: first.url,
    summary: first.snippet && cut(first.snippet.replace(/\s+/g, " ")),
    getIn: text("getIn"),
    getAround: text("getAround"),
  };
}

const isFar = ({ latitude, longitude }: Listing, place: Place, most: number): boolean =>
  latitude !== undefined && longitude !== undefined && metresBetween({ latitude, longitude }, place) > most;
