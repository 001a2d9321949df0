import { z } from "zod";
import { rowsRemain } from "../kit/ask/further.ts";
import { get, type Params } from "../kit/ask/request.ts";
import { figure, json } from "../kit/readers/json.ts";
import type { PageAsk } from "../kit/readers/paged.ts";
import type { Reader } from "../source.ts";

/*
 * Opendatasoft's Explore API 2.1 (https://help.opendatasoft.com/apis/ods-explore-v2/), by which cities and agendas publish
 * their data sets. Errors are 400 with `message`; a spent allowance is 429.
 */

const ROWS = 20;
/** `offset` and `limit` together reach so far. */
const LAST_ROW = 10_000;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The answer of `records` out of those of an export (a bare list) and of the first version (`records[].fields`), too. */
function unfolded(body: unknown): unknown {
  if (Array.isArray(body)) return { results: body };
  if (!isObject(body) || !Array.isArray(body["records"])) return body;
  return {
    total_count: body["nhits"],
    results: body["records"].map((record: unknown) => (isObject(record) ? (record["fields"] ?? record) : record)),
  };
}

/** Reads a data set's records, page after page. */
export const records = <Input, Row, Out>(spec: {
  /** "https://opendata.paris.fr" */
  readonly portal: string;
  readonly dataset: string;
  /** Parameters of the search: where, refine, order_by. */
  readonly asked: (input: Input) => Params;
  readonly row: z.ZodType<Row>;
  readonly item: (row: Row) => Out;
}): Reader<Input, Out> =>
  json({
    pages: (ask: Input & PageAsk) => {
      const offset = (ask.page - 1) * ROWS;
      if (offset + ROWS > LAST_ROW) return undefined;
      return get(`${spec.portal}/api/explore/v2.1/catalog/datasets/${spec.dataset}/records`, {
        ...spec.asked(ask),
        limit: ROWS,
        offset,
      });
    },
    body: z.preprocess(unfolded, z.object({ total_count: figure, results: z.array(spec.row) })),
    items: ({ results }) => results.map(spec.item),
    next: ({ results, total_count }, _ask, response) => rowsRemain(response, "offset", results.length, total_count),
  });

const Day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, "a day, e.g. 2026-12-05")
  .optional();

/** The days between which events are looked for. */
export const DaysOptions = z.object({
  start: Day.describe("only what is on from this day on; default now"),
  end: Day.describe("only what begins until this day"),
});

/** The condition that an event is on between the days, by the names of its first and its last time. */
export const between = (first: string, last: string, { start, end }: z.output<typeof DaysOptions>): string =>
  all(`${last}>=${start ? `date'${start}'` : "now()"}`, end && `${first}<=date'${end}T23:59:59'`);

/** A text in ODSQL; quotes and backslashes within it would end it. */
export const quoted = (text: string): string => `"${text.replace(/["\\]/g, " ").trim()}"`;

/** Conditions that must all hold; those that are not asked for are left out. */
export const all = (...conditions: readonly (string | undefined)[]): string =>
  conditions.filter((one) => one !== undefined).join(" AND ");

/** A list, or a text that holds one with `;` between. */
export const Listed = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(";"))])
  .nullish()
  .transform((list) => list?.flatMap((one) => one.trim() || []));

/** JSON written into a text; what is none stays a text, which then does not fit. */
export const inJson = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => {
    if (typeof value !== "string") return value;
    try {
      return JSON.parse(value);
    } catch {
      return value;
    }
  }, schema.nullish());

/** A point: `{lat, lon}`, in the first version `[lat, lon]`. */
export const Point = z
  .union([
    z.object({ lat: z.number(), lon: z.number() }),
    z.tuple([z.number(), z.number()]).transform(([lat, lon]) => ({ lat, lon })),
  ])
  .nullish();
