import { type Fields, number } from "./shape.ts";

/** Values over time, as a chart takes them. */
export interface OverTime {
  /** What is measured: the name of the rows' field. */
  readonly name: string;
  /** Seconds since 1970, ascending. */
  readonly times: readonly number[];
  readonly series: readonly { readonly name: string; readonly values: readonly (number | undefined)[] }[];
}

const LEAST_POINTS = 3;
const MOST_CHARTS = 3;
const MOST_SERIES = 3;
/** Names of a row's time, the first that fits wins. */
const TIMES =
  /^(?:date|day|time|timestamp|datetime|at|month|year|period|published|publishedAt|published_at|ann[eé]e|mois|jour)$/i;
const YEAR = /^(?:year|ann[eé]e)$/i;
const DATE = /^\d{4}(?:-\d{2}(?:-\d{2}(?:T\d{2}:\d{2}.*)?)?)?$/;
/** Numbers that identify or place a row and measure nothing. */
const NO_MEASURE = /(?:^|_)(?:id|rank|position|score|page|lat|lon|lng|latitude|longitude|year|code)$|Id$/i;

/** The moment of a row in seconds since 1970; a year or a month is its first day. */
function secondsOf(name: string, value: unknown): number | undefined {
  const written = YEAR.test(name) && Number.isInteger(value) ? String(value) : value;
  if (typeof written !== "string" || !DATE.test(written)) return undefined;
  const ms = Date.parse(written);
  return Number.isNaN(ms) ? undefined : ms / 1000;
}

/**
 * What rows say over time: one entry for each field with numbers, none where the rows have no time of their own. Rows of a
 * few kinds (two countries, three products) become a line each, told apart by the one text field that makes their times
 * unique; where no field does, there is no chart.
 */
export function overTime(rows: readonly Fields[]): readonly OverTime[] {
  if (rows.length < LEAST_POINTS) return [];
  const names = Object.keys(rows[0] ?? {});
  const time = names.find((name) => TIMES.test(name) && rows.every((row) => secondsOf(name, row[name]) !== undefined));
  if (time === undefined) return [];
  const groups = grouped(rows, names, time);
  if (!groups) return [];
  const times = [...new Set(rows.map((row) => secondsOf(time, row[time]) ?? 0))].toSorted((a, b) => a - b);
  if (times.length < LEAST_POINTS) return [];
  return names
    .filter((name) => name !== time && !NO_MEASURE.test(name) && measures(rows, name))
    .slice(0, MOST_CHARTS)
    .map((name) => ({
      name,
      times,
      series: [...groups].map(([group, members]) => {
        const at = new Map(members.map((row) => [secondsOf(time, row[time]), number(row[name])]));
        return { name: group || name, values: times.map((second) => at.get(second)) };
      }),
    }));
}

/** Whether most rows have a number there, and not all the same. */
function measures(rows: readonly Fields[], name: string): boolean {
  const values = rows.flatMap((row) => number(row[name]) ?? []);
  return values.length * 2 > rows.length && new Set(values).size > 1;
}

/** Rows by line, each with one row a moment; undefined where they cannot be told apart so. */
function grouped(rows: readonly Fields[], names: readonly string[], time: string): Map<string, Fields[]> | undefined {
  const by = (name: string | undefined): Map<string, Fields[]> =>
    Map.groupBy(rows, (row) => (name === undefined ? "" : String(row[name])));
  const unique = (groups: Map<string, Fields[]>): boolean =>
    groups.size <= MOST_SERIES &&
    [...groups.values()].every((members) => new Set(members.map((row) => row[time])).size === members.length);
  return [undefined, ...names.filter((name) => typeof rows[0]?.[name] === "string" && name !== time)]
    .map(by)
    .find(unique);
}
