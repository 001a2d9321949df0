import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { between } from "../kit/compose/between.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { coordinatesIn } from "../kit/requests/coordinates.ts";
import { type Ends, endsIn } from "../kit/requests/ends.ts";
import { operatorsInstance } from "../kit/requests/instance.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { languageOption, type Spot, spotted } from "../kit/services/open-meteo.ts";
import type { Reader } from "../source.ts";
import { GeoItem, Latitude, Longitude } from "./item.ts";

/** The demonstration server knows cars only; bicycles and walkers have servers of their own. */
const SERVERS = {
  car: ["driving", "https://router.project-osrm.org"],
  bike: ["driving", "https://routing.openstreetmap.de/routed-bike"],
  foot: ["driving", "https://routing.openstreetmap.de/routed-foot"],
} as const;

type Profile = keyof typeof SERVERS;

const Options = z.object({
  profile: z.enum(["car", "bike", "foot"]).optional().describe("how, where q does not say it; default car"),
  language: languageOption,
});

interface Input extends Ends {
  readonly profile: Profile;
  readonly language?: string | undefined;
}

function asked(q: string, { profile, language }: z.output<typeof Options>): Input {
  const [, by] = /\s+(by car|by bike|by bicycle|on foot|walking)$/i.exec(q) ?? [];
  const words = by ? q.slice(0, -by.length).trim() : q;
  const [one, other, ...more] = words.split(";").map((part) => part.trim());
  const ends = one && other && more.length === 0 ? { from: one, to: other } : endsIn(words);
  if (!ends) throw new SourceError("bad-query", "q: two places, for example “Nantes to Rennes”.");
  const said = by && (/bi/i.test(by) ? "bike" : /car/i.test(by) ? "car" : "foot");
  return { ...ends, profile: said || profile || "car", language };
}

interface Route extends Input {
  readonly start: Spot;
  readonly end: Spot;
}

const spotOf: Reader<Input & { readonly text: string }, Spot> = ({ text, language }, context) =>
  spotted({ text, spot: coordinatesIn(text), language }, context);

const Text = z.string().nullish();

const Step = z.object({
  name: Text,
  ref: Text,
  distance: z.number().nullish(),
  duration: z.number().nullish(),
  maneuver: z.object({ type: Text, modifier: Text }).nullish(),
});

const Body = z.object({
  routes: z.array(
    z.object({
      distance: z.number(),
      duration: z.number(),
      weight_name: Text,
      legs: z.array(z.object({ summary: Text, steps: z.array(Step).nullish() })).nullish(),
    }),
  ),
  waypoints: z.array(z.object({ name: Text, location: z.tuple([z.number(), z.number()]).nullish() })).nullish(),
});

const stepOf = ({ name, ref, distance, duration, maneuver }: z.output<typeof Step>) => ({
  instruction: [maneuver?.type, maneuver?.modifier].filter(Boolean).join(" "),
  road: name,
  ref,
  distanceMetres: distance,
  durationSeconds: duration,
});

/** What the router says of its ways from one place to the other. */
function itemsOf({ routes, waypoints }: z.output<typeof Body>, { from, to, start, end, profile }: Route) {
  return routes.map(({ distance, duration, weight_name, legs }) => {
    const via = legs
      ?.map(({ summary }) => summary)
      .filter(Boolean)
      .join(", ");
    const [fromRoad, toRoad] = [waypoints?.[0]?.name, waypoints?.at(-1)?.name];
    return {
      title: `${start.place ?? from} → ${end.place ?? to}${via ? ` via ${via}` : ""}`,
      url: `https://map.project-osrm.org/?loc=${start.latitude},${start.longitude}&loc=${end.latitude},${end.longitude}`,
      snippet: `${Math.round(distance / 100) / 10} km, ${Math.round(duration / 60)} min`,
      from: { name: start.place ?? from, road: fromRoad, latitude: start.latitude, longitude: start.longitude },
      to: { name: end.place ?? to, road: toRoad, latitude: end.latitude, longitude: end.longitude },
      profile,
      via,
      distanceMetres: distance,
      durationSeconds: duration,
      weightName: weight_name,
      steps: legs?.flatMap(({ steps }) => steps?.map(stepOf) ?? []),
    };
  });
}

const Refusal = z.object({ code: z.string(), message: z.string().nullish() });

/** https://project-osrm.org/docs/v5.24.0/api/#responses */
function refused(body: unknown) {
  const { code, message } = Refusal.safeParse(body).data ?? {};
  if (!code || code === "Ok") return undefined;
  if (code === "NoRoute" || code === "NoSegment") return "empty" as const;
  return new SourceError(
    "bad-query",
    `OSRM refuses the question (${code}): ${quotedSaying(message ?? "no reason given")}`,
  );
}

const routes = json({
  request: ({ start, end, profile, keys }: Route & PageRequest) => {
    const [path, open] = SERVERS[profile];
    const base = profile === "car" ? operatorsInstance("OSRM_URL", keys["OSRM_URL"] ?? "", open) : open;
    const points = [start, end].map(({ latitude, longitude }) => `${longitude},${latitude}`).join(";");
    return get(`${base}/route/v1/${path}/${points}`, { overview: false, steps: true, alternatives: 2 });
  },
  refused,
  body: Body,
  items: itemsOf,
});

const End = z.object({
  name: z.string(),
  road: z.string().optional().describe("the nearest one"),
  latitude: Latitude,
  longitude: Longitude,
});

export const osrm = defineSource({
  id: "osrm",
  title: "Routes by road (OSRM)",
  docs: "https://project-osrm.org/docs/v5.24.0/api/",
  terms: "no key; demonstration server, one request a second, no traffic; an own instance may be set; ODbL",
  key: { env: ["OSRM_URL"], required: false, from: "https://github.com/Project-OSRM/osrm-backend" },
  query: query({
    describe: "two places, or two pairs latitude,longitude parted by a semicolon; by bike or on foot, if not by car",
    example: "Nantes to Rennes",
    options: Options,
    parse: asked,
  }),
  item: GeoItem.omit({ distanceMetres: true }).extend({
    from: End,
    to: End,
    profile: z.enum(["car", "bike", "foot"]),
    via: z.string().optional().describe("the greatest roads"),
    distanceMetres: z.number().nonnegative().describe("along the way"),
    durationSeconds: z.number().nonnegative().describe("without traffic"),
    weightName: z.string().optional().describe("what the router makes least"),
    steps: z
      .array(
        z.object({
          instruction: z.string().optional().describe("the manoeuvre at its beginning"),
          road: z.string().optional(),
          ref: z.string().optional().describe("the road's number"),
          distanceMetres: z.number().optional(),
          durationSeconds: z.number().optional(),
        }),
      )
      .optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: between(spotOf, routes),
});
