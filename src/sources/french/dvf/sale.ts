import { isoDate } from "../../kit/values/dates.ts";

/** A line of the file, by the columns' names. */
export type Line = Readonly<Record<string, string>>;

/** Columns of the geo-dvf files that are read. */
export const COLUMNS = [
  "id_mutation",
  "date_mutation",
  "nature_mutation",
  "valeur_fonciere",
  "adresse_numero",
  "adresse_suffixe",
  "adresse_nom_voie",
  "code_postal",
  "code_commune",
  "nom_commune",
  "id_parcelle",
  "lot1_numero",
  "type_local",
  "surface_reelle_bati",
  "nombre_pieces_principales",
  "nature_culture",
  "surface_terrain",
  "longitude",
  "latitude",
] as const;

const DWELLINGS = new Set(["Maison", "Appartement"]);

/** Sheds and cellars go with a dwelling; business premises have a price of their own in the one price. */
const ANNEX = "Dépendance";

/**
 * What no sale of a dwelling on the market has: symbolic prices (one euro), prices of whole buildings told of one flat, and floor
 * areas below the 9 m² of a decent dwelling (décret n° 2002-120, article 4).
 */
const PLAUSIBLE = { leastM2: 9, leastPriceM2: 100, mostPriceM2: 50_000 };

const isPlausible = (priceM2: number, surface: number): boolean =>
  surface >= PLAUSIBLE.leastM2 && priceM2 >= PLAUSIBLE.leastPriceM2 && priceM2 <= PLAUSIBLE.mostPriceM2;

const cell = (line: Line | undefined, column: (typeof COLUMNS)[number]): string | undefined =>
  line?.[column] || undefined;

function numberOf(line: Line | undefined, column: (typeof COLUMNS)[number]): number | undefined {
  const written = cell(line, column);
  const value = Number(written);
  return written !== undefined && Number.isFinite(value) ? value : undefined;
}

/** The lines without repetitions by these columns: a local is repeated for every lot and culture of its land. */
function distinct(lines: readonly Line[], ...columns: (typeof COLUMNS)[number][]): Line[] {
  return [...new Map(lines.map((line) => [columns.map((column) => line[column]).join("|"), line])).values()];
}

function sum(lines: readonly Line[], column: (typeof COLUMNS)[number]): number | undefined {
  const values = lines.flatMap((line) => numberOf(line, column) ?? []);
  return values.length > 0 ? values.reduce((total, value) => total + value, 0) : undefined;
}

/** Of the lines of one sale, the sale: the price stands on each of them and counts once. */
export function saleOf(lines: readonly Line[]) {
  const dwellings = distinct(
    lines.filter((line) => DWELLINGS.has(cell(line, "type_local") ?? "")),
    "id_parcelle",
    "adresse_numero",
    "adresse_nom_voie",
    "lot1_numero",
    "type_local",
    "surface_reelle_bati",
    "nombre_pieces_principales",
  );
  const main = dwellings[0] ?? lines.find((line) => cell(line, "type_local")) ?? lines[0];
  const nature = cell(main, "nature_mutation");
  const amount = numberOf(main, "valeur_fonciere");
  const surface = sum(dwellings, "surface_reelle_bati") || undefined;
  const type = cell(main, "type_local");
  const number = `${cell(main, "adresse_numero") ?? ""}${cell(main, "adresse_suffixe") ?? ""}`;
  const address = [number, cell(main, "adresse_nom_voie")].filter(Boolean).join(" ");
  const premises = lines.some((line) => {
    const kind = cell(line, "type_local");
    return kind !== undefined && kind !== ANNEX && !DWELLINGS.has(kind);
  });
  const alone = nature === "Vente" && dwellings.length === 1 && !premises;
  const priceM2 = alone && amount !== undefined && surface ? amount / surface : undefined;
  const plausible = priceM2 === undefined || surface === undefined || isPlausible(priceM2, surface);
  return {
    title: [[type ?? nature, surface && `${surface} m²`].filter(Boolean).join(" "), address]
      .filter(Boolean)
      .join(" – "),
    kind: "sale" as const,
    id: cell(main, "id_mutation"),
    date: isoDate(cell(main, "date_mutation")),
    nature,
    type,
    price: amount === undefined ? undefined : { amount, currency: "EUR" },
    priceM2: priceM2 !== undefined && plausible ? Math.round(priceM2) : undefined,
    implausible: plausible ? undefined : true,
    surface,
    rooms: sum(dwellings, "nombre_pieces_principales"),
    land: sum(distinct(lines, "id_parcelle", "nature_culture", "surface_terrain"), "surface_terrain"),
    address,
    postcode: cell(main, "code_postal"),
    insee: cell(main, "code_commune"),
    city: cell(main, "nom_commune"),
    parcel: cell(main, "id_parcelle"),
    longitude: numberOf(main, "longitude"),
    latitude: numberOf(main, "latitude"),
  };
}

/** A sale, of all its lines. */
export type Sale = ReturnType<typeof saleOf>;

/** The prices per m² of a commune's sales, by dwelling type. */
export type Prices = Map<string, Price[]>;

/** A price per m² of a dwelling type, and the day of the sale. */
export type Price = readonly [type: string, date: string, priceM2: number];

/** A sale's price per m², where it has one: sales of exactly one dwelling do. */
export const priceOf = ({ type, date, priceM2 }: Sale): readonly Price[] =>
  type && date && priceM2 !== undefined ? [[type, date, priceM2]] : [];

export function notePrice(prices: Prices, price: Price): void {
  const [type] = price;
  const values = prices.get(type);
  if (values) values.push(price);
  else prices.set(type, [price]);
}
