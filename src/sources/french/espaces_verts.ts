import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { fallback, steps } from "../kit/compose/steps.ts";
import { json } from "../kit/readers/json.ts";
import { postForm } from "../kit/requests/request.ts";
import type { Verdict } from "../kit/responses/refusals.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { type Commune, commune, place } from "../kit/services/communes.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, HttpUrl } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import type { Reader } from "../source.ts";
import { centreOf } from "./at-place.ts";
import { FrenchItem } from "./item.ts";
import { metresFrom } from "./point.ts";

/** More than these are not given. */
const MOST = 500;

/** The tags of what counts as green, each with its values. */
const KINDS = {
  leisure: ["park", "garden", "nature_reserve", "playground"],
  landuse: ["forest", "recreation_ground", "village_green"],
  natural: ["wood"],
} as const;

const valued = (tag: keyof typeof KINDS): string => `["${tag}"~"^(${KINDS[tag].join("|")})$"](area.a)`;

/** Woods are areas; parks and playgrounds may be mapped as points. */
const queryOf = (insee: string): string =>
  `[out:json][timeout:25];area["ref:INSEE"="${insee}"]["boundary"="administrative"]->.a;` +
  `(nwr${valued("leisure")};wr${valued("landuse")};wr${valued("natural")};);out tags center ${MOST};`;

const Spot = z.object({ lat: z.number(), lon: z.number() });

const Element = z.object({
  type: z.string(),
  id: z.int(),
  lat: z.number().nullish(),
  lon: z.number().nullish(),
  center: Spot.nullish(),
  tags: z.record(z.string(), z.string()).nullish(),
  timestamp: z.string().nullish(),
});

const Body = z.object({ elements: z.array(Element), remark: z.string().nullish() });

function kindOf(tags: Readonly<Record<string, string>>): string | undefined {
  const kinds = Object.entries(KINDS).flatMap(([tag, values]) => values.filter((value) => tags[tag] === value));
  return kinds[0];
}

function itemOf(element: z.output<typeof Element>, place: Commune) {
  const tags = element.tags ?? {};
  const kind = kindOf(tags);
  const latitude = element.center?.lat ?? element.lat ?? undefined;
  const longitude = element.center?.lon ?? element.lon ?? undefined;
  return {
    title: tags["name"] ?? kind,
    url: `https://www.openstreetmap.org/${element.type}/${element.id}`,
    snippet: tags["description"],
    id: `${element.type}${element.id}`,
    osmId: element.id,
    kind,
    name: tags["name"],
    access: tags["access"],
    openingHours: tags["opening_hours"],
    wheelchair: tags["wheelchair"],
    website: webUrl(tags["website"] ?? tags["contact:website"]),
    phone: tags["phone"] ?? tags["contact:phone"],
    operator: tags["operator"],
    wikidata: tags["wikidata"],
    city: place.name,
    insee: place.insee,
    updatedAt: isoDate(element.timestamp),
    latitude,
    longitude,
    distanceMetres: metresFrom(centreOf(place), latitude, longitude),
  };
}

/** What all of them come to, by kind. */
function summaryOf(kinds: readonly (string | undefined)[], { name, insee }: Commune) {
  const counts: Record<string, number> = {};
  for (const kind of kinds) counts[kind ?? "other"] = (counts[kind ?? "other"] ?? 0) + 1;
  return {
    title: `${name}: ${kinds.length} green ${kinds.length === 1 ? "space" : "spaces"}`,
    kind: "summary",
    city: name,
    insee,
    total: kinds.length,
    counts,
    truncated: kinds.length >= MOST,
  };
}

/** An error at run time comes under status 200, as a remark beside what was found until then. */
function refused(body: unknown): Verdict {
  const { data } = Body.safeParse(body);
  if (!data?.remark || data.elements.length > 0) return undefined;
  const kind = /timed out/i.test(data.remark) ? "timeout" : "unreachable";
  return new SourceError(kind, `Overpass could not answer: ${data.remark}`);
}

const asked = (host: string) =>
  json({
    request: ({ insee }: Commune) => postForm(`https://${host}/api/interpreter`, { data: queryOf(insee) }),
    refused,
    body: Body,
    items: ({ elements, remark }, place, _response, { notice }) => {
      if (remark) notice({ kind: "note", text: `Overpass says: ${quotedSaying(remark)}` });
      if (elements.length === 0) return [];
      const green = elements.map((element) => itemOf(element, place));
      return [
        ...green,
        summaryOf(
          green.map(({ kind }) => kind),
          place,
        ),
      ];
    },
  });

/** A busy server says no with a web page: another one has the same data. */
const spaces: Reader<Commune, ReturnType<typeof itemOf> | ReturnType<typeof summaryOf>> = fallback(
  asked("overpass-api.de"),
  fallback(asked("overpass.kumi.systems"), asked("overpass.private.coffee")),
);

export const espacesVerts = defineSource({
  id: "espaces_verts",
  title: "Green spaces of a commune (OpenStreetMap Overpass)",
  docs: "https://wiki.openstreetmap.org/wiki/Overpass_API/Overpass_QL",
  terms: "no key; two requests at once; ODbL: credit OpenStreetMap contributors",
  query: place("Nantes"),
  item: FrenchItem.extend({
    kind: z
      .string()
      .optional()
      .describe(
        "park, garden, nature_reserve, playground, forest, recreation_ground, village_green or wood; summary: all together (the last item)",
      ),
    osmId: z.int().optional(),
    name: z.string().optional().describe("absent where the map has none"),
    access: z.string().optional().describe("yes, private, customers …"),
    openingHours: z.string().optional().describe("as OpenStreetMap writes them: Mo-Su 08:00-20:00"),
    wheelchair: z.string().optional().describe("yes, limited or no"),
    website: HttpUrl.optional(),
    operator: z.string().optional(),
    wikidata: z.string().optional(),
    total: Count.optional().describe("of the summary"),
    counts: z.record(z.string(), Count).optional().describe("of the summary: how many of each kind"),
    truncated: z.boolean().optional().describe("of the summary: there may be more than were given"),
  }),
  polite: { concurrency: 2, minIntervalMs: 500 },
  read: steps(commune, spaces),
});
