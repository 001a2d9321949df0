import { z } from "zod";
import { defineSource } from "../define.ts";
import { Count, HttpUrl, IsoDate } from "../kit/fields.ts";
import { json } from "../kit/json.ts";
import { text } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { ScienceItem } from "./item.ts";
import { itemOf, LAUNCHES, Launch } from "./launch_library-record.ts";

const ROWS = 20;

export const launchLibrary = defineSource({
  id: "launch_library",
  title: "Launch Library 2 (space launches)",
  docs: "https://ll.thespacedevs.com/docs/",
  terms: "15 requests an hour without a token",
  key: { env: ["LAUNCH_LIBRARY_TOKEN"], required: false, from: "https://www.patreon.com/TheSpaceDevs" },
  query: text("words of a launch, rocket or mission, or “upcoming” for the next launches", "Falcon 9 Starlink"),
  item: ScienceItem.extend({
    id: z.string(),
    date: IsoDate.optional().describe("no earlier than"),
    datePrecision: z.string().optional().describe("how exact the date is: Second, Day, Month, …"),
    windowStart: IsoDate.optional(),
    windowEnd: IsoDate.optional(),
    status: z.string().optional(),
    statusAbbreviation: z.string().optional(),
    provider: z.string().optional(),
    rocket: z.string().optional(),
    missionType: z.string().optional(),
    orbit: z.string().optional(),
    pad: z.string().optional(),
    location: z.string().optional(),
    latitude: z.number().min(-90).max(90).optional().describe("of the pad, degrees"),
    longitude: z.number().min(-180).max(180).optional().describe("of the pad, degrees"),
    image: HttpUrl.optional(),
    probabilityPercent: z.number().min(0).max(100).optional().describe("of weather that allows the launch"),
    webcastLive: z.boolean().optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: json({
    pages: ({ text, page, key }) =>
      get(
        /^upcoming$/i.test(text) ? `${LAUNCHES}upcoming/` : LAUNCHES,
        {
          ...(!/^upcoming$/i.test(text) && { search: text, ordering: "-net" }),
          mode: "normal",
          limit: ROWS,
          offset: (page - 1) * ROWS,
        },
        key ? { headers: { authorization: `Token ${key}` } } : {},
      ),
    body: z.object({ count: Count.nullish(), next: z.string().nullish(), results: z.array(Launch) }),
    items: ({ results }) => results.map(itemOf),
    next: ({ next }) => (next ? undefined : null),
  }),
});
