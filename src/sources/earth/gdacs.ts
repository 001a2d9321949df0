import { z } from "zod";
import { defineSource } from "../define.ts";
import { sharedList } from "../kit/compose/cached-reader.ts";
import { type El, textOfHtml } from "../kit/html/dom.ts";
import { xml } from "../kit/readers/html.ts";
import { numeric } from "../kit/readers/json.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { IsoDate } from "../kit/values/fields.ts";
import { saysAll } from "../kit/values/text.ts";
import { EarthItem, longitudeWithin } from "./item.ts";

const FIVE_MINUTES = 5 * 60_000;
const TYPES = ["EQ", "TC", "FL", "VO", "DR", "WF"];
const FEEDS = { all: "rss.xml", day: "rss_24h.xml", week: "rss_7d.xml" } as const;

const Options = z.object({
  period: z.enum(["all", "day", "week"]).optional().describe("alerts of the last day or week; default all"),
  level: z.enum(["Green", "Orange", "Red"]).optional().describe("only alerts of this level"),
});

interface Input extends z.output<typeof Options> {
  readonly text: string;
  readonly eventType?: string | undefined;
}

const figure = (text: string | undefined): number | undefined => numeric.safeParse(text).data;

/** What GDACS says of a disaster. */
function itemOf(row: El) {
  const title = row.text("title");
  if (!title) return undefined;
  return {
    title,
    url: row.text("link"),
    snippet: row.text("description"),
    id: row.text("guid"),
    time: isoDate(row.text("pubDate")),
    eventType: row.text("gdacs\\:eventtype"),
    eventName: row.text("gdacs\\:eventname"),
    category: row.text("gdacs\\:eventtype"),
    alertLevel: row.text("gdacs\\:alertlevel"),
    alertScore: figure(row.text("gdacs\\:alertscore")),
    country: row.text("gdacs\\:country"),
    iso3: row.text("gdacs\\:iso3"),
    glide: row.text("gdacs\\:glide"),
    from: isoDate(row.text("gdacs\\:fromdate")),
    to: isoDate(row.text("gdacs\\:todate")),
    updatedAt: isoDate(row.text("gdacs\\:datemodified")),
    severity: row.text("gdacs\\:severity"),
    severityValue: figure(row.attr("value", "gdacs\\:severity")),
    severityUnit: row.attr("unit", "gdacs\\:severity"),
    population: figure(row.attr("value", "gdacs\\:population")),
    // Escaped twice.
    populationText: textOfHtml(row.text("gdacs\\:population")),
    latitude: figure(row.text("geo\\:lat")),
    longitude: longitudeWithin(figure(row.text("geo\\:long"))),
    current: row.text("gdacs\\:iscurrent") === "true",
    image: row.link("enclosure", "url"),
  };
}

export const gdacs = defineSource({
  id: "gdacs",
  title: "GDACS disaster alerts",
  docs: "https://www.gdacs.org/feed_reference.aspx",
  terms: "no key; free to use with the source named",
  query: query({
    describe: `words of an alert's title or country, a kind of event (${TYPES.join(", ")}), or * for all`,
    example: "Indonesia",
    options: Options,
    parse: (q, options): Input =>
      TYPES.includes(q.toUpperCase())
        ? { ...options, text: "", eventType: q.toUpperCase() }
        : { ...options, text: q === "*" ? "" : q },
  }),
  item: EarthItem.extend({
    eventType: z.string().optional().describe("EQ earthquake, TC cyclone, FL flood, VO volcano, DR drought, WF fire"),
    eventName: z.string().optional(),
    alertLevel: z.string().optional().describe("Green, Orange or Red"),
    alertScore: z.number().optional().describe("0 to 3"),
    iso3: z.string().optional().describe("the country's three letters"),
    glide: z.string().optional().describe("GLIDE number"),
    from: IsoDate.optional(),
    to: IsoDate.optional(),
    severity: z.string().optional(),
    severityValue: z.number().optional(),
    severityUnit: z.string().optional().describe("M, km/h, ha …"),
    population: z.number().nonnegative().optional().describe("people affected"),
    populationText: z.string().optional(),
    current: z.boolean().describe("whether it is still going on"),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: sharedList(
    FIVE_MINUTES,
    xml({
      request: ({ period = "all" }: Input) => get(`https://www.gdacs.org/xml/${FEEDS[period]}`),
      rows: "item",
      item: itemOf,
      empty: ["channel"],
    }),
    ({ title, country, eventType, alertLevel }, input) =>
      (!input.eventType || input.eventType === eventType) &&
      (!input.level || input.level === alertLevel) &&
      saysAll(input.text, title, country),
  ),
});
