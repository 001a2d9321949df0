import type { Item } from "../../../src/sources/source.ts";
import type { Question } from "./questions.ts";

/** What a source may be made to answer instead of its own. */
export const KINDS = ["others", "beside", "empty", "failure", "cut", "outlier", "zero"] as const;
export type Kind = (typeof KINDS)[number];

/** What another entity is called, wherever its rows name it. */
export const STRANGER = "Zorblaxia";

/** Keys of another entity, of the shape of the right ones, by the fields that hold them. */
const FOREIGN: Readonly<Record<string, unknown>> = {
  siren: "732829320",
  siret: "73282932000074",
  sirens: ["732829320"],
  registerNumber: "732829320",
  insee: "97999",
  department: STRANGER,
  postcode: "97990",
  lei: "5299000J2N45DDNE4Y28",
  vat: "FR44732829320",
  rna: "W999999999",
  countryCode: "ZW",
  isin: "US0000000000",
  doi: "10.9999/zorblaxia",
  pmid: "99999999",
  gtin: "4999999999990",
  domain: "zorblaxia.example",
  package: "zorblaxia",
};

/** What tells the entity's rows from others'. */
export type Entity = Pick<Question, "names" | "likeness" | "keys" | "byName" | "unkeyed">;

/** Numbers that are no measures: names, places and times in disguise. */
const NO_MEASURE =
  /^(?:lat|lng|lon|latitude|longitude|year|annee|id|.*Id|rank|position|page|code|.*Code|port|status|.*Year|month|day|line|level)$/i;

type Written = (value: unknown, name: string) => unknown;

/** A row with each of its plain values written anew. */
function rewritten(value: unknown, write: Written, name = ""): unknown {
  if (Array.isArray(value)) {
    const whole = write(value, name);
    return whole === value ? value.map((one: unknown) => rewritten(one, write, name)) : whole;
  }
  if (typeof value !== "object" || value === null) return write(value, name);
  return Object.fromEntries(
    Object.entries(value).map(([field, one]) => [field, field === "source" ? one : rewritten(one, write, field)]),
  );
}

const row = (item: Item, write: Written): Item => ({ ...(rewritten(item, write) as object), source: item.source });

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** The same row of another entity: under its name, keys and coordinates. */
function strange(item: Item, { names, keys, likeness = STRANGER }: Entity): Item {
  const named = names.length > 0 ? new RegExp(names.map(escaped).join("|"), "gi") : undefined;
  return row(item, (value, field) => {
    if (!keys.includes(field)) return typeof value === "string" && named ? value.replace(named, likeness) : value;
    if (field in FOREIGN && value !== undefined) return Array.isArray(value) ? [FOREIGN[field]].flat() : FOREIGN[field];
    if (typeof value !== "number") return value;
    if (field === "distanceMetres") return value + 900_000;
    return field === "latitude" ? value - 9 * Math.sign(value) : value + 7;
  });
}

/** Whether a row has what tells it from another entity's. */
const isTold = (item: Item, { keys, byName = [], unkeyed = [] }: Entity): boolean =>
  byName === "all" ||
  byName.includes(item.source) ||
  (!unkeyed.includes(item.source) && keys.some((key) => item[key] !== undefined));

/** Another thing has another number in its register. */
const renumbered = (item: Item): Item => (typeof item["id"] === "string" ? { ...item, id: `${item["id"]}9` } : item);

const isMeasure = (value: unknown, field: string): boolean =>
  !NO_MEASURE.test(field) &&
  (typeof value === "number" || (field === "amount" && typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value)));

const measured = (item: Item, by: number): Item =>
  row(item, (value, field) => {
    if (!isMeasure(value, field)) return value;
    const number = Number(value) * by;
    return typeof value === "string" ? String(number) : number;
  });

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** A source's rows as another answer has them, each still of the source's own shape; undefined: the answer would be the same, or it is a failure. */
export function fed(
  kind: Kind,
  items: readonly Item[],
  entity: Entity,
  fits: (item: Item) => boolean,
): readonly Item[] | undefined {
  const [first, ...rest] = items;
  if (!first) return undefined;
  const made = ((): readonly Item[] | undefined => {
    switch (kind) {
      case "others":
      case "beside": {
        const others = items
          .map((item) => strange(item, entity))
          .filter((item, at) => isTold(item, entity) && !same(item, items[at]))
          .map(renumbered)
          .filter(fits);
        if (others.length < items.length) return undefined;
        return kind === "others" ? others : [...items, ...others];
      }
      case "empty":
        return [];
      case "cut":
        return items.length > 1 ? items.slice(0, Math.ceil(items.length / 2)) : undefined;
      case "outlier":
        return [measured(first, 1000), ...rest];
      case "zero":
        return [measured(first, 0), ...rest];
      case "failure":
        return undefined;
    }
  })();
  return made && !same(made, items) && made.every(fits) ? made : undefined;
}
