import { z } from "zod";
import { figure } from "../../kit/readers/json.ts";
import { excerpt } from "../../kit/values/text.ts";
import { figureTitle, unitIn } from "../item.ts";

export const Text = z.string().nullish();
const Named = z.object({ id: Text, value: Text }).nullish();

const Observation = z
  .object({
    indicator: z.object({ id: z.string(), value: z.string() }),
    country: z.object({ id: z.string(), value: z.string() }),
    countryiso3code: Text,
    date: z.string(),
    value: figure,
    unit: Text,
    obs_status: Text,
    decimal: figure,
  })
  .transform((row) => ({ kind: "observation" as const, ...row }));

const Place = z
  .object({
    id: z.string(),
    iso2Code: z.string(),
    name: z.string(),
    region: Named,
    incomeLevel: Named,
    lendingType: Named,
    capitalCity: Text,
    longitude: figure,
    latitude: figure,
  })
  .transform((row) => ({ kind: "place" as const, ...row }));

const Indicator = z
  .object({ id: z.string(), name: z.string(), unit: Text, sourceNote: Text, sourceOrganization: Text })
  .transform((row) => ({ kind: "indicator" as const, ...row }));

const Row = z.union([Observation, Place, Indicator]);

/** Every answer is a pair: what there is to say of the list, and the list, null where it is empty. */
export const Body = z
  .tuple([z.object({ page: figure, pages: figure, lastupdated: Text }), z.array(Row).nullable()])
  .transform(([about, rows]) => ({ about, rows: rows ?? [] }));

/** What the World Bank says of a figure, a country or an indicator. */
export function itemOf(row: z.output<typeof Row>, updated: string | undefined) {
  if (row.kind === "observation") {
    // 2019Q1, 2019M01
    const period = row.date.replace(/^(\d{4})Q(\d)$/, "$1-Q$2").replace(/^(\d{4})M(\d{2})$/, "$1-$2");
    return {
      title: figureTitle(row.indicator.value, row.country.value, period),
      url: `https://data.worldbank.org/indicator/${encodeURIComponent(row.indicator.id)}?locations=${row.country.id}`,
      id: row.indicator.id,
      dataset: row.indicator.id,
      indicator: row.indicator.id,
      country: row.country.value,
      iso2: row.country.id,
      iso3: row.countryiso3code,
      period,
      value: row.value,
      unit: row.unit || unitIn(row.indicator.value),
      decimals: row.decimal,
      flag: row.obs_status,
      updatedAt: updated,
    };
  }
  if (row.kind === "indicator")
    return {
      title: row.name,
      url: `https://data.worldbank.org/indicator/${encodeURIComponent(row.id)}`,
      id: row.id,
      snippet: excerpt(row.sourceNote),
      unit: row.unit || unitIn(row.name),
    };
  return {
    title: row.name,
    url: `https://data.worldbank.org/country/${row.iso2Code.toLowerCase()}`,
    id: row.iso2Code,
    country: row.name,
    iso2: row.iso2Code,
    iso3: row.id,
    region: row.region?.value?.trim(),
    incomeLevel: row.incomeLevel?.value,
    lendingType: row.lendingType?.value,
    capital: row.capitalCity,
    longitude: row.longitude,
    latitude: row.latitude,
  };
}
