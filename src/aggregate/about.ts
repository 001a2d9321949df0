import { defer, filter, type MonoTypeOperatorFunction, tap } from "rxjs";
import { folded } from "../language/fold.ts";
import type { Item } from "../sources/source.ts";
import { kilometresBetween } from "./formulas/distance.ts";

/*
 * Upstreams search fuzzily, and answer rows of other things than the one that was asked for. What an analysis tells of an entity
 * is made only of rows whose own keys are the entity's.
 */

/** The keys of one entity, each as one value or as all values that are right. Only keys that are given are compared. */
export interface EntityKeys {
  /** Number of a French company, nine digits; a row's `siren`, `siret`, `sirens` or `registerNumber`. */
  readonly siren?: string | undefined;
  /** INSEE codes of a commune and of its arrondissements; a row's `insee`. */
  readonly insee?: string | readonly string[] | undefined;
  /** A department's name; a row's `department`. */
  readonly department?: string | undefined;
  readonly postcode?: string | readonly string[] | undefined;
  readonly lei?: string | undefined;
  /** VAT number with its country's letters; a row's `vat`. */
  readonly vat?: string | undefined;
  /** Number in the French register of associations; a row's `rna`. */
  readonly rna?: string | undefined;
  /** ISO 3166-1 alpha-2; a row's `countryCode`. */
  readonly country?: string | undefined;
  readonly isin?: string | undefined;
  readonly doi?: string | readonly string[] | undefined;
  readonly pmid?: string | undefined;
  readonly gtin?: string | undefined;
  /** A domain and the hosts of it that were asked for; a row's `domain`. */
  readonly domain?: string | readonly string[] | undefined;
  /** A package's name in its registry; a row's `package`. */
  readonly package?: string | undefined;
}

/** The entity that a question is about. */
export interface About {
  /** What it is called in the sentence that counts the rows of others. */
  readonly name: string;
  readonly keys?: EntityKeys;
  /** What the keys do not say: whether a row is the entity's by its names or status. */
  readonly is?: ((row: Item) => boolean) | undefined;
  /** Rows with coordinates lie within so many km (great circle) of the place. */
  readonly near?: { readonly latitude: number; readonly longitude: number; readonly km: number } | undefined;
}

type Key = keyof EntityKeys;

/** The fields of a row that hold a key, and how a field's value is written as that key. */
const FIELDS: { readonly [K in Key]-?: readonly (readonly [field: string, write?: (value: string) => string])[] } = {
  siren: [["siren"], ["siret", (siret) => siret.slice(0, 9)], ["sirens"], ["registerNumber"]],
  insee: [["insee"]],
  department: [["department"]],
  postcode: [["postcode"]],
  lei: [["lei"]],
  vat: [["vat"]],
  rna: [["rna"]],
  country: [["countryCode"]],
  isin: [["isin"]],
  doi: [["doi", (doi) => doi.replace(/^https?:\/\/(?:dx\.)?doi\.org\//i, "")]],
  pmid: [["pmid"]],
  gtin: [["gtin", (gtin) => gtin.replace(/^0+/, "")]],
  domain: [["domain", (domain) => domain.replace(/^www\./i, "")]],
  package: [["package"]],
};

const KEYS = Object.keys(FIELDS).filter((name): name is Key => name in FIELDS);

const texts = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one: unknown) =>
    typeof one === "string" || typeof one === "number" ? [String(one)] : [],
  );

const plain = (value: string): string => folded(value).replace(/[\s’'-]/g, "");

/**
 * Whether a row's own keys are the entity's. A row that carries none of the keys cannot be told apart and is kept; of a field
 * that is a list, one right value is enough.
 */
export function isAbout(row: Item, { keys = {}, near, is }: About): boolean {
  return (
    KEYS.every((key) => agrees(row, key, texts(keys[key]))) &&
    (near === undefined || liesNear(row, near)) &&
    (is === undefined || is(row))
  );
}

function agrees(row: object, key: Key, right: readonly string[]): boolean {
  if (right.length === 0) return true;
  return FIELDS[key].every(([field, write = (value) => value]) => {
    const own = texts(Reflect.get(row, field)).map((value) => plain(write(value)));
    return own.length === 0 || right.some((value) => own.includes(plain(write(value))));
  });
}

function liesNear(row: object, { latitude, longitude, km }: NonNullable<About["near"]>): boolean {
  const [north, east] = [Reflect.get(row, "latitude"), Reflect.get(row, "longitude")];
  if (typeof north !== "number" || typeof east !== "number") return true;
  return kilometresBetween({ latitude, longitude }, { latitude: north, longitude: east }) <= km;
}

/**
 * Rows of one entity out of a source's answer; `leftOut` is given the number of the others before
 * the end goes out, or when nobody listens any more.
 *
 *     rows$:  --a--x--b--|      x: of another entity
 *     out:    --a-----b--|      leftOut(1)
 */
export const onlyAbout = (about: About, leftOut: (count: number) => void): MonoTypeOperatorFunction<Item> => {
  return (rows$) =>
    defer(() => {
      let others = 0;
      const tell = (): void => {
        if (others > 0) leftOut(others);
      };
      return rows$.pipe(
        filter((row) => {
          const own = isAbout(row, about);
          if (!own) others += 1;
          return own;
        }),
        tap({ complete: tell, error: tell, unsubscribe: tell }),
      );
    });
};
