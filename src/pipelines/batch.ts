import { catchError, concat, defer, from, map, mergeMap, type Observable, of, takeUntil, tap, timer } from "rxjs";
import { z } from "zod";
import { type ErrorKind, plainly, SourceError, toSourceError } from "../errors.ts";
import type { SourceOutcome, StreamEvent } from "../events.ts";
import { unknownSource } from "../sources/by-name.ts";
import type { RunEnv } from "../sources/run.ts";
import type { Item, Runnable } from "../sources/source.ts";
import { BATCH_MS } from "./deadlines.ts";
import { oneShot } from "./one-shot.ts";
import { MAX_QUERY } from "./parameters.ts";
import { parser } from "./parser.ts";
import type { RunOptions } from "./search/steps.ts";

const MAX_ITEMS = 100;
const PAGES = "must be a whole number from 1 to 50";

/** One parser to ask. */
const BatchItem = z.object({
  parser: z
    .string({ error: "must be a parser's name, as text" })
    .max(200, { error: "must have at most 200 characters" })
    .describe("a parser's id, or category/id"),
  query: z.string({ error: "must be the parser's query, as text" }).describe("what the parser is asked"),
  options: z
    .record(
      z.string(),
      z
        .union([z.string(), z.number(), z.boolean()], { error: "must be a text, a number, true or false" })
        .transform(String),
      {
        error: "must be an object of the parser's own parameters",
      },
    )
    .default({})
    .describe("the parser's own parameters by name"),
  pagecount: z
    .int({ error: PAGES })
    .min(1, { error: PAGES })
    .max(50, { error: PAGES })
    .default(5)
    .describe("result pages to read at most"),
});
type BatchItem = z.output<typeof BatchItem>;

/** The body of `POST /batch`. */
export const BatchRequest = z
  .array(BatchItem, { error: "must be a list of { parser, query }" })
  .min(1, { error: "is empty: name at least one parser" })
  .max(MAX_ITEMS, { error: `has more than ${MAX_ITEMS} items` });
export type BatchRequest = z.output<typeof BatchRequest>;

/** A body as a batch; throws `bad-query` that says which item is at fault. */
export function parseBatch(body: unknown): BatchRequest {
  const read = BatchRequest.safeParse(body);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  const [index, ...path] = issue?.path ?? [];
  const where = index === undefined ? "The batch" : ["Item", Number(index) + 1, ...path].join(" ");
  throw new SourceError("bad-query", `${where} ${plainly(issue?.message ?? "cannot be read")}.`);
}

/** What one item of a batch came to. */
interface BatchResult {
  readonly parser: string;
  readonly query: string;
  readonly success: boolean;
  /** Empty where the parser failed. */
  readonly items: readonly Item[];
  readonly time_ms: number;
  /** A sentence a person can act on. */
  readonly error?: string;
  readonly code?: ErrorKind;
  readonly warnings?: readonly string[];
}

export interface BatchResponse {
  /** The batch was run; each result says how it fared. */
  readonly success: true;
  /** In the order of the request. */
  readonly results: readonly BatchResult[];
  readonly time_ms: number;
}

export interface BatchDeps extends Partial<RunOptions> {
  /** Returns a source by `id` or `category/id`. */
  readonly find: (name: string) => Runnable | undefined;
  readonly env: RunEnv;
  readonly noCache?: boolean;
  /** Characters of items that the answer may hold; default 64 million. */
  readonly heldChars?: number;
  /** Milliseconds for all; what is not there by then is told as `timeout`. Default `BATCH_MS`. */
  readonly timeoutMs?: number | undefined;
  /** Told of what each source came to. */
  readonly onSource?: ((outcome: SourceOutcome) => void) | undefined;
}

/** Characters of all items that an answer holds; results beyond them are left out of it. */
const HELD_CHARS = 64 * 1024 * 1024;

const TOO_LARGE = {
  error: "The batch's answer has no room for these items: ask the parser by itself.",
  code: "too-large",
} as const;

/** The characters of a value's texts and names. */
function charsOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 1;
  let sum = 2;
  for (const [name, inner] of Object.entries(value)) sum += name.length + charsOf(inner);
  return sum;
}

/** Parsers under way at once; each host's own pace holds beside this. */
const CONCURRENCY = 8;

/**
 * Asks several parsers, eight at a time: a `section` as each is done (its name is the item's place, `results.0` the
 * first), then `done` with all of them in the request's order. One that fails harms no other, and is answered with
 * its error; so is one that the answer has no room for (`too-large`, beyond 64 million characters), and one that is not
 * there after `timeoutMs`. Unsubscribing cancels all that are under way; the others are never asked.
 *
 *     a:       ----a|
 *     b:       --#
 *     events:  --B-A(done|)
 */
export function batch(request: BatchRequest, deps: BatchDeps): Observable<StreamEvent<BatchResponse>> {
  const { now = () => performance.now(), heldChars = HELD_CHARS, timeoutMs = BATCH_MS } = deps;
  return defer(() => {
    const begin = now();
    const done = new Map<number, BatchResult>();
    let chars = 0;
    const fitting = (result: BatchResult): BatchResult => {
      const size = charsOf(result.items);
      if (chars + size > heldChars) return { ...result, success: false, items: [], ...TOO_LARGE };
      chars += size;
      return result;
    };
    const sections$ = from(request.entries()).pipe(
      mergeMap(
        ([index, item]) =>
          resultOf(item, { ...deps, now }).pipe(
            map(fitting),
            tap((result) => done.set(index, result)),
            map(
              (value): StreamEvent<BatchResponse> => ({
                event: "section",
                data: { name: `results.${index}`, value },
              }),
            ),
          ),
        CONCURRENCY,
      ),
      takeUntil(timer(timeoutMs)),
    );
    const done$ = defer(() => {
      const results = request.map((item, index) => done.get(index) ?? leftBehind(item, timeoutMs));
      const data: BatchResponse = { success: true, results, time_ms: Math.round(now() - begin) };
      return of<StreamEvent<BatchResponse>>({ event: "done", data });
    });
    return concat(sections$, done$);
  });
}

/** What was not there when the time of the whole was up. */
const leftBehind = ({ parser: name, query }: BatchItem, ms: number): BatchResult => ({
  parser: name,
  query,
  success: false,
  items: [],
  time_ms: ms,
  error: `${name} had not finished when the time of the batch, ${ms / 1000} s, was up.`,
  code: "timeout",
});

function resultOf(
  { parser: name, query, options, pagecount }: BatchItem,
  { find, env, noCache = false, onSource, ...run }: BatchDeps & Pick<RunOptions, "now">,
): Observable<BatchResult> {
  return defer(() => {
    const begin = run.now();
    const source = find(name);
    if (!source) throw unknownSource(name, []);
    if (query.length > MAX_QUERY)
      throw new SourceError("bad-query", `query: must have at most ${MAX_QUERY} characters.`);
    const events$ = parser(source, { q: query, pagecount, noCache, options }, env, run).pipe(
      tap((event) => {
        if (event.event === "source" && event.data.status !== "started") onSource?.(event.data);
      }),
    );
    return oneShot(events$).pipe(
      map(({ items, warnings }) => ({
        parser: name,
        query,
        success: true,
        items,
        time_ms: Math.round(run.now() - begin),
        ...(warnings && { warnings }),
      })),
      catchError((thrown: unknown) => of(failed(thrown, run.now() - begin))),
    );
  }).pipe(catchError((thrown: unknown) => of(failed(thrown, 0))));

  function failed(thrown: unknown, ms: number): BatchResult {
    const { kind, message } = toSourceError(thrown);
    return { parser: name, query, success: false, items: [], time_ms: Math.round(ms), error: message, code: kind };
  }
}
