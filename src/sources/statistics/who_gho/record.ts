import { z } from "zod";
import { figure } from "../../kit/readers/json.ts";
import { isoDate } from "../../kit/values/dates.ts";
import { countryOf } from "../countries.ts";
import { figureTitle, labelled, unitIn } from "../item.ts";

/** What the commonest codes of dimensions mean: https://ghoapi.azureedge.net/api/DIMENSION/SEX/DimensionValues */
const MEANINGS: Readonly<Record<string, string>> = {
  SEX_BTSX: "Both sexes",
  SEX_FMLE: "Female",
  SEX_MLE: "Male",
  RESIDENCEAREATYPE_TOTL: "Total",
  RESIDENCEAREATYPE_URB: "Urban",
  RESIDENCEAREATYPE_RUR: "Rural",
};

const Text = z.string().nullish();

const Row = z.union([
  z
    .object({
      IndicatorCode: z.string(),
      SpatialDimType: Text,
      SpatialDim: Text,
      ParentLocation: Text,
      TimeDim: z.union([z.int(), z.string()]).nullish(),
      TimeDimensionValue: Text,
      Dim1Type: Text,
      Dim1: Text,
      Dim2Type: Text,
      Dim2: Text,
      Dim3Type: Text,
      Dim3: Text,
      Value: Text,
      NumericValue: figure,
      Low: figure,
      High: figure,
      Comments: Text,
      Date: Text,
    })
    .refine(({ TimeDim, SpatialDim }) => SpatialDim || TimeDim, "neither a place nor a time"),
  z.object({ IndicatorCode: z.string(), IndicatorName: z.string() }),
]);

export const Body = z.object({ value: z.array(Row) });

const INDICATORS = "https://www.who.int/data/gho/data/indicators";

/** What the observatory says: a value, or an indicator that there is. */
export function itemOf(row: z.output<typeof Row>, name: string | undefined) {
  if ("IndicatorName" in row)
    return { title: row.IndicatorName, url: INDICATORS, id: row.IndicatorCode, dataset: row.IndicatorCode };
  const dimensions = [
    [row.Dim1Type, row.Dim1],
    [row.Dim2Type, row.Dim2],
    [row.Dim3Type, row.Dim3],
  ].flatMap(([dimension, code]) =>
    // The dimension stands in front of its value.
    dimension && code ? [{ dimension, code, label: MEANINGS[code] ?? code.replace(`${dimension}_`, "") }] : [],
  );
  const country = (row.SpatialDim && countryOf(row.SpatialDim)?.name) || row.SpatialDim;
  const period =
    row.TimeDimensionValue ?? (row.TimeDim === undefined || row.TimeDim === null ? undefined : String(row.TimeDim));
  return {
    title: figureTitle(name ?? row.IndicatorCode, country, period),
    url: INDICATORS,
    id: row.IndicatorCode,
    dataset: row.IndicatorCode,
    indicator: row.IndicatorCode,
    country,
    iso3: row.SpatialDimType === "COUNTRY" ? row.SpatialDim : undefined,
    placeType: row.SpatialDimType,
    region: row.ParentLocation,
    period,
    value: row.NumericValue,
    unit: name && unitIn(name),
    low: row.Low,
    high: row.High,
    display: row.Value,
    comments: row.Comments,
    updatedAt: isoDate(row.Date),
    ...labelled(dimensions),
  };
}
