import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { defineSource } from "../../define.ts";
import { between } from "../../kit/compose/between.ts";
import { cachedReader } from "../../kit/compose/cached-reader.ts";
import { onEmpty, steps } from "../../kit/compose/steps.ts";
import { json } from "../../kit/readers/json.ts";
import type { PageRequest } from "../../kit/readers/paged.ts";
import type { Ends } from "../../kit/requests/ends.ts";
import { get, type Params } from "../../kit/requests/request.ts";
import type { Verdict } from "../../kit/responses/refusals.ts";
import { quotedSaying } from "../../kit/responses/said.ts";
import { unheardOf } from "../../kit/services/open-meteo.ts";
import type { Reader } from "../../source.ts";
import { type AskedWay, departureOption, JourneyItem, wayQuery } from "../item.ts";
import { Body, itemsOf } from "./record.ts";

/*
 * SNCF's timetable over Navitia (https://doc.navitia.io/). The recordings are of another Navitia; no recording of
 * departures was found, which are read after the documentation.
 */

const API = "https://api.sncf.com/v1/coverage/sncf";
const DAY_MS = 86_400_000;
const PER_PAGE = 20;

type Input = AskedWay & { readonly departure?: string | undefined };

const ask = (path: string, params: Params, { key }: PageRequest) =>
  get(path.startsWith("https:") ? path : `${API}/${path}`, params, { headers: { authorization: key } });

/** "2026-11-22T06:30" as the API writes it: 20261122T063000. */
const momentOf = (departure: string | undefined) => departure && `${departure.replace(/[-:]/g, "")}00`;

const Text = z.string().nullish();

const Failed = z.object({ error: z.object({ id: Text, message: Text }) });

/** "No solution" is an answer without any; others say what is wrong. */
function refused(body: unknown): Verdict {
  const { error } = Failed.safeParse(body).data ?? {};
  if (!error) return undefined;
  if (error.id === "no_solution") return "empty";
  const kind = error.id === "unknown_object" ? "not-found" : "bad-query";
  return new SourceError(
    kind,
    `SNCF refuses the question (${quotedSaying(error.id ?? "")}): ${quotedSaying(error.message ?? "no reason given")}.`,
  );
}

const Stop = z.object({ id: z.string(), name: Text });

const stations = onEmpty<{ readonly text: string }, z.output<typeof Stop>>(
  cachedReader(
    DAY_MS,
    json({
      request: (asked: { readonly text: string } & PageRequest) =>
        ask("places", { q: asked.text, "type[]": "stop_area", count: 1 }, asked),
      refused,
      // Without a hit the list may be missing, but not the sources' names.
      body: z
        .object({
          places: z.array(Stop).nullish(),
          feed_publishers: z.array(z.unknown()).nullish(),
          links: z.unknown(),
        })
        .refine(({ places, feed_publishers, links }) => places ?? feed_publishers ?? links, "no places"),
      items: ({ places }) => places ?? [],
    }),
  ),
  unheardOf,
);

/** The way to later journeys, on the same host. */
const laterOf = ({ links }: z.output<typeof Body>): string | null =>
  links?.find(({ type, href }) => type === "next" && href?.startsWith("https://api.sncf.com/"))?.href ?? null;

const journeys = between<Input & Ends, z.output<typeof Stop>, ReturnType<typeof itemsOf>[number]>(
  stations,
  json({
    pages: (
      asked: Input &
        Ends &
        PageRequest & { readonly start: z.output<typeof Stop>; readonly end: z.output<typeof Stop> },
    ) => {
      if (asked.cursor) return ask(asked.cursor, {}, asked);
      return ask(
        "journeys",
        { from: asked.start.id, to: asked.end.id, datetime: momentOf(asked.departure), count: 5 },
        asked,
      );
    },
    refused,
    body: Body,
    items: itemsOf,
    next: laterOf,
  }),
);

const board = json({
  pages: (asked: z.output<typeof Stop> & Pick<Input, "departure"> & PageRequest) =>
    ask(
      `stop_areas/${encodeURIComponent(asked.id)}/departures`,
      { count: PER_PAGE, start_page: asked.page - 1, from_datetime: momentOf(asked.departure) },
      asked,
    ),
  refused,
  body: Body,
  items: itemsOf,
  next: ({ pagination: at }) => (at && (at.start_page + 1) * at.items_per_page < at.total_result ? undefined : null),
});

const departures: Reader<Input, ReturnType<typeof itemsOf>[number]> = (input, context) =>
  steps(stations, (stop: z.output<typeof Stop>, within) => board({ ...stop, departure: input.departure }, within))(
    input,
    context,
  );

const read: Reader<Input, ReturnType<typeof itemsOf>[number]> = (input, context) =>
  input.ends ? journeys({ ...input, ...input.ends }, context) : departures(input, context);

export const sncf = defineSource({
  id: "sncf",
  title: "SNCF journeys and departures",
  docs: "https://doc.navitia.io/",
  terms: "free key, 5,000 requests a day; ODbL",
  key: { env: ["SNCF_API_KEY"], required: true, from: "https://numerique.sncf.com/startup/api/" },
  query: wayQuery(
    "“A to B”, or one station for its departures",
    "Nantes to Lyon",
    z.object({ departure: departureOption }),
  ),
  item: JourneyItem.extend({
    rank: z.string().optional().describe("best, fastest, comfort … in Navitia's words"),
    status: z.string().optional().describe("NO_SERVICE, SIGNIFICANT_DELAYS …"),
    co2Grams: z.number().nonnegative().optional().describe("CO₂ equivalent, for one person"),
    headsign: z.string().optional().describe("of a departure"),
  }),
  polite: { concurrency: 2, minIntervalMs: 100 },
  read,
});
