import { z } from "zod";
import { numeric } from "../../kit/readers/json.ts";
import { labelled } from "../item.ts";

/*
 * SDMX-JSON, https://github.com/sdmx-twg/sdmx-json: keys such as "0:3:1" are places in the lists of the dimensions'
 * values. Version 1.0 has structure and data side by side at the top, 1.1 under `data`, 2.0 has several structures.
 */

const Text = z.string().nullish();

const Dimension = z.object({
  id: z.string(),
  name: Text,
  values: z.array(z.object({ id: Text, name: Text, value: z.union([z.string(), z.number()]).nullish() })),
});
type Dimension = z.output<typeof Dimension>;

const Parts = z.object({
  dataSet: z.array(Dimension).nullish(),
  series: z.array(Dimension).nullish(),
  observation: z.array(Dimension).nullish(),
});

const Structure = z.object({ name: Text, dimensions: Parts, attributes: Parts.nullish() });

const Observations = z.record(z.string(), z.array(z.unknown()));

const DataSet = z.object({
  structure: z.int().nullish(),
  series: z
    .record(z.string(), z.object({ attributes: z.array(z.unknown()).nullish(), observations: Observations.nullish() }))
    .nullish(),
  observations: Observations.nullish(),
});

const Message = z.object({
  structure: Structure.nullish(),
  structures: z.array(Structure).nullish(),
  dataSets: z.array(DataSet),
});

export const Body = z
  .union([z.object({ data: Message }), Message.transform((data) => ({ data }))])
  .transform(({ data }) => ({
    dataSets: data.dataSets,
    structures: data.structures ?? (data.structure ? [data.structure] : []),
  }))
  .refine(({ structures, dataSets }) => structures.length > 0 || dataSets.length === 0, "no structure");

/** The values that places stand for; dimensions and places go together. */
const at = (dimensions: readonly Dimension[], places: readonly unknown[]) =>
  dimensions.flatMap((dimension, i) => {
    const place = places[i];
    const found = typeof place === "number" ? dimension.values[place] : undefined;
    const code = found?.id ?? (found?.value === undefined ? undefined : String(found.value));
    return found && code ? [{ dimension: dimension.id, code, label: found.name ?? code }] : [];
  });

/** "0:3:1" as numbers. */
const places = (key: string): number[] => key.split(":").map(Number);

/** One item per observation. */
export function itemsOf({ dataSets, structures }: z.output<typeof Body>, page: string, dataset: string | undefined) {
  return dataSets.flatMap(({ structure, series, observations }) => {
    const { name, dimensions, attributes } = structures[structure ?? 0] ?? { name: undefined, dimensions: {} };
    const rows = [
      ...Object.entries(observations ?? {}).map((entry) => ({ key: "", attributes: [] as readonly unknown[], entry })),
      ...Object.entries(series ?? {}).flatMap(([key, one]) =>
        Object.entries(one.observations ?? {}).map((entry) => ({ key, attributes: one.attributes ?? [], entry })),
      ),
    ];
    return rows.map(({ key, attributes: ofSeries, entry: [place, [value, ...ofValue]] }) => {
      const said = labelled([
        ...at(dimensions.series ?? [], places(key)),
        ...at(dimensions.observation ?? [], places(place)),
        ...at(attributes?.series ?? [], ofSeries),
        ...at(attributes?.observation ?? [], ofValue),
      ]);
      const { labels, codes } = said;
      return {
        title: name ?? dataset ?? "",
        url: page,
        dataset,
        country: labels["REF_AREA"] ?? labels["LOCATION"],
        iso3: codes["REF_AREA"] ?? codes["LOCATION"],
        measure: labels["MEASURE"],
        value: numeric.safeParse(value).data,
        unit: labels["UNIT_MEASURE"] ?? labels["UNIT"],
        unitMultiplier: labels["UNIT_MULT"] ?? labels["POWERCODE"],
        decimals: codes["DECIMALS"],
        period: codes["TIME_PERIOD"] ?? codes["TIME"] ?? codes["YEAR"],
        flag: labels["OBS_STATUS"],
        ...said,
      };
    });
  });
}
