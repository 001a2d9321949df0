import { map, type Observable } from "rxjs";
import type { artic } from "../../../sources/culture/artic.ts";
import type { clevelandMuseum } from "../../../sources/culture/cleveland_museum.ts";
import type { openagenda } from "../../../sources/culture/openagenda.ts";
import type { parisEvents } from "../../../sources/culture/paris_events.ts";
import type { ItemOf } from "../../../sources/source.ts";
import type { About } from "../../about.ts";
import { itemsBy } from "../../combine-latest-results.ts";
import { cut } from "../../places/guide.ts";
import { nameKey } from "../../places/near.ts";
import { aboutPlace, pointOf } from "../../places/place.ts";
import type { Gathered } from "../../settled-result.ts";
import { type City, isIn } from "./city.ts";
import type { Category } from "./schema.ts";
import type { Door } from "./sources.ts";
import type { Occurrence, Window } from "./when.ts";

/** An event as an agenda announces it. */
export interface Announced {
  readonly title: string;
  readonly category: Category;
  readonly occurrences: readonly Occurrence[];
  readonly datesText?: string | undefined;
  readonly place?: string | undefined;
  readonly address?: string | undefined;
  readonly latitude?: number | undefined;
  readonly longitude?: number | undefined;
  readonly free?: boolean | undefined;
  readonly priceText?: string | undefined;
  readonly summary?: string | undefined;
  readonly url: string;
  readonly booking?: string | undefined;
  readonly image?: string | undefined;
  readonly accessible?: boolean | undefined;
  readonly access?: string | undefined;
  /** Called off or put off without a new time; sold out; at a new time. */
  readonly status?: "called_off" | "full" | "rescheduled" | undefined;
  /** On line alone. */
  readonly online?: boolean | undefined;
  readonly source: string;
}

/** Pages of an agenda, of 20 events each: of what is on already, and of what begins. */
const ON_PAGES = 2;
const BEGINNING_PAGES = 5;
const SUMMARY = 300;

/** Words of a category or a title, in French and English, the telling ones first. */
const WORDS: readonly (readonly [words: RegExp, category: Category])[] = [
  [/\b(?:expos?|expositions?|exhibitions?|vernissages?)\b/i, "exhibition"],
  [/\b(?:concerts?|musiques?|music|opera|opéras?|récitals?|jazz|dj)\b/iu, "concert"],
  [/\b(?:théâtres?|theatres?|theaters?|spectacles?|danse|cirque|humour|comédies?|ballets?)\b/iu, "theatre"],
  [/\b(?:festivals?|fêtes?|carnavals?)\b/iu, "festival"],
  [/\b(?:ateliers?|workshops?|stages?|cours|initiations?)\b/iu, "workshop"],
];

/** What an event is, by its category and tags, else by its title. */
function categoryOf(words: readonly (string | undefined)[], title: string): Category {
  const said = words.filter(Boolean).join(" ");
  return (
    WORDS.find(([pattern]) => pattern.test(said))?.[1] ?? WORDS.find(([pattern]) => pattern.test(title))?.[1] ?? "other"
  );
}

/** Mail addresses are never passed on. */
const withoutMail = (text: string | undefined): string | undefined =>
  text?.replace(/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g, "…");

/** The states of OpenAgenda: https://developers.openagenda.com/10-lecture/#statuts */
const STATES: readonly (readonly [words: RegExp, status: NonNullable<Announced["status"]>])[] = [
  [/annul|cancel|report[ée]|postpon/i, "called_off"],
  [/complet|sold out|full/i, "full"],
  [/reprogramm|rescheduled|d[ée]plac[ée](?! en ligne)/i, "rescheduled"],
];

const statusOf = (said: string | undefined): Announced["status"] =>
  STATES.find(([words]) => words.test(said ?? ""))?.[1];

const ON_LINE = /^(?:en ligne|online|d[ée]plac[ée] en ligne|moved online)$/i;

type Listed = ItemOf<typeof openagenda> | ItemOf<typeof parisEvents>;

function announcedBy(event: Listed): readonly Announced[] {
  const { startsAt, endsAt, url } = event;
  const whole = startsAt === undefined ? [] : [{ start: startsAt, end: endsAt }];
  const occurrences = event.occurrences && event.occurrences.length > 0 ? event.occurrences : whole;
  if (occurrences.length === 0 || url === undefined) return [];
  const { status, attendance } = "status" in event ? event : { status: undefined, attendance: undefined };
  const online = ON_LINE.test(attendance ?? "") || ON_LINE.test(status ?? "");
  return [
    {
      title: withoutMail(event.title) ?? "",
      status: statusOf(status),
      online,
      category: categoryOf([event.category, ...(event.tags ?? [])], event.title),
      occurrences,
      datesText: withoutMail(event.datesText),
      place: withoutMail(event.place),
      address: withoutMail(
        [event.address, [event.postcode, event.city].filter(Boolean).join(" ")].filter(Boolean).join(", "),
      ),
      latitude: event.latitude,
      longitude: event.longitude,
      free: event.free,
      priceText: withoutMail(event.priceText),
      summary: withoutMail(event.snippet && cut(event.snippet, SUMMARY)),
      url,
      booking: event.bookingUrl,
      image: event.image,
      accessible: event.wheelchair,
      access: withoutMail(event.access),
      source: event.source,
    },
  ];
}

function shownBy(exhibition: ItemOf<typeof artic> | ItemOf<typeof clevelandMuseum>): readonly Announced[] {
  const { kind, title, startsAt, endsAt, place, url, snippet, image, source } = exhibition;
  if (kind !== "exhibition" || startsAt === undefined || url === undefined) return [];
  return [
    {
      title: withoutMail(title) ?? "",
      category: "exhibition",
      // A museum's exhibition lasts until its last day's evening.
      occurrences: [{ start: startsAt.slice(0, 10), end: endsAt?.slice(0, 10) ?? "9999-12-31" }],
      place: withoutMail(place),
      summary: withoutMail(snippet && cut(snippet, SUMMARY)),
      url,
      image,
      source,
    },
  ];
}

/** What the agendas of a city announce for some days: what each answers. */
export function agendasOf(
  city: City,
  { start, end }: Window,
  near: number,
  ask: Door,
): readonly Observable<Gathered<Announced>>[] {
  const listed = itemsBy((events: readonly Listed[]) => events.flatMap(announcedBy));
  const shown = itemsBy((found: readonly Parameters<typeof shownBy>[0][]) => found.flatMap(shownBy));
  const about: About = {
    ...aboutPlace(city, near),
    // Without a point, an event is there if it is in the town.
    is: ({ latitude, longitude, city: town, insee }) =>
      (latitude !== undefined && longitude !== undefined) ||
      (city.insee !== undefined && insee === city.insee) ||
      typeof town !== "string" ||
      nameKey(town) === nameKey(city.name),
  };
  const days = { start, end };
  // What has long been on would fill the pages: what begins in these days is asked for by itself.
  const asks = [
    { pages: ON_PAGES, options: days },
    { pages: BEGINNING_PAGES, options: { ...days, begin: start } },
  ];
  const exhibitions = { pages: 2, options: { type: "exhibitions", ...days } };
  return [
    ...(isIn(city, "paris")
      ? asks.map((how) => ask.answer<typeof parisEvents>("paris_events", "*", { ...how, about }).pipe(map(listed)))
      : []),
    ...asks.map(({ pages, options }) =>
      ask
        .answer<typeof openagenda>("openagenda", `* near:${pointOf(city)}`, {
          pages,
          options: { ...options, radius: near },
          about,
        })
        .pipe(map(listed)),
    ),
    ...(isIn(city, "chicago")
      ? [ask.answer<typeof artic>("artic", "*", { pages: 2, options: { type: "exhibitions", start } }).pipe(map(shown))]
      : []),
    ...(isIn(city, "cleveland")
      ? [ask.answer<typeof clevelandMuseum>("cleveland_museum", "*", exhibitions).pipe(map(shown))]
      : []),
  ];
}
