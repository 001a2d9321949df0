import { z } from "zod";
import type { Reader } from "../../source.ts";
import { json, listOf, numeric } from "../readers/json.ts";
import type { PageRequest } from "../readers/paged.ts";
import { rowsRemain } from "../requests/further.ts";
import { get, type Params } from "../requests/request.ts";
import type { Spot } from "./open-meteo.ts";

/*
 * The portals of Opendatasoft: https://help.opendatasoft.com/apis/ods-explore-v2/
 */

const ROWS = 20;

/** Rows beyond are refused: offset + limit. */
const FURTHEST = 10_000;

/** A text within a condition. What would end it, or escape its end, separates words like a blank. */
export const literal = (text: string): string => `"${text.replace(/["\\]/g, " ")}"`;

/** One of several values. */
export const oneOf = (field: string, values: readonly string[]): string =>
  `(${values.map((value) => `${field}=${literal(value)}`).join(" or ")})`;

/** A point as it is written in a condition. */
const point = ({ latitude, longitude }: Spot): string => `geom'POINT(${longitude} ${latitude})'`;

/** The condition of lying around a point. */
export const nearby = (field: string, spot: Spot, radius: string): string =>
  `within_distance(${field}, ${point(spot)}, ${radius})`;

/** Conditions that must all hold; those that are not asked for are left out. */
export const all = (...conditions: readonly (string | undefined)[]): string => conditions.filter(Boolean).join(" and ");

const Day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, "a day, e.g. 2026-12-05")
  .optional();

/** The days between which events are looked for. */
export const DaysOptions = z.object({
  start: Day.describe("only what is on from this day on; default now"),
  end: Day.describe("only what begins until this day"),
  begin: Day.describe("only what begins from this day on"),
});

/** The condition that an event is on between the days, by the names of its first and its last time. */
export const between = (first: string, last: string, { start, end, begin }: z.output<typeof DaysOptions>): string =>
  all(
    `${last}>=${start ? `date'${start}'` : "now()"}`,
    end && `${first}<=date'${end}T23:59:59'`,
    begin && `${first}>=date'${begin}'`,
  );

/** Around a point, the nearest first. */
export const around = (field: string, spot: Spot, radius: string): Params => ({
  where: nearby(field, spot, radius),
  order_by: `distance(${field}, ${point(spot)})`,
});

/** A text; codes may come as numbers. */
export const Text = z.union([z.string(), z.number().transform(String)]).nullish();

/** Several texts, or one by itself, or none. */
export const Texts = listOf(z.union([z.string(), z.number().transform(String)]));

/** A point of an answer: `{lat, lon}`, in the older interface `[lat, lon]`. */
export const Point = z
  .union([
    z.object({ lat: numeric, lon: numeric }).transform(({ lat, lon }) => ({ latitude: lat, longitude: lon })),
    z.tuple([numeric, numeric]).transform(([latitude, longitude]) => ({ latitude, longitude })),
  ])
  .nullish();

/** A list, or a text that holds one with semicolons between. */
export const Joined = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(";"))])
  .nullish()
  .transform((list) => list?.flatMap((one) => one.trim() || []));

/** JSON within a text; "" is nothing. */
export const embedded = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => {
    if (typeof value !== "string") return value;
    try {
      return value.trim() ? JSON.parse(value) : null;
    } catch {
      return value;
    }
  }, schema);

/** What is read of a tree at most. */
const DEEPEST = 8;
const MOST_LEAVES = 100;

/** The texts and numbers at the ends of a tree, by their names from the root on (`depot.dateCloture`); 100 at most. */
export function leavesOf(tree: object): Record<string, string> | undefined {
  const leaves = leavesBelow(tree, []).slice(0, MOST_LEAVES);
  return leaves.length > 0 ? Object.fromEntries(leaves) : undefined;
}

function leavesBelow(tree: unknown, path: readonly string[]): (readonly [string, string])[] {
  if (typeof tree === "string" || typeof tree === "number" || typeof tree === "boolean")
    return tree === "" ? [] : [[path.join("."), String(tree)]];
  if (typeof tree !== "object" || tree === null || path.length >= DEEPEST) return [];
  return Object.entries(tree)
    .slice(0, MOST_LEAVES)
    .flatMap(([name, value]) => leavesBelow(value, [...path, name]));
}

/** Rows of the older interface (`nhits`, `records[].fields`) as those of today's: the fields have the same names. */
const Older = z
  .object({ nhits: z.int(), records: z.array(z.object({ fields: z.unknown() })) })
  .transform(({ nhits, records }) => ({ total_count: nhits, results: records.map(({ fields }) => fields) }));

/** An export is the rows alone. */
const today = (body: unknown): unknown =>
  Array.isArray(body) ? { results: body } : (Older.safeParse(body).data ?? body);

/** What rows are asked for. */
export interface AskedRows {
  /** `where`, `refine`, `order_by`. */
  readonly condition: Params;
  /** Where distances are counted from. */
  readonly from?: Spot | undefined;
}

interface Records<Row, Out> {
  readonly portal: string;
  readonly dataset: string;
  readonly row: z.ZodType<Row>;
  readonly item: (row: Row, asked: AskedRows) => Out;
}

/** Reads a data set's rows, page by page. */
export function records<Row, Out>({ portal, dataset, row, item }: Records<Row, Out>): Reader<AskedRows, Out> {
  const Body = z.object({ total_count: z.int().nullish(), results: z.array(row) });
  return json({
    pages: ({ condition, page }: AskedRows & PageRequest) =>
      page * ROWS > FURTHEST
        ? undefined
        : get(`https://${portal}/api/explore/v2.1/catalog/datasets/${dataset}/records`, {
            ...condition,
            limit: ROWS,
            offset: (page - 1) * ROWS,
          }),
    body: z.preprocess(today, Body),
    items: ({ results }, asked) => results.map((one) => item(one, asked)),
    next: ({ total_count, results }, _asked, response) => rowsRemain(response, "offset", results.length, total_count),
  });
}
