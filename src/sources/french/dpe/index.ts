import { catchError, concat, EMPTY } from "rxjs";
import { z } from "zod";
import { toSourceError } from "../../../errors.ts";
import { defineSource } from "../../define.ts";
import { branch } from "../../kit/compose/steps.ts";
import { json } from "../../kit/readers/json.ts";
import type { PageRequest } from "../../kit/readers/paged.ts";
import { query } from "../../kit/requests/query.ts";
import { get, type Params } from "../../kit/requests/request.ts";
import { type Commune, type Place, placeIn } from "../../kit/services/communes.ts";
import type { Spot } from "../../kit/services/open-meteo.ts";
import { Count } from "../../kit/values/fields.ts";
import type { ReadContext } from "../../source.ts";
import { atPointOrCommune, codesUnder, writtenPostcode } from "../at-place.ts";
import { FrenchItem } from "../item.ts";
import { COLUMNS, Energy, Row, unreplaced } from "./certificate.ts";

/** Dwellings that exist, certificates since July 2021. */
const DATA = "https://data.ademe.fr/data-fair/api/v1/datasets/dpe03existant";

const ROWS = 20;

/** Metres around a point. */
const RADIUS = 100;

const Options = z.object({
  radius: z.coerce.number().min(1).max(5000).optional().describe("metres around a point; default 100"),
});

/** A place, or words that are none: a certificate's number, an address. */
type Asked = Place & z.output<typeof Options> & { readonly words?: Params | undefined };

/** "2654E2145604N" is a certificate's number; words with a number in front of them or behind a comma are an address. */
function parse(q: string, options: z.output<typeof Options>): Asked {
  const number = q.replace(/\s/g, "").toUpperCase();
  const words = { ...options, text: q, kind: "name" } as const;
  if (/^\d{2}[\dAB]{2}[A-Z]\d{7}[A-Z]$/.test(number)) return { ...words, words: { numero_dpe_eq: number } };
  const asked = placeIn(q);
  const address = asked.kind === "name" && !asked.postcode && !asked.department && /\d/.test(q);
  return address ? { ...words, words: { q, q_mode: "simple" } } : { ...options, ...asked };
}

/** The page after this one: its address has the mark that is asked with. */
const markIn = (next: string | null | undefined): string | null =>
  (next && URL.parse(next)?.searchParams.get("after")) || null;

const certificates = <Input>(filters: (input: Input) => Params) =>
  json({
    pages: (ask: Input & PageRequest) =>
      get(`${DATA}/lines`, {
        ...filters(ask),
        sort: "-date_etablissement_dpe",
        size: ROWS,
        select: COLUMNS.join(","),
        after: ask.cursor,
      }),
    body: z.object({ total: z.number().nullish(), next: z.string().nullish(), results: z.array(Row) }),
    items: ({ results }) => results,
    next: ({ next }) => markIn(next),
  });

const ofCommune = certificates(({ commune, ...asked }: Asked & { readonly commune: Commune }) => {
  const postcode = writtenPostcode(asked, commune);
  return postcode ? { code_postal_ban_in: postcode } : { code_insee_ban_in: codesUnder(commune).join(",") };
});

/** The condition of a place in the query language of Elasticsearch, which counting is asked with. */
const conditionOf = (asked: Place, commune: Commune): string => {
  const postcode = writtenPostcode(asked, commune);
  const codes = codesUnder(commune).map((code) => `"${code}"`);
  return postcode ? `code_postal_ban:"${postcode}"` : `code_insee_ban:(${codes.join(" OR ")})`;
};

const counted = json({
  request: ({ commune, ...asked }: Asked & { readonly commune: Commune }) =>
    get(`${DATA}/values_agg`, { field: "etiquette_dpe", qs: conditionOf(asked, commune), size: 0 }),
  body: z.object({ total: z.int(), aggs: z.array(z.object({ value: Energy, total: z.int() })) }),
  items: ({ total, aggs }, { commune }) =>
    total === 0
      ? []
      : [
          {
            kind: "summary" as const,
            title: `${commune.name}: ${total} ${total === 1 ? "certificate" : "certificates"}`,
            url: "https://data.ademe.fr/datasets/dpe03existant",
            city: commune.name,
            insee: commune.insee,
            certificates: total,
            classes: aggs
              .map(({ value, total: count }) => ({ class: value, count }))
              .toSorted((a, b) => a.class.localeCompare(b.class)),
          },
        ],
});

/** How many certificates there are of each class, where that can be had, then each one, the newest first. */
const inCommune = (asked: Asked & { readonly commune: Commune }, context: ReadContext) =>
  concat(
    counted(asked, context).pipe(
      catchError((error) => {
        context.notice({ kind: "note", text: toSourceError(error).message });
        return EMPTY;
      }),
    ),
    unreplaced(ofCommune(asked, context)),
  );

const nearby = certificates(({ point, radius = RADIUS }: Asked & { readonly point: Spot }) => ({
  geo_distance: `${point.longitude},${point.latitude},${radius}m`,
}));

const byWords = certificates(({ words = {} }: Asked) => words);

export const dpe = defineSource({
  id: "dpe",
  title: "ADEME: energy performance certificates of dwellings",
  docs: "https://data.ademe.fr/datasets/dpe03existant/api-doc",
  terms: "Licence Ouverte 2.0; 600 requests a minute",
  query: query({
    describe:
      "a commune's name, postal code or INSEE code (insee:60300), latitude,longitude, an address with its number, or a certificate's number",
    example: "60300",
    options: Options,
    parse,
  }),
  item: FrenchItem.extend({
    kind: z.enum(["certificate", "summary"]).describe("one certificate, or how many the commune has (the first item)"),
    type: z.string().optional().describe("maison, appartement, immeuble"),
    replaces: z.string().optional().describe("number of the older certificate, which is left out"),
    energyClass: Energy.optional(),
    ghgClass: Energy.optional().describe("of greenhouse gas emissions"),
    consumption: z.number().optional().describe("kWh of primary energy per m² and year"),
    emissions: z.number().optional().describe("kg CO₂e per m² and year"),
    built: z.int().optional().describe("year"),
    builtPeriod: z.string().optional(),
    surface: z.number().optional().describe("m²; a whole building has none"),
    placedOn: z.enum(["house", "street"]).optional().describe("what the coordinates are those of"),
    certificates: Count.optional().describe("how many the summary counts"),
    classes: z.array(z.object({ class: Energy, count: Count })).optional(),
  }),
  polite: { concurrency: 4 },
  read: branch(
    ({ words }: Asked) => words !== undefined,
    (asked, context) => unreplaced(byWords(asked, context)),
    atPointOrCommune((asked, context) => unreplaced(nearby(asked, context)), inCommune),
  ),
});
