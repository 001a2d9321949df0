import { expect, it } from "vitest";
import { sources } from "../../src/sources/registry.ts";
import type { Item } from "../../src/sources/source.ts";
import { casesOf } from "../support/replayed-source.ts";

/*
 * What single sources once read wrongly, each held over all their fixtures and recordings; the fixtures have what misled them.
 * What no item of any source may say stands in values.test.ts, what every schema must fill in filled.test.ts.
 */

type Fields = Readonly<Record<string, unknown>>;

/** All items of a source, and the responses that they were read from. */
async function readBy(place: string): Promise<{ readonly items: readonly Fields[]; readonly bodies: string }> {
  const source = sources.find(({ category, id }) => `${category}/${id}` === place);
  if (!source) throw new Error(`There is no source ${place}`);
  const items: Item[] = [];
  let bodies = "";
  for (const { recording, run } of casesOf(source)) {
    items.push(...(await run()).items);
    bodies += Buffer.from(recording.body()).toString("utf8");
  }
  return { items, bodies };
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const some = (items: readonly Fields[], holds: (item: Fields) => boolean): void => expect(items.some(holds)).toBe(true);
const every = (items: readonly Fields[], holds: (item: Fields) => boolean): void =>
  expect(items.filter((item) => !holds(item))).toEqual([]);

interface Fault {
  readonly place: string;
  readonly said: string;
  /** What a response must have in it for the check to mean anything. */
  readonly misleading: RegExp;
  readonly holds: (items: readonly Fields[]) => void;
}

const FAULTS: readonly Fault[] = [
  {
    place: "tech/lobsters",
    said: "the tags of a story",
    misleading: /class="?[^">]*tag/,
    holds: (items) => some(items, ({ tags }) => list(tags).length > 1),
  },
  {
    place: "packages/pypi",
    said: "a repository, not a chat room that begins with “git”",
    misleading: /gitter\.im/,
    holds: (items) => {
      some(items, ({ repository }) => text(repository).includes("github.com"));
      every(items, ({ repository }) => !/gitter/i.test(text(repository)));
    },
  },
  {
    place: "packages/pypi",
    said: "authors as they are written, not in the encoding of mail headers",
    misleading: /=\?utf-8\?/i,
    holds: (items) => {
      some(items, ({ authors }) => list(authors).includes("René Ek"));
      every(items, ({ authors }) => !JSON.stringify(authors ?? []).includes("=?"));
    },
  },
  {
    place: "search/ecosia",
    said: "the name of a site only where it is one",
    misleading: /result-source-name/,
    holds: (items) => every(items, ({ siteName }) => siteName !== "false" && siteName !== ""),
  },
  {
    place: "packages/hex",
    said: "a homepage that is no list of changes",
    misleading: /"Changelog": "/,
    holds: (items) => every(items, ({ homepage }) => !/change/i.test(text(homepage))),
  },
  {
    place: "travel/sncf",
    said: "when a train leaves the one station that is asked for",
    misleading: /departures/,
    holds: (items) => some(items, ({ kind, departure }) => kind === "departure" && text(departure).startsWith("2026")),
  },
  {
    place: "weather/nws",
    said: "a title of an hour that tells its weather",
    misleading: /"number":\s*1/,
    holds: (items) => some(items, ({ title }) => /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}: .*°F, \w/.test(text(title))),
  },
  {
    place: "health/medlineplus",
    said: "each topic once",
    misleading: /wheez/i,
    holds: (items) => every(items, ({ title }) => !/^(.{6,}) \1$/.test(text(title))),
  },
  {
    place: "french/annuaire_education",
    said: "a website that is written without its scheme",
    misleading: /"web": "www\./,
    holds: (items) => {
      some(items, ({ website }) => /^https?:\/\/www\.ecole/.test(text(website)));
      every(items, ({ website }) => website === undefined || URL.canParse(text(website)));
    },
  },
  {
    place: "page/sitemap",
    said: "no address where a video's is “None”",
    misleading: /<video:(?:content|player)_loc>None</,
    holds: (items) => {
      some(items, ({ videos }) => list(videos).length > 0);
      every(items, ({ videos }) => !/None/.test(JSON.stringify(videos ?? [])));
    },
  },
  {
    place: "geo/geonames",
    said: "no population where it is 0",
    misleading: /"population": 0/,
    holds: (items) => {
      some(items, ({ population }) => population === undefined);
      every(items, ({ population }) => population !== 0);
    },
  },
  {
    place: "music/discogs",
    said: "the formats of a release",
    misleading: /"formats?"/,
    holds: (items) => some(items, ({ formats }) => list(formats).includes("Vinyl")),
  },
  {
    place: "games/speedrun",
    said: "platforms, categories and players by name",
    misleading: /"platforms"/,
    holds: (items) => {
      some(items, ({ platforms }) => list(platforms).includes("PC"));
      some(items, ({ category, players }) => category === "Any%" && list(players).includes("Runner"));
    },
  },
  {
    place: "screen/tmdb",
    said: "genres by name",
    misleading: /"genre_ids"/,
    holds: (items) => {
      some(items, ({ genres }) => list(genres).length > 0);
      every(items, ({ genres }) => list(genres).every((genre) => /^\D/.test(text(genre))));
    },
  },
  {
    place: "food/openfoodfacts",
    said: "energy in kJ beside kcal, and categories one by one",
    misleading: /energy-kj_100g/,
    holds: (items) => {
      some(items, ({ energyKj, energyKcal }) => Number(energyKj) > Number(energyKcal));
      every(items, ({ category }) => !text(category).includes(","));
    },
  },
  {
    place: "marketplace/mercadolibre",
    said: "words of neighbouring elements apart",
    misleading: /Bicis SA<\/span><span>Tienda oficial/,
    holds: (items) => some(items, ({ seller }) => seller === "Bicis SA Tienda oficial"),
  },
  {
    place: "jobs/remoteok",
    said: "a place without the comma of what is missing",
    misleading: /Cammeray, "/,
    holds: (items) => {
      some(items, ({ location }) => location === "Cammeray");
      every(items, ({ location }) => !/[\s,;]$/.test(text(location)));
    },
  },
  ...["statistics/worldbank", "statistics/who_gho"].map((place) => ({
    place,
    said: "what is measured, where and when in a title",
    misleading: /./,
    holds: (items: readonly Fields[]) => some(items, ({ title }) => /, France, \d{4}$/.test(text(title))),
  })),
];

it.each(FAULTS)("$place tells $said", async ({ place, misleading, holds }) => {
  const { items, bodies } = await readBy(place);
  expect(bodies).toMatch(misleading);
  holds(items);
});
