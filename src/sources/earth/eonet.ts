import { filter } from "rxjs";
import { z } from "zod";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { HttpUrl, IsoDate } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { saysAll } from "../kit/values/text.ts";
import { EarthItem, longitudeWithin } from "./item.ts";

const ROWS = 200;

/** The API's categories, by their names in small letters. */
const CATEGORIES: ReadonlyMap<string, string> = new Map(
  "drought dustHaze earthquakes floods landslides manmade seaLakeIce severeStorms snow tempExtremes volcanoes waterColor wildfires"
    .split(" ")
    .map((id) => [id.toLowerCase(), id]),
);

const Options = z.object({
  status: z.enum(["open", "closed", "all"]).optional().describe("whether it is still going on, default open"),
  days: z
    .string()
    .regex(/^\d{1,4}$/, "a number of days")
    .optional()
    .describe("only of the last days"),
});

interface Input extends z.output<typeof Options> {
  /** Looked for in titles; "" for every title. */
  readonly text: string;
  readonly category?: string | undefined;
}

const Text = z.string().nullish();

/** Where and how it was at a time: a point, or an area's border. */
const Stage = z.object({
  date: z.string(),
  type: Text,
  coordinates: z.array(z.unknown()),
  magnitudeValue: z.number().nullish(),
  magnitudeUnit: Text,
});

const Event = z.object({
  id: z.string(),
  title: z.string(),
  description: Text,
  link: Text,
  closed: Text,
  categories: z.array(z.object({ id: z.string() })),
  sources: z.array(z.object({ id: z.string(), url: Text })).nullish(),
  geometry: z.array(Stage),
});

/** A point's coordinates, or of an area (rings of points, or several such) the first of its border. */
function firstPoint(coordinates: readonly unknown[]): readonly [number, number] | undefined {
  let at: readonly unknown[] = coordinates;
  for (let depth = 0; depth < 4; depth += 1) {
    const [one, other] = at;
    if (typeof one === "number" && typeof other === "number") return [one, other];
    if (!Array.isArray(one)) return undefined;
    at = one;
  }
  return undefined;
}

/** What NASA says of an event. */
function itemOf(event: z.output<typeof Event>) {
  const last = event.geometry.at(-1);
  const point = last && firstPoint(last.coordinates);
  const links = event.sources?.flatMap(({ id, url }) => (webUrl(url) ? [{ id, url: webUrl(url) ?? "" }] : [])) ?? [];
  return {
    title: event.title,
    url: links[0]?.url ?? webUrl(event.link),
    apiUrl: webUrl(event.link),
    snippet: event.description,
    id: event.id,
    category: event.categories[0]?.id,
    started: isoDate(event.geometry[0]?.date),
    time: isoDate(last?.date),
    closed: isoDate(event.closed),
    open: !event.closed,
    type: last?.type,
    latitude: point?.[1],
    longitude: longitudeWithin(point?.[0]),
    magnitude: last?.magnitudeValue,
    magnitudeUnit: last?.magnitudeUnit,
    stages: event.geometry.length,
    sources: links,
  };
}

const events = json({
  request: ({ category, status = "open", days }: Input) =>
    get("https://eonet.gsfc.nasa.gov/api/v3/events", { status, limit: ROWS, days, category }),
  body: z.object({ events: z.array(Event) }),
  items: ({ events }, { category }, _response, { notice }) => {
    if (category) notice({ kind: "note", text: `understood as the category ${category}` });
    return events.map(itemOf);
  },
});

export const eonet = defineSource({
  id: "eonet",
  title: "NASA EONET natural events",
  docs: "https://eonet.gsfc.nasa.gov/docs/v3",
  terms: "no key, some requests a minute; public domain",
  query: query({
    describe: `a category (${[...CATEGORIES.values()].join(", ")}), words of an event's title, or * for all`,
    example: "wildfires",
    options: Options,
    parse: (q, options): Input => {
      const category = CATEGORIES.get(q.toLowerCase());
      return { ...options, category, text: category || q === "*" ? "" : q };
    },
  }),
  item: EarthItem.extend({
    apiUrl: HttpUrl.optional().describe("the event as JSON"),
    started: IsoDate.optional(),
    closed: IsoDate.optional(),
    open: z.boolean().describe("whether it is still going on"),
    type: z.string().optional().describe("Point or Polygon; of an area the coordinates are one of its border"),
    magnitudeUnit: z.string().optional().describe("kts, acres, hectare, NM^2, Mw …"),
    stages: z.int().describe("how often it was seen"),
    sources: z.array(z.object({ id: z.string(), url: HttpUrl })).optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: (input, context) => events(input, context).pipe(filter(({ title }) => saysAll(input.text, title))),
});
