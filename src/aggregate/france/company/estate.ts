import type { adresse } from "../../../sources/french/adresse.ts";
import { plainName } from "../../../sources/kit/services/insee-codes.ts";
import { metresBetween } from "../../../sources/kit/values/distance.ts";
import type { Draft, ItemOf } from "../../../sources/source.ts";
import { newestYear, type Sale, summaryIn } from "../../dwellings.ts";
import { fewForMedian } from "../../formulas/statistic.ts";
import type { Answer } from "./answer.ts";

type Address = ItemOf<typeof adresse>;

/** Sales so near to the head office are taken for sales at its address. */
const NEAR_METRES = 30;

const NOTE = "Sales are published without names: those at the company's address need not be its own.";

/** Kinds of streets as the registers abbreviate them. */
const STREETS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    r: "rue",
    av: "avenue",
    ave: "avenue",
    bd: "boulevard",
    bld: "boulevard",
    pl: "place",
    che: "chemin",
    chem: "chemin",
    rte: "route",
    imp: "impasse",
    all: "allee",
    qu: "quai",
    q: "quai",
    crs: "cours",
    sq: "square",
    fg: "faubourg",
    fbg: "faubourg",
    lot: "lotissement",
    res: "residence",
    pass: "passage",
    pas: "passage",
    prom: "promenade",
    esp: "esplanade",
    rpt: "rond point",
    ham: "hameau",
    sen: "sente",
    trav: "traverse",
  }),
);

/** A number and a street with its kind: "8 rue du Pré, 14700 Falaise" and "8 R DU PRE" are one door, "8 AV DU PRE" is another. */
function doorOf(address: string | undefined): string | undefined {
  const plain = plainName(address ?? "").replace(/ \d{5} .{0,200}$/, "");
  const [, number, suffix = "", kind = "", street] =
    /^(\d{1,4}) ?(bis|ter|quater|[a-d])?\b(?: \d{1,4}\b)? (\S{1,30}) (.{1,200})$/.exec(plain) ?? [];
  return number && street ? `${number}${suffix.slice(0, 1)} ${STREETS.get(kind) ?? kind} ${street}` : undefined;
}

/** Beyond so many metres the same words are another street of the commune. */
const SAME_STREET_METRES = 2_000;

/** The sales at the company's address, or within 30 m of it, and what dwellings of its commune cost. */
export function estateOf(
  sales: readonly Sale[],
  address: Address | undefined,
  written: string | undefined,
  commune: string,
): Draft<Answer["real_estate"]> {
  const doors = new Set([address?.name, written].flatMap((one) => doorOf(one) ?? []));
  const [latitude, longitude] = [address?.latitude, address?.longitude];
  const exact = address?.type === "housenumber" && latitude !== undefined && longitude !== undefined;
  const distance = (sale: Sale): number | undefined =>
    exact && sale.latitude !== undefined && sale.longitude !== undefined
      ? metresBetween({ latitude, longitude }, { latitude: sale.latitude, longitude: sale.longitude })
      : undefined;
  const found = sales
    .filter(({ kind }) => kind === "sale")
    .flatMap((sale) => {
      const metres = distance(sale);
      const same = doors.has(doorOf(sale.address) ?? "") && (metres === undefined || metres <= SAME_STREET_METRES);
      const there = same || (metres !== undefined && metres <= NEAR_METRES);
      return there && sale.price && sale.address
        ? [{ ...sale, price: sale.price, address: sale.address, metres, same }]
        : [];
    });
  const summary = summaryIn(sales);
  const newest = summary && newestYear(summary);
  const [main] = newest?.kinds ?? [];
  return {
    note: NOTE,
    at_address: found.map(({ date, nature, type, price, surface, address: at, metres, same }) => ({
      date,
      nature,
      type,
      price,
      surface_m2: surface,
      address: at,
      distance_m: metres,
      same_address: same,
    })),
    at_address_n: found.filter(({ same }) => same).length,
    // Without the door's point no distance is known.
    nearby_n: exact ? found.filter(({ same }) => !same).length : undefined,
    commune,
    commune_price_m2: main && !fewForMedian(main.n) ? main.median : undefined,
    commune_sales_n: main?.n,
    year: newest?.year,
  };
}
