import { z } from "zod";
import { defineSource } from "../define.ts";
import { figure, listOf } from "../kit/readers/json.ts";
import { query } from "../kit/requests/query.ts";
import type { Params } from "../kit/requests/request.ts";
import { type Place, placeIn } from "../kit/services/communes.ts";
import { type AskedRows, around, oneOf, Point, records } from "../kit/services/opendatasoft.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Currency, IsoDate } from "../kit/values/fields.ts";
import { atPointOrCommune, centreOf, postcodesOf } from "./at-place.ts";
import { FrenchItem } from "./item.ts";
import { metresFrom } from "./point.ts";
import { Text } from "./tabular.ts";

const FUELS = ["gazole", "sp95", "sp98", "e10", "e85", "gplc"] as const;

type Fuel = (typeof FUELS)[number];

const Options = z.object({
  fuel: z.enum(FUELS).optional().describe("only stations that have it, the cheapest first"),
});

type Asked = Place & z.output<typeof Options>;

/** What drivers call them. */
const NAMES: Readonly<Record<string, Fuel>> = {
  diesel: "gazole",
  "sp95-e10": "e10",
  gpl: "gplc",
  lpg: "gplc",
  ethanol: "e85",
};

/** "Nantes e10": a place, with a fuel behind it. */
function parse(q: string, { fuel }: z.output<typeof Options>): Asked {
  const [, before = "", last = ""] = /^(.{1,200}?)[\s,]+(\S{1,10})$/.exec(q) ?? [];
  const called = FUELS.find((name) => name === last.toLowerCase()) ?? NAMES[last.toLowerCase()];
  return called ? { ...placeIn(before), fuel: fuel ?? called } : { ...placeIn(q), fuel };
}

const Row = z.object({
  id: Text,
  adresse: Text.nullish(),
  ville: Text.nullish(),
  cp: Text.nullish(),
  departement: Text.nullish(),
  region: Text.nullish(),
  pop: z.string().nullish(),
  geom: Point,
  gazole_prix: figure,
  gazole_maj: z.string().nullish(),
  sp95_prix: figure,
  sp95_maj: z.string().nullish(),
  sp98_prix: figure,
  sp98_maj: z.string().nullish(),
  e10_prix: figure,
  e10_maj: z.string().nullish(),
  e85_prix: figure,
  e85_maj: z.string().nullish(),
  gplc_prix: figure,
  gplc_maj: z.string().nullish(),
  carburants_disponibles: listOf(z.string()),
  carburants_indisponibles: listOf(z.string()),
  horaires_automate_24_24: z.string().nullish(),
  services_service: listOf(z.string()),
});

const ROADS: Readonly<Record<string, "road" | "motorway">> = { R: "road", A: "motorway" };

const PARIS = new Intl.DateTimeFormat("en", { timeZone: "Europe/Paris", timeZoneName: "longOffset" });

/** "2023-10-07 01:22:20" is a time of Paris; newer releases write the zone. */
function parisTime(written: string | null | undefined): string | undefined {
  const asUtc = isoDate(written);
  if (!written || !asUtc?.includes("T") || /(?:Z|[+-]\d{2}:?\d{2})$/i.test(written)) return asUtc;
  const at = Date.parse(asUtc);
  // The clock runs one or two hours ahead of UTC.
  const zone = PARIS.formatToParts(at - 5_400_000).find(({ type }) => type === "timeZoneName")?.value ?? "";
  return `${asUtc.replace(/(\.0+)?Z$/, "")}${/[+-]\d{2}:\d{2}$/.exec(zone)?.[0] ?? "Z"}`;
}

function itemOf(row: z.output<typeof Row>, { from }: AskedRows) {
  const prices = FUELS.flatMap((fuel) => {
    const amount = row[`${fuel}_prix`];
    return typeof amount === "number"
      ? [[fuel, { amount, currency: "EUR", updatedAt: parisTime(row[`${fuel}_maj`]) }] as const]
      : [];
  });
  const updates = prices.flatMap(([, { updatedAt }]) => updatedAt ?? []);
  return {
    title: [row.adresse, row.ville].filter(Boolean).join(", "),
    url: `https://www.prix-carburants.gouv.fr/station/${encodeURIComponent(row.id)}`,
    id: row.id,
    type: ROADS[row.pop ?? ""],
    address: row.adresse,
    postcode: row.cp,
    city: row.ville,
    department: row.departement,
    region: row.region,
    prices: Object.fromEntries(prices),
    updatedAt: updates.toSorted((a, b) => Date.parse(b) - Date.parse(a))[0],
    available: row.carburants_disponibles,
    unavailable: row.carburants_indisponibles,
    automaton24h: row.horaires_automate_24_24 ? /^oui$/i.test(row.horaires_automate_24_24) : undefined,
    services: row.services_service,
    ...row.geom,
    distanceMetres: metresFrom(from, row.geom?.latitude, row.geom?.longitude),
  };
}

const stations = records({
  portal: "data.economie.gouv.fr",
  dataset: "prix-des-carburants-en-france-flux-instantane-v2",
  row: Row,
  item: itemOf,
});

/** Where a fuel was asked for: those that have it, the cheapest first. */
const withFuel = ({ where, ...condition }: Params, fuel: Fuel | undefined): Params =>
  fuel ? { where: `${where} and ${fuel}_prix is not null`, order_by: `${fuel}_prix` } : { where, ...condition };

const Price = z
  .object({ amount: z.number(), currency: Currency, updatedAt: IsoDate.optional() })
  .optional()
  .describe("EUR per litre");

export const carburants = defineSource({
  id: "carburants",
  title: "Fuel prices of the stations of France",
  docs: "https://data.economie.gouv.fr/explore/dataset/prix-des-carburants-en-france-flux-instantane-v2/api/",
  terms: "Licence Ouverte 2.0; 50,000 requests a day; every ten minutes; without the stations' names",
  query: query({
    describe:
      "a commune's name, postal code or INSEE code, or latitude,longitude (10 km around), if wished with a fuel behind it (Nantes e10)",
    example: "57430",
    options: Options,
    parse,
  }),
  item: FrenchItem.extend({
    type: z.enum(["road", "motorway"]).optional(),
    prices: z.object({ gazole: Price, sp95: Price, sp98: Price, e10: Price, e85: Price, gplc: Price }),
    updatedAt: IsoDate.optional().describe("of the newest price"),
    available: z.array(z.string()),
    unavailable: z.array(z.string()),
    automaton24h: z.boolean().optional().describe("one can pay at a machine day and night"),
    services: z.array(z.string()),
  }),
  polite: { concurrency: 4 },
  read: atPointOrCommune(
    ({ point, fuel }: Asked & Required<Pick<Place, "point">>, context) =>
      stations({ condition: withFuel(around("geom", point, "10km"), fuel), from: point }, context),
    ({ fuel, commune, ...asked }, context) =>
      stations(
        { condition: withFuel({ where: oneOf("cp", postcodesOf(asked, commune)) }, fuel), from: centreOf(commune) },
        context,
      ),
  ),
});
