import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { figure } from "../kit/readers/json.ts";
import { coordinatesIn } from "../kit/requests/coordinates.ts";
import { qualifiersIn } from "../kit/requests/qualifiers.ts";
import { query } from "../kit/requests/query.ts";
import type { Params } from "../kit/requests/request.ts";
import {
  all,
  between,
  DaysOptions,
  embedded,
  Joined,
  literal,
  nearby,
  Point,
  records,
} from "../kit/services/opendatasoft.ts";
import { isoDate } from "../kit/values/dates.ts";
import { HttpUrl } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { clip, excerpt } from "../kit/values/text.ts";
import { CultureItem, EventFields } from "./item.ts";

/* Opendatasoft's copy of the public events of OpenAgenda, whose own API wants a key. */

const Options = DaysOptions.extend({
  radius: z.coerce.number().int().min(1).max(100).default(10).describe("kilometres around near:"),
});

interface Asked extends z.output<typeof Options> {
  readonly text: string;
  readonly city?: string | undefined;
  readonly near?: { readonly latitude: number; readonly longitude: number } | undefined;
}

function understood(q: string, options: z.output<typeof Options>): Asked {
  const { text, said } = qualifiersIn(q, ["city", "near"]);
  const near = said.near === undefined ? undefined : coordinatesIn(said.near);
  if (said.near !== undefined && !near)
    throw new SourceError("bad-query", `near: “${clip(said.near)}” is no latitude,longitude in degrees.`);
  return { ...options, text: text === "*" ? "" : text, city: said.city, near };
}

const Text = z.string().nullish();
const Labelled = embedded(z.object({ label: z.object({ fr: Text }).nullish() }).nullish());

const Row = z.object({
  uid: z.union([z.string(), z.number()]).nullish(),
  title_fr: Text,
  canonicalurl: Text,
  description_fr: Text,
  longdescription_fr: Text,
  conditions_fr: Text,
  keywords_fr: Joined,
  registration: embedded(z.array(z.object({ type: Text, value: Text })).nullish()),
  firstdate_begin: Text,
  lastdate_end: Text,
  daterange_fr: Text,
  timings: embedded(z.array(z.object({ begin: z.string(), end: Text })).nullish()),
  location_name: Text,
  location_address: Text,
  location_postalcode: Text,
  location_city: Text,
  location_department: Text,
  location_region: Text,
  location_countrycode: Text,
  location_insee: Text,
  location_coordinates: Point,
  location_website: Text,
  location_access_fr: Text,
  accessibility_label_fr: Joined,
  age_min: figure,
  age_max: figure,
  attendancemode: Labelled,
  status: Labelled,
  image: Text,
  originagenda_title: Text,
  updatedat: Text,
});

/** What says without conditions that it costs nothing. */
const FREE = /^(?:(?:entrée|accès|participation|visite|événement)\s+)?(?:gratuite?|libre|libre et gratuite?)\s*[.!]?$/i;

function itemOf(row: z.output<typeof Row>) {
  const description = textOfHtml(row.longdescription_fr);
  const suits = (handicap: string) => row.accessibility_label_fr?.includes(handicap) || undefined;
  return {
    title: row.title_fr ?? `Événement ${row.uid ?? ""}`.trim(),
    url: webUrl(row.canonicalurl),
    snippet: row.description_fr ?? excerpt(description),
    kind: "event" as const,
    id: row.uid,
    description,
    startsAt: isoDate(row.firstdate_begin),
    endsAt: isoDate(row.lastdate_end),
    datesText: row.daterange_fr,
    occurrences: row.timings?.map(({ begin, end }) => ({ start: begin, end })),
    tags: row.keywords_fr,
    place: row.location_name,
    address: row.location_address,
    postcode: row.location_postalcode,
    city: row.location_city,
    department: row.location_department,
    region: row.location_region,
    country: row.location_countrycode,
    insee: row.location_insee,
    ...row.location_coordinates,
    placeUrl: webUrl(row.location_website),
    access: row.location_access_fr,
    free: FREE.test(row.conditions_fr?.trim() ?? "") || undefined,
    priceText: row.conditions_fr,
    bookingUrl: webUrl(row.registration?.find(({ type }) => type === "link")?.value),
    accessibility: row.accessibility_label_fr,
    wheelchair: suits("handicap moteur"),
    blind: suits("handicap visuel"),
    deaf: suits("handicap auditif"),
    ageMin: row.age_min,
    ageMax: row.age_max,
    attendance: row.attendancemode?.label?.fr,
    status: row.status?.label?.fr,
    agenda: row.originagenda_title,
    image: webUrl(row.image),
    updatedAt: isoDate(row.updatedat),
  };
}

const conditionOf = ({ text, city, near, radius, ...days }: Asked): Params => ({
  // Most of the events are over.
  where: all(
    text && `search(${literal(text)})`,
    between("firstdate_begin", "lastdate_end", days),
    near && nearby("location_coordinates", near, `${radius}km`),
  ),
  refine: city && `location_city:${literal(city)}`,
  order_by: "firstdate_begin",
});

const events = records({
  portal: "public.opendatasoft.com",
  dataset: "evenements-publics-openagenda",
  row: Row,
  item: itemOf,
});

export const openagenda = defineSource({
  id: "openagenda",
  title: "OpenAgenda (public events)",
  docs: "https://public.opendatasoft.com/explore/dataset/evenements-publics-openagenda/api/",
  terms: "Licence Ouverte; some 5,000 requests a day an address",
  query: query({
    describe: "words in French, * for any; city:Lyon (its exact name), or near:45.76,4.83 for the kilometres around",
    example: "exposition city:Lyon",
    options: Options,
    parse: understood,
  }),
  item: CultureItem.extend({
    ...EventFields,
    department: z.string().optional(),
    region: z.string().optional(),
    country: z.string().optional().describe("ISO 3166-1 alpha-2"),
    insee: z.string().optional().describe("the commune's INSEE code"),
    placeUrl: HttpUrl.optional(),
    accessibility: z.array(z.string()).optional().describe("the handicaps that it suits"),
    ageMin: z.number().optional().describe("years"),
    ageMax: z.number().optional().describe("years"),
    attendance: z.string().optional().describe("on site, on line, or both, in French"),
    status: z.string().optional().describe("scheduled, moved, cancelled, …, in French"),
    agenda: z.string().optional().describe("the agenda that announced it"),
  }),
  polite: { concurrency: 2, minIntervalMs: 250 },
  read: (asked, context) => events({ condition: conditionOf(asked) }, context),
});
