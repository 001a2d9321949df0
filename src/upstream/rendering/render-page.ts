import type { BrowserContext } from "playwright-core";
import {
  catchError,
  concatMap,
  defer,
  EMPTY,
  exhaustMap,
  from,
  ignoreElements,
  map,
  merge,
  type Observable,
  shareReplay,
  switchMap,
  take,
  throwError,
  timer,
  withLatestFrom,
} from "rxjs";
import { SourceError } from "../../errors.ts";
import { REPLAY_HEADER } from "../gateway.ts";
import { documentOf, globalsOf } from "../page-state.ts";
import type { RenderedPage, RenderJob } from "../types.ts";
import { FLATTEN } from "./flatten.ts";
import { WITHOUT_TEXT } from "./intercept.ts";
import { LOOK } from "./look.ts";
import { type Blank, type Bounds, blankPage, navigated, type Shown } from "./navigate.ts";
import { type Look, type Settled, settled } from "./settled.ts";
import { type Traffic, trafficOf } from "./traffic.ts";
import { type World, worldOf } from "./world.ts";

/** How long a page may take to settle, from its first byte on. */
const SETTLING_MS = 10_000;
const LOOK_EVERY_MS = 80;
/** A request that is open for longer waits for news. */
const LONG_POLL_MS = 3_000;

/** A page, once its scripts have run and it has settled. Cold; unsubscribing leaves the page as it is, for its context closes. */
export function renderedPage(context: BrowserContext, job: RenderJob, bounds: Bounds): Observable<RenderedPage> {
  const flattened = job.as === "flattened";
  const rules = { blocked: flattened ? WITHOUT_TEXT : [], first: job.first };
  return defer(() => from(blankPage(context, bounds, rules))).pipe(
    switchMap((blank) => {
      const world = worldOf(blank.session);
      const traffic$ = trafficOf(blank.session, Date.now).pipe(shareReplay({ bufferSize: 1, refCount: true }));
      const page$ = navigated(blank, job.url, "commit").pipe(
        switchMap((shown) =>
          settled(looks(world, traffic$), SETTLING_MS).pipe(
            concatMap((outcome) => from(taken(blank, world, shown, job, outcome))),
          ),
        ),
      );
      return merge(traffic$.pipe(ignoreElements()), page$);
    }),
    take(1),
    catchError((error: unknown) =>
      throwError(() =>
        error instanceof SourceError
          ? error
          : new SourceError("unreachable", `The browser lost the page at ${job.url}.`, { cause: error }),
      ),
    ),
  );
}

/** What a page shows, again and again; a look that fails, for the page is going elsewhere, is left out. */
const looks = (world: World, traffic$: Observable<Traffic>): Observable<Look> =>
  timer(0, LOOK_EVERY_MS).pipe(
    exhaustMap(() =>
      from(world.read(LOOK)).pipe(
        catchError((error: unknown) =>
          /context|navigat|closed/i.test(String(error)) ? EMPTY : throwError(() => error),
        ),
      ),
    ),
    withLatestFrom(traffic$),
    map(([seen, { open, quietSince }]) => {
      const now = Date.now();
      return {
        chars: numberIn(seen, "chars"),
        parsed: isSet(seen, "parsed"),
        waiting: isSet(seen, "waiting"),
        pending: [...open.values()].filter((began) => now - began < LONG_POLL_MS).length,
        quietMs: quietSince === undefined ? undefined : now - quietSince,
      };
    }),
  );

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
const isSet = (value: unknown, name: string): boolean => fieldOf(value, name) === true;
const numberIn = (value: unknown, name: string): number => {
  const found = fieldOf(value, name);
  return typeof found === "number" ? found : 0;
};

const STILL_LOADING = "The page was still loading when its text was taken.";
const CUT = "The page went on beyond what is read of one: its end is left out.";

/** The page's own compression and charset are undone, and its length is another. */
const UNTRUE = new Set(["content-encoding", "content-length", "content-type", "transfer-encoding", "set-cookie"]);

async function taken(
  { page, session }: Blank,
  world: World,
  shown: Shown,
  job: RenderJob,
  outcome: Settled,
): Promise<RenderedPage> {
  shown();
  const flat = job.as === "flattened" ? await world.read(FLATTEN) : undefined;
  const markup = job.as === "flattened" ? fieldOf(flat, "html") : await documentOf(session, page.url());
  if (typeof markup !== "string") throw new SourceError("timeout", `${page.url()} did not let itself be read.`);
  const globals = job.globals?.length ? await globalsOf(session, job.globals) : {};
  const response = shown();
  const named = await response.headersArray();
  const headers = Object.groupBy(named, ({ name }) => name.toLowerCase());
  const kept = Object.entries(headers).flatMap(([name, all = []]): [string, string][] =>
    UNTRUE.has(name) ? [] : [[name, all.map(({ value }) => value).join(", ")]],
  );
  const warnings = [...(outcome === "settled" ? [] : [STILL_LOADING]), ...(isSet(flat, "cut") ? [CUT] : [])];
  return {
    url: page.url(),
    status: response.status(),
    headers: { ...Object.fromEntries(kept), "content-type": "text/html; charset=utf-8" },
    setCookie: (headers["set-cookie"] ?? []).map(({ value }) => value),
    redirects: [],
    replayed: named.some(({ name, value }) => name.toLowerCase() === REPLAY_HEADER && value === "1"),
    body: Buffer.from(markup),
    globals,
    ...(warnings.length > 0 && { warnings }),
  };
}
