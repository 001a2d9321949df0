import type { BrowserContext } from "playwright-core";
import {
  catchError,
  concat,
  concatMap,
  defer,
  delay,
  EMPTY,
  filter,
  from,
  ignoreElements,
  map,
  merge,
  type Observable,
  of,
  range,
  shareReplay,
  switchMap,
  take,
  takeLast,
  takeUntil,
  takeWhile,
  throwError,
  timeout,
  timer,
} from "rxjs";
import { SourceError } from "../../errors.ts";
import { REPLAY_HEADER } from "../gateway.ts";
import { documentOf, globalsOf } from "../page-snapshot.ts";
import { RENDERED_HEADER } from "../rendered-header.ts";
import type { ActionsDone, RenderedPage, RenderJob } from "../types.ts";
import { acted } from "./actions.ts";
import { BrowserLost } from "./browser-lost.ts";
import { halted, metered, scriptSeconds, spent } from "./budget.ts";
import { flattened } from "./flattened.ts";
import { WITHOUT_TEXT } from "./intercept.ts";
import { LOOK } from "./look.ts";
import { isSet, looks } from "./looks.ts";
import { type Blank, type Bounds, blankPage, navigated, type Shown } from "./navigate.ts";
import { pictureOf } from "./picture.ts";
import { type Settled, settled } from "./settled.ts";
import { trafficOf } from "./traffic.ts";
import { type World, worldOf } from "./world.ts";

/** How long a page may take to settle, from its first byte on. */
const SETTLING_MS = 10_000;

/** After actions, and where it was scrolled, a page settles once more. */
const SETTLING_AGAIN_MS = 5_000;
/** Reading a page that does not let itself be read. */
const READING_MS = 12_000;
const MAX_SCROLLS = 10;
const SCROLLING_MS = 5_000;
const SCROLL_PAUSE_MS = 250;

/** A page, once its scripts have run and it has settled. Cold; unsubscribing leaves the page as it is, for its context closes. */
export function renderedPage(context: BrowserContext, job: RenderJob, bounds: Bounds): Observable<RenderedPage> {
  const forText =
    job.as === "flattened" && !job.picture && !job.actions?.some(({ type }) => /screenshot|pdf/.test(type));
  const rules = { blocked: forText ? WITHOUT_TEXT : [], first: job.first };
  return blankPage(context, bounds, rules).pipe(
    concatMap((blank) => from(metered(blank.session)).pipe(map(() => blank))),
    switchMap((blank) => {
      const world = worldOf(blank.session);
      const traffic$ = trafficOf(blank.session, Date.now).pipe(shareReplay({ bufferSize: 1, refCount: true }));
      const spent$ = spent(traffic$, scriptSeconds(blank.session));
      const look$ = defer(() => world.read(LOOK));
      const settles = (mostMs: number): Observable<Settled> =>
        merge(settled(looks(look$, traffic$), mostMs), spent$).pipe(take(1));
      const prepared = (outcome: Settled): Observable<ActionsDone | undefined> =>
        concat(
          (outcome === "settled" ? scrolled(world, job.scroll ?? false) : EMPTY).pipe(
            takeLast(1),
            concatMap(() => settles(SETTLING_AGAIN_MS)),
            ignoreElements(),
          ),
          (job.waitForMs ? timer(job.waitForMs) : EMPTY).pipe(ignoreElements()),
          job.actions?.length
            ? acted(blank, job.actions).pipe(concatMap((done) => settles(SETTLING_AGAIN_MS).pipe(map(() => done))))
            : of(undefined),
        );
      const page$ = navigated(blank, job.url, "commit").pipe(
        switchMap((shown) =>
          settles(SETTLING_MS).pipe(
            concatMap((outcome) =>
              prepared(outcome).pipe(concatMap((done) => read(blank, world, shown, job, outcome, done))),
            ),
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
          : new BrowserLost(`The browser lost the page at ${job.url}.`, { cause: error }),
      ),
    ),
  );
}

/** Reads the page; one that has not settled runs no further script, or it might never answer. */
const read = (
  blank: Blank,
  world: World,
  shown: Shown,
  job: RenderJob,
  outcome: Settled,
  done: ActionsDone | undefined,
): Observable<RenderedPage> =>
  defer(() => from(outcome === "settled" ? Promise.resolve() : halted(blank.session))).pipe(
    concatMap(() => from(taken(blank, world, shown, job, outcome))),
    map((page) => (done ? { ...page, done } : page)),
    timeout({
      first: READING_MS,
      with: () =>
        throwError(() => new SourceError("timeout", `${job.url} did not let itself be read: its scripts went on.`)),
    }),
  );

/** Goes down a page window by window, where that was asked for, or it is long and has parts that are loaded only then. */
const scrolled = (world: World, asked: boolean): Observable<unknown> =>
  (asked ? of(true) : from(world.read(LOOK)).pipe(map((seen) => isSet(seen, "lazy")))).pipe(
    filter(Boolean),
    switchMap(() =>
      range(0, MAX_SCROLLS).pipe(
        concatMap(() => from(world.read(SCROLL)).pipe(delay(SCROLL_PAUSE_MS))),
        takeWhile((moved) => moved === true),
        takeUntil(timer(SCROLLING_MS)),
      ),
    ),
  );

const SCROLL = "(() => { const before = scrollY; scrollBy(0, innerHeight); return scrollY > before; })()";

const STILL_LOADING = "The page was still loading when its text was taken.";
const SPENT = "The page used up what one may: its text was taken before it was done.";

/** The page's own compression and charset are undone, and its length is another. */
const UNTRUE = new Set(["content-encoding", "content-length", "content-type", "transfer-encoding", "set-cookie"]);

async function taken(
  blank: Blank,
  world: World,
  shown: Shown,
  job: RenderJob,
  outcome: Settled,
): Promise<RenderedPage> {
  const { page, session } = blank;
  shown();
  const { html, warnings: unread } =
    job.as === "flattened"
      ? await flattened(blank, world)
      : { html: await documentOf(session, page.url()), warnings: [] };
  const globals = job.globals?.length ? await globalsOf(session, job.globals) : {};
  const response = shown();
  const named = await response.headersArray();
  const headers = Object.groupBy(named, ({ name }) => name.toLowerCase());
  const kept = Object.entries(headers).flatMap(([name, all = []]): [string, string][] =>
    UNTRUE.has(name) ? [] : [[name, all.map(({ value }) => value).join(", ")]],
  );
  const unsettled = { settled: [], "still-loading": [STILL_LOADING], spent: [SPENT] }[outcome];
  const warnings = [...unsettled, ...unread];
  return {
    url: page.url(),
    status: response.status(),
    headers: {
      ...Object.fromEntries(kept),
      "content-type": "text/html; charset=utf-8",
      ...(job.as === "flattened" && { [RENDERED_HEADER]: "1" }),
    },
    setCookie: (headers["set-cookie"] ?? []).map(({ value }) => value),
    redirects: [],
    replayed: named.some(({ name, value }) => name.toLowerCase() === REPLAY_HEADER && value === "1"),
    body: Buffer.from(html),
    globals,
    ...(job.withMarkup && { markup: Buffer.from(await documentOf(session, page.url())) }),
    ...(job.picture && { picture: await pictureOf(blank, job.picture) }),
    ...(warnings.length > 0 && { warnings }),
  };
}
