import { withoutNulls } from "../../../pipelines/scrape/options.ts";

/** Milliseconds of a scrape of the first version whose request gives it no other time. */
const TIMEOUT_MS = 30_000;

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (given: unknown): Fields => {
  const read = withoutNulls(given);
  return typeof read === "object" && read !== null && !Array.isArray(read) ? { ...read } : {};
};

/** Options of the first version as the second has them; what cannot be read of them is left for the check of those. */
export function scrapeOptionsOfV1(given: unknown): unknown {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
  const { formats, jsonOptions, extract, changeTrackingOptions, parsePDF, ...rest } = fieldsOf(given);
  const byModel = fieldsOf(jsonOptions ?? extract);
  const detailed = (format: unknown): unknown => {
    if (format === "json" || format === "extract") return { ...byModel, type: "json" };
    return format === "changeTracking" ? { ...fieldsOf(changeTrackingOptions), type: "changeTracking" } : format;
  };
  return {
    timeout: TIMEOUT_MS,
    ...rest,
    ...(formats !== undefined && { formats: Array.isArray(formats) ? formats.map(detailed) : formats }),
    ...(parsePDF === false && { parsers: [] }),
  };
}

/** Whether what a model writes was asked for under its older name as well. */
export const asksForExtract = (given: unknown): boolean => {
  const { formats } = fieldsOf(given);
  return Array.isArray(formats) && formats.includes("extract");
};
