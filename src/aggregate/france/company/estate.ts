import type { adresse } from "../../../sources/french/adresse.ts";
import { plainName } from "../../../sources/kit/services/insee-codes.ts";
import { metresBetween } from "../../../sources/kit/values/distance.ts";
import type { Draft, ItemOf } from "../../../sources/source.ts";
import { newestYear, type Sale, summaryIn } from "../../dwellings.ts";
import type { Answer } from "./answer.ts";

type Address = ItemOf<typeof adresse>;

/** Sales so near to the head office are taken for sales at its address. */
const NEAR_METRES = 30;

const NOTE = "Sales are published without names: those at the company's address need not be its own.";

/** A number and a street without the street's kind, which the registers abbreviate: "8 rue du Pré, 14700 Falaise", "8 R DU PRE". */
function doorOf(address: string | undefined): string | undefined {
  const plain = plainName(address ?? "").replace(/ \d{5} .{0,200}$/, "");
  const [, number, suffix = "", street] =
    /^(\d{1,4}) ?(bis|ter|quater|[a-d])?\b(?: \d{1,4}\b)? \S{1,30} (.{1,200})$/.exec(plain) ?? [];
  return number && street ? `${number}${suffix.slice(0, 1)} ${street}` : undefined;
}

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
      const same = doors.has(doorOf(sale.address) ?? "");
      const there = same || (metres !== undefined && metres <= NEAR_METRES);
      return there && sale.price && sale.address ? [{ ...sale, price: sale.price, address: sale.address, metres }] : [];
    });
  const summary = summaryIn(sales);
  const newest = summary && newestYear(summary);
  const [main] = newest?.kinds ?? [];
  return {
    note: NOTE,
    at_address: found.map(({ date, nature, type, price, surface, address: at, metres }) => ({
      date,
      nature,
      type,
      price,
      surface_m2: surface,
      address: at,
      distance_m: metres,
    })),
    at_address_n: found.length,
    commune,
    commune_price_m2: main?.median,
    commune_sales_n: main?.n,
    year: newest?.year,
  };
}
