import type { z } from "zod";
import type { Notice, ReadContext } from "../../source.ts";

/** A body that fits its schema, and what had to be left out of it for that. */
interface Fitting<Body> {
  readonly body: Body;
  /** Rows left out, since what they must have was not there. */
  readonly dropped: number;
  /** Rows that are there without a value of theirs that could not be read. */
  readonly lessened: number;
  /** The first thing that did not fit: `path: what is wrong`. */
  readonly why: string;
}

/** `path: what is wrong` of a failed check. */
export function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  return issue ? `${issue.path.join(".") || "body"}: ${issue.message}` : "body";
}

/**
 * A parsed body as its schema reads it; the check's failure where it does not fit. Some odd rows of a list do not spoil
 * the others: an odd row loses the values that do not fit where the schema can do without them, and is left out where it
 * cannot. When more than half of a list's rows are odd, or something outside a list is, the body has a new shape.
 * `body` is changed in place.
 */
export function lenientParse<Body>(schema: z.ZodType<Body>, body: unknown): Fitting<Body> | z.ZodError {
  const whole = schema.safeParse(body);
  if (whole.success) return { body: whole.data, dropped: 0, lessened: 0, why: "" };
  const odd = oddRows(body, whole.error);
  if (!odd) return whole.error;
  const why = firstIssue(whole.error);
  for (const { path } of whole.error.issues) leaveOut(body, path);
  const less = schema.safeParse(body);
  if (less.success) return { body: less.data, dropped: 0, lessened: sizeOf(odd), why };
  const broken = oddRows(body, less.error);
  if (!broken) return whole.error;
  for (const [list, places] of broken)
    for (const place of [...places].sort((one, other) => other - one)) list.splice(place, 1);
  const rest = schema.safeParse(body);
  if (!rest.success) return whole.error;
  const dropped = sizeOf(broken);
  return { body: rest.data, dropped, lessened: sizeOf(odd) - dropped, why };
}

/** The words by which a note on unread values is known. */
export const UNREAD = "that could not be read";

/** What there is to say of rows without a value that could not be read. */
export const lacking = (rows: number, why: string): Notice => ({
  kind: "note",
  text: `${rows === 1 ? "1 row lacks" : `${rows} rows lack`} a value ${UNREAD} (${why})`,
});

/** Says what had to be left out. */
export function tell({ dropped, lessened, why }: Fitting<unknown>, { notice }: Pick<ReadContext, "notice">): void {
  if (dropped > 0) notice({ kind: "dropped", count: dropped, why });
  if (lessened > 0) notice(lacking(lessened, why));
}

type Rows = ReadonlyMap<unknown[], ReadonlySet<number>>;

const sizeOf = (rows: Rows): number => [...rows.values()].reduce((sum, places) => sum + places.size, 0);

/**
 * The rows in which the issues are, by their list: of lists within lists the innermost, but the row that holds a list of
 * which most rows are odd. Undefined where an issue is in no row, or where most rows of an outermost list are odd.
 */
function oddRows(body: unknown, { issues }: z.ZodError): Rows | undefined {
  const paths = issues.map(({ path }) => rowsOn(body, path));
  const given = new Set<unknown[]>();
  for (;;) {
    const rows = new Map<unknown[], Set<number>>();
    for (const found of paths) {
      const row = found.findLast(({ list }) => !given.has(list));
      if (!row) return undefined;
      rows.set(row.list, (rows.get(row.list) ?? new Set()).add(row.place));
    }
    const most = [...rows].filter(([list, places]) => places.size * 2 > list.length);
    if (most.length === 0) return rows;
    for (const [list] of most) given.add(list);
  }
}

/**
 * The rows on a path, the outermost first: elements of lists of several objects. A list of one is as good as none, and
 * lists of mere values may belong to one another by place.
 */
function rowsOn(body: unknown, path: readonly PropertyKey[]) {
  const rows: { readonly list: unknown[]; readonly place: number }[] = [];
  let at = body;
  for (const step of path) {
    if (Array.isArray(at) && at.length > 1 && typeof step === "number" && at.some(isObject))
      rows.push({ list: at, place: step });
    at = below(at, step);
  }
  return rows;
}

/** Takes the value at the end of a path out of the object that holds it. */
export function leaveOut(body: unknown, path: readonly PropertyKey[]): void {
  const name = path.at(-1);
  const holder = path.slice(0, -1).reduce(below, body);
  if (isObject(holder) && typeof name === "string") delete holder[name];
}

const below = (value: unknown, step: PropertyKey): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, step) ? Reflect.get(value, step) : undefined;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
