import { z } from "zod";
import { isoDate } from "../../kit/values/dates.ts";
import { labelled } from "../item.ts";

/* JSON-stat 2.0, https://json-stat.org/full/: a cube of values, its cells in one row, the last dimension fastest. */

const Text = z.string().nullish();

/** Cells by their place in the row: a list, or an object where many are empty. */
const cells = <T extends z.ZodType>(cell: T) =>
  z.union([z.array(cell.nullable()), z.record(z.string(), cell.nullable())]);

const Category = z.object({
  index: z.union([z.array(z.string()), z.record(z.string(), z.int())]).nullish(),
  label: z.record(z.string(), z.string()).nullish(),
});

export const Cube = z
  .object({
    label: Text,
    updated: Text,
    id: z.array(z.string()),
    size: z.array(z.int().nonnegative()),
    value: cells(z.number()),
    status: z.union([z.string(), cells(z.string())]).nullish(),
    dimension: z.record(z.string(), z.object({ label: Text, category: Category })),
    extension: z
      .object({ id: Text, status: z.object({ label: z.record(z.string(), z.string()).nullish() }).nullish() })
      .nullish(),
  })
  .refine(({ id, size }) => id.length === size.length, "id and size of different lengths")
  .refine(({ id, dimension }) => id.every((name) => Object.hasOwn(dimension, name)), "a dimension without its values");
type Cube = z.output<typeof Cube>;

/** A dimension's codes in the order of their places. */
function codesOf({ index, label }: z.output<typeof Category>): readonly string[] {
  if (Array.isArray(index)) return index;
  if (index) return Object.keys(index).toSorted((one, other) => (index[one] ?? 0) - (index[other] ?? 0));
  return Object.keys(label ?? {});
}

/** The places at which there is a value, or a remark on its lack, in order. */
function placesIn({ value, status }: Cube): number[] {
  const marked = typeof status === "object" && status !== null ? Object.keys(status) : [];
  return [...new Set([...Object.keys(value), ...marked].map(Number))].sort((one, other) => one - other);
}

/** The entry of a list or an object at a place. */
const at = <T>(entries: readonly T[] | Readonly<Record<string, T>>, place: number): T | undefined =>
  Object.hasOwn(entries, place) ? Reflect.get(entries, place) : undefined;

/** One item per value. */
export function itemsOf(cube: Cube, asked: string) {
  const dataset = cube.extension?.id ?? asked;
  const axes = cube.id.map((dimension, i) => {
    const category = cube.dimension[dimension]?.category ?? {};
    return { dimension, size: cube.size[i] ?? 1, codes: codesOf(category), label: category.label ?? {} };
  });
  return placesIn(cube).map((place) => {
    let rest = place;
    const values = axes
      .toReversed()
      .map(({ dimension, size, codes, label }) => {
        const code = codes[rest % size] ?? "";
        rest = Math.floor(rest / size);
        return { dimension, code, label: label[code] ?? code };
      })
      .toReversed();
    const said = labelled(values);
    const status = typeof cube.status === "string" ? cube.status : cube.status && at(cube.status, place);
    return {
      title: cube.label ?? dataset,
      url: `https://ec.europa.eu/eurostat/databrowser/view/${encodeURIComponent(dataset.toLowerCase())}/default/table`,
      id: dataset,
      dataset,
      country: said.labels["geo"],
      value: at(cube.value, place),
      unit: said.labels["unit"],
      period: said.codes["time"],
      flag: (status && cube.extension?.status?.label?.[status]) || status,
      updatedAt: isoDate(cube.updated),
      ...said,
    };
  });
}
