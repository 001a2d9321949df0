import { z } from "zod";
import { BaseItem, HttpUrl, IsoDate } from "../kit/values/fields.ts";

/** A figure of official statistics, or a set of data. */
export const StatisticsItem = BaseItem.extend({
  title: z.string().describe("what is counted, or what the set of data is called"),
  id: z.string().optional().describe("code at the source"),
  country: z.string().optional().describe("its name; of a figure: where it holds"),
  updatedAt: IsoDate.optional(),
});

/** A figure: what is counted, where, when, in what unit. */
export const ObservationItem = StatisticsItem.extend({
  dataset: z.string().optional().describe("code of the data set or indicator"),
  value: z.number().optional().describe("in `unit`; absent where it is withheld or not known"),
  unit: z.string().optional(),
  period: z.string().optional().describe("2019, 2019-Q1, 2019-01 …"),
  flag: z.string().optional().describe("what the source remarks on the value: estimated, provisional …"),
  labels: z
    .record(z.string(), z.string())
    .optional()
    .describe("every dimension's value in words, by the dimension's code"),
  codes: z.record(z.string(), z.string()).optional().describe("the same in codes"),
});

/** A file or service that a set of data comes as. */
const Resource = z.object({
  title: z.string().optional(),
  format: z.string().optional(),
  url: HttpUrl.optional(),
  license: z.string().optional(),
});

/** A set of data, as a catalogue lists it. */
export const DatasetItem = StatisticsItem.extend({
  url: HttpUrl,
  publisher: z.string().optional(),
  publishedAt: IsoDate.optional(),
  tags: z.array(z.string()).optional(),
  themes: z.array(z.string()).optional(),
  license: z.string().optional(),
  landingPage: HttpUrl.optional(),
  resources: z.array(Resource).optional(),
});

/** What a figure is called: what is counted, where and when, as far as that is known. */
export const figureTitle = (
  counted: string,
  where: string | null | undefined,
  when: string | null | undefined,
): string => [counted, where, when].filter(Boolean).join(", ");

/** A dimension's value, with its code. */
export interface Labelled {
  readonly dimension: string;
  readonly code: string;
  readonly label: string;
}

/** The values of all dimensions, by the dimensions' codes: in words, and in codes. */
export const labelled = (values: readonly Labelled[]) => ({
  labels: Object.fromEntries(values.map(({ dimension, label }) => [dimension, label])),
  codes: Object.fromEntries(values.map(({ dimension, code }) => [dimension, code])),
});

/** The unit stands in an indicator's name, in the first of the brackets that end it: "(% of total labor force)". */
export const unitIn = (name: string): string | undefined =>
  /\(([^()]{1,80})\)(?:\s*\([^()]{1,80}\)){0,3}$/.exec(name)?.[1];
