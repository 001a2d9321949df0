import { z } from "zod";
import { numeric } from "../kit/json.ts";
import { webUrl } from "../kit/links.ts";
import { isoDate } from "../kit/values.ts";

/** The list of launches, and the address of each below it. */
export const LAUNCHES = "https://ll.thespacedevs.com/2.3.0/launches/";

const Named = z.object({ name: z.string().nullish() }).nullish();

/** A launch as the API answers it. */
export const Launch = z.object({
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
export function itemOf(launch: z.output<typeof Launch>) {
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
