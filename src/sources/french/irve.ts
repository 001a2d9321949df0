import { concatMap, defer, type Observable, reduce } from "rxjs";
import { z } from "zod";
import { defineSource } from "../define.ts";
import { figure, numeric } from "../kit/readers/json.ts";
import { type Commune, place } from "../kit/services/communes.ts";
import type { Spot } from "../kit/services/open-meteo.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count } from "../kit/values/fields.ts";
import type { ReadContext } from "../source.ts";
import { atPointOrCommune, centreOf, codesUnder } from "./at-place.ts";
import { FrenchItem } from "./item.ts";
import { boxAround, metresFrom } from "./point.ts";
import { among, rows, Text } from "./tabular.ts";

const RESOURCE = "eb76d20a-8501-400e-b336-d85724de5435";

const PAGE =
  "https://www.data.gouv.fr/datasets/base-nationale-des-irve-infrastructures-de-recharge-pour-vehicules-electriques";

/** So many pages of the file are read as one page here: it has a row for every point of a station, from every publisher. */
const PAGES_AT_ONCE = 10;

/** Metres around a point. */
const RADIUS = 1000;

const Options = z.object({
  radius: z.coerce.number().min(50).max(10_000).optional().describe("metres around a point; default 1000"),
});

type Options = z.output<typeof Options>;

/** What the file's columns say of plugs. */
const PLUGS = [
  { column: "prise_type_ef", plug: "E/F" },
  { column: "prise_type_2", plug: "Type 2" },
  { column: "prise_type_combo_ccs", plug: "Combo CCS" },
  { column: "prise_type_chademo", plug: "CHAdeMO" },
  { column: "prise_type_autre", plug: "other" },
] as const;

/** Yes, no, or not known. */
const Flag = z
  .union([z.boolean(), z.enum(["true", "false"]).transform((value) => value === "true")])
  .nullish()
  .transform((value) => value ?? undefined);

const Row = z.object({
  id_station_itinerance: Text.nullish(),
  id_pdc_itinerance: Text.nullish(),
  nom_station: Text.nullish(),
  adresse_station: z.string().nullish(),
  code_insee_commune: Text.nullish(),
  consolidated_code_postal: Text.nullish(),
  consolidated_commune: z.string().nullish(),
  nom_operateur: z.string().nullish(),
  telephone_operateur: Text.nullish(),
  nom_enseigne: z.string().nullish(),
  implantation_station: z.string().nullish(),
  nbre_pdc: figure,
  puissance_nominale: figure,
  prise_type_ef: Flag,
  prise_type_2: Flag,
  prise_type_combo_ccs: Flag,
  prise_type_chademo: Flag,
  prise_type_autre: Flag,
  gratuit: Flag,
  paiement_cb: Flag,
  tarification: Text.nullish(),
  condition_acces: z.string().nullish(),
  horaires: z.string().nullish(),
  accessibilite_pmr: z.string().nullish(),
  date_mise_en_service: z.string().nullish(),
  date_maj: z.string().nullish(),
  consolidated_latitude: numeric,
  consolidated_longitude: numeric,
});

type Line = z.output<typeof Row>;

/** What is kept while rows come in: the newest row of every charging point. */
type Points = Map<string, Line>;

/** Of several publishers of a point, the one that wrote last. */
function keepNewest(points: Points, line: Line): Points {
  const id = line.id_pdc_itinerance ?? `without a number ${points.size}`;
  const known = points.get(id);
  if (!known || (line.date_maj ?? "") > (known.date_maj ?? "")) points.set(id, line);
  return points;
}

const stationKey = (line: Line): string =>
  `${line.consolidated_latitude.toFixed(5)},${line.consolidated_longitude.toFixed(5)}`;

/** A station: the points at one place. */
function stationOf(lines: readonly [Line, ...Line[]], from: Spot | undefined) {
  const [first] = lines.toSorted((a, b) => (b.date_maj ?? "").localeCompare(a.date_maj ?? ""));
  const station = first ?? lines[0];
  const powers = lines.flatMap(({ puissance_nominale: power }) => (typeof power === "number" ? [power] : []));
  return {
    title: station.nom_station,
    url: PAGE,
    id: station.id_station_itinerance,
    type: station.implantation_station,
    address: station.adresse_station,
    postcode: station.consolidated_code_postal,
    city: station.consolidated_commune,
    insee: station.code_insee_commune,
    operator: station.nom_operateur,
    brand: station.nom_enseigne,
    phone: station.telephone_operateur,
    points: Math.max(lines.length, station.nbre_pdc ?? 0),
    powerKw: powers.length > 0 ? Math.max(...powers) : undefined,
    plugs: PLUGS.flatMap(({ column, plug }) => (lines.some((line) => line[column]) ? [plug] : [])),
    free: station.gratuit,
    cardPayment: station.paiement_cb,
    tariff: station.tarification,
    access: station.condition_acces,
    openingHours: station.horaires,
    accessibility: station.accessibilite_pmr,
    commissioned: isoDate(station.date_mise_en_service),
    updatedAt: isoDate(station.date_maj),
    latitude: station.consolidated_latitude,
    longitude: station.consolidated_longitude,
    distanceMetres: metresFrom(from, station.consolidated_latitude, station.consolidated_longitude),
  };
}

/** The stations that points make, the nearest first; those in the corners of a box, beyond the radius, are left out. */
function stationsOf(points: Points, from: Spot | undefined, radius: number) {
  const stations = new Map<string, [Line, ...Line[]]>();
  for (const line of points.values()) {
    const station = stations.get(stationKey(line));
    if (station) station.push(line);
    else stations.set(stationKey(line), [line]);
  }
  return [...stations.values()]
    .map((lines) => stationOf(lines, from))
    .filter(({ distanceMetres = 0 }) => distanceMetres <= radius)
    .toSorted((a, b) => (a.distanceMetres ?? 0) - (b.distanceMetres ?? 0));
}

const gathered = (lines$: Observable<Line>, from: Spot | undefined, radius = Number.POSITIVE_INFINITY) =>
  defer(() =>
    lines$.pipe(
      reduce(keepNewest, new Map<string, Line>()),
      concatMap((points) => stationsOf(points, from, radius)),
    ),
  );

const whole = (context: ReadContext): ReadContext => ({ ...context, pages: context.pages * PAGES_AT_ONCE });

const inBox = rows({
  resource: RESOURCE,
  filters: ({ point, radius = RADIUS }: Options & { readonly point: Spot }) => {
    const { south, north, west, east } = boxAround(point, radius);
    return {
      consolidated_latitude__greater: south,
      consolidated_latitude__less: north,
      consolidated_longitude__greater: west,
      consolidated_longitude__less: east,
    };
  },
  row: Row,
});

const inCommune = rows({
  resource: RESOURCE,
  filters: ({ commune }: { readonly commune: Commune }) => among("code_insee_commune", codesUnder(commune)),
  row: Row,
});

export const irve = defineSource({
  id: "irve",
  title: "IRVE: charging stations for electric vehicles",
  docs: PAGE,
  terms: "Licence Ouverte 2.0; static data, nothing of which points are free",
  query: place("Nancy", Options),
  item: FrenchItem.extend({
    type: z.string().optional().describe("where it stands: on the road, in a car park …"),
    operator: z.string().optional(),
    brand: z.string().optional(),
    points: Count.describe("charging points"),
    powerKw: z.number().optional().describe("kW of the strongest point"),
    plugs: z.array(z.enum(PLUGS.map(({ plug }) => plug))),
    free: z.boolean().optional().describe("absent: not known"),
    cardPayment: z.boolean().optional(),
    tariff: z.string().optional(),
    access: z.string().optional(),
    openingHours: z.string().optional(),
    accessibility: z.string().optional(),
    commissioned: FrenchItem.shape.date,
  }),
  polite: { concurrency: 4 },
  read: atPointOrCommune(
    (asked, context) => gathered(inBox(asked, whole(context)), asked.point, asked.radius ?? RADIUS),
    (asked, context) => gathered(inCommune(asked, whole(context)), centreOf(asked.commune)),
  ),
});
