import { z } from "zod";
import { defineSource } from "../define.ts";
import { json, numeric } from "../kit/readers/json.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, HttpUrl, IsoDate } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { ScienceItem } from "./item.ts";

/** The list of launches, and the address of each below it. */
const LAUNCHES = "https://ll.thespacedevs.com/2.3.0/launches/";

const ROWS = 20;

const Named = z.object({ name: z.string().nullish() }).nullish();

/** A launch as the API answers it. */
const Launch = z.object({
  id: z.string(),
  url: z.string().nullish(),
  slug: z.string().nullish(),
  name: z.string(),
  status: z.object({ name: z.string().nullish(), abbrev: z.string().nullish() }).nullish(),
  net: z.string().nullish(),
  net_precision: Named,
  window_start: z.string().nullish(),
  window_end: z.string().nullish(),
  probability: z.number().nullish(),
  webcast_live: z.boolean().nullish(),
  last_updated: z.string().nullish(),
  launch_service_provider: Named,
  rocket: z.object({ configuration: z.object({ full_name: z.string().nullish() }).nullish() }).nullish(),
  mission: z.object({ description: z.string().nullish(), type: z.string().nullish(), orbit: Named }).nullish(),
  pad: z
    .object({
      name: z.string().nullish(),
      latitude: numeric.nullish(),
      longitude: numeric.nullish(),
      location: z.object({ name: z.string().nullish() }).nullish(),
    })
    .nullish(),
  /** An address until 2.2.0, an object since. */
  image: z.union([z.string(), z.object({ image_url: z.string().nullish() })]).nullish(),
});

/** What the library says of a launch. */
function itemOf(launch: z.output<typeof Launch>) {
  const { id, slug, status, mission, pad, image } = launch;
  return {
    title: launch.name,
    url: slug ? `https://spacelaunchnow.me/launch/${slug}` : (webUrl(launch.url) ?? `${LAUNCHES}${id}/`),
    snippet: mission?.description,
    id,
    date: isoDate(launch.net),
    datePrecision: launch.net_precision?.name,
    windowStart: isoDate(launch.window_start),
    windowEnd: isoDate(launch.window_end),
    status: status?.name,
    statusAbbreviation: status?.abbrev,
    provider: launch.launch_service_provider?.name,
    rocket: launch.rocket?.configuration?.full_name,
    missionType: mission?.type,
    orbit: mission?.orbit?.name,
    pad: pad?.name,
    location: pad?.location?.name,
    latitude: pad?.latitude,
    longitude: pad?.longitude,
    image: webUrl(typeof image === "string" ? image : image?.image_url),
    // The API says -1 where nothing was forecast.
    probabilityPercent: launch.probability !== -1 ? launch.probability : undefined,
    webcastLive: launch.webcast_live,
    updatedAt: isoDate(launch.last_updated),
  };
}

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
