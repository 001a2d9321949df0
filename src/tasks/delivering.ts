import {
  asyncScheduler,
  catchError,
  concatMap,
  EMPTY,
  expand,
  filter,
  from,
  ignoreElements,
  map,
  mergeMap,
  type Observable,
  of,
  race,
  reduce,
  switchMap,
  tap,
  timer,
} from "rxjs";
import { SourceError, toSourceError } from "../errors.ts";
import { rateLimitOf } from "../upstream/rate-limiter.ts";
import type { Upstream } from "../upstream/types.ts";
import { contentOf, withList } from "./delivery-content.ts";
import { newsAfter, type Position, type TaskNews, type Telling } from "./events.ts";
import type { ClaimedItem, TaskStore } from "./store.ts";
import { bodyOf, type Delivery, headersOf, type Retry, typeOf, Webhook, wants } from "./webhook.ts";

export interface DeliveringDeps {
  readonly upstream: Pick<Upstream, "httpStream">;
  readonly secret?: string | undefined;
  /** Milliseconds until each further try; after the last a delivery is given up. */
  readonly retryMs: readonly number[];
  /** Told of each delivery's outcome. */
  readonly onDelivered?: (outcome: "delivered" | "failed" | "given_up") => void;
}

type DeliveringStore = Telling & Pick<TaskStore, "saveItem">;

/** Deliveries of one task under way at once. */
const AT_ONCE = 8;
const ANSWER_MS = 10_000;
const MAX_SAID = 300;
/** Pages that wait for another try at most: then no further ones are sent until there is room. */
const MAX_RETRIES = 1_000;

type Outcome = { readonly delivery: Delivery; readonly tries: number; readonly error?: string };

/**
 * Tells a webhook of its task until the end was told, or its claim is lost: the start first, pages in their order with up to
 * eight under way, the ending when each of them was delivered or given up. How far it is, is saved after every step: what a
 * process that dies had sent since then is sent again under the same ids. Completes; fails as the store fails.
 */
export function delivering(store: DeliveringStore, item: ClaimedItem, deps: DeliveringDeps): Observable<never> {
  const begin = Webhook.safeParse(JSON.parse(item.body));
  // Written by another version of the service, or changed: nobody can be told.
  if (!begin.success) return store.saveItem({ ...item, dueAt: null }, false).pipe(ignoreElements());

  const saved = (hook: Webhook): Observable<Webhook | undefined> => {
    const over = isOver(hook);
    const body = JSON.stringify(hook);
    return store
      .saveItem({ ...item, body, dueAt: over ? null : item.dueAt }, !over)
      .pipe(map((kept) => (kept ? hook : undefined)));
  };

  return of(begin.data).pipe(
    expand((hook) =>
      isOver(hook)
        ? EMPTY
        : step(store, item.id, hook, deps).pipe(
            concatMap(saved),
            filter((next) => next !== undefined),
          ),
    ),
    // A task that was forgotten takes its webhook along.
    catchError((thrown: unknown) => {
      if (toSourceError(thrown).kind === "not-found") return EMPTY;
      throw thrown;
    }),
    ignoreElements(),
  );
}

const isOver = ({ ended, retries }: Webhook): boolean => ended && retries.length === 0;

/** The next thing to do: what is due again, or what is new; the hook after it. */
function step(store: DeliveringStore, task: string, hook: Webhook, deps: DeliveringDeps): Observable<Webhook> {
  const now = asyncScheduler.now();
  const due = hook.retries.filter(({ at }) => at <= now);
  if (due.length > 0)
    return sent(store, task, { ...hook, retries: hook.retries.filter(({ at }) => at > now) }, due, deps);
  const [next] = hook.retries.toSorted((a, b) => a.at - b.at);
  const again$ = next ? timer(next.at - now).pipe(map(() => hook)) : undefined;
  if (hook.ended || hook.retries.length >= MAX_RETRIES) return again$ ?? of(hook);
  if (!hook.started) return sent(store, task, { ...hook, started: true }, [first("started", 0)], deps);
  const news$ = pagesAfter(store, task, { docs: hook.docs, notes: hook.notes });
  // The wait for news is what a due retry ends, never a delivery under way: that would be sent twice.
  const next$ = again$ ? race(news$, again$.pipe(map(() => undefined))) : news$;
  return next$.pipe(
    switchMap((news) => {
      if (news === undefined) return of(hook);
      const { events, position, over } = news;
      const told = events.filter(({ event }) => event === "page" || event === "failed");
      const [pages, notes] = [position.docs - hook.docs, position.notes - hook.notes];
      const deliveries = [
        ...Array.from({ length: pages }, (_, index) => first("page", hook.docs + index)),
        ...Array.from({ length: notes }, (_, index) => first("note", hook.notes + index)),
      ];
      const after = { ...hook, docs: position.docs, notes: position.notes };
      if (told.length > 0) return sent(store, task, after, deliveries, deps);
      // Every page was delivered or given up: only then the end is told.
      if (over && hook.retries.length === 0)
        return sent(store, task, { ...after, ended: true }, [first("ending", 0)], deps);
      return again$ ?? of(after);
    }),
  );
}

/** What is new but for a mere change of state. */
const pagesAfter = (store: DeliveringStore, task: string, position: Position): Observable<TaskNews> =>
  newsAfter(store, task, position).pipe(
    switchMap((news) =>
      news.over || news.events.some(({ event }) => event !== "state")
        ? of(news)
        : pagesAfter(store, task, news.position),
    ),
  );

const first = (event: Delivery["event"], n: number): Retry => ({ event, n, tries: 0, at: 0 });

/** Sends deliveries; the hook with what came of each. */
function sent(
  store: DeliveringStore,
  task: string,
  hook: Webhook,
  deliveries: readonly Retry[],
  deps: DeliveringDeps,
): Observable<Webhook> {
  return from(deliveries).pipe(
    mergeMap((delivery) => attempt(store, task, hook, delivery, deps), AT_ONCE),
    reduce((after, { delivery, tries, error }): Webhook => {
      if (error === undefined) return { ...after, delivered: after.delivered + 1 };
      const waitMs = deps.retryMs[tries];
      deps.onDelivered?.(waitMs === undefined ? "given_up" : "failed");
      if (waitMs === undefined) return { ...after, given_up: after.given_up + 1, last_error: error };
      const retry = { event: delivery.event, n: delivery.n, tries: tries + 1, at: asyncScheduler.now() + waitMs };
      return { ...after, retries: [...after.retries, retry], last_error: error };
    }, hook),
  );
}

/** One try. Emits nothing where the receiver does not want to know. */
function attempt(
  store: DeliveringStore,
  task: string,
  { target }: Webhook,
  { event, n, tries }: Retry,
  { upstream, secret, onDelivered }: DeliveringDeps,
): Observable<Outcome> {
  const delivery = { event, n };
  return store.byId(task).pipe(
    filter((row) => row !== undefined),
    filter((row) => wants(target, typeOf(delivery, row.state, target))),
    concatMap((row) => withList(store, row, target.only_with)),
    concatMap((row) => contentOf(store, row, delivery, target)),
    concatMap((content) => {
      const body = bodyOf(task, delivery, target, content);
      return upstream.httpStream({
        url: target.url,
        method: "POST",
        guarded: true,
        redirect: "manual",
        idempotent: false,
        timeoutMs: ANSWER_MS,
        headers: { ...headersOf(target, body, secret) },
        body,
        pace: rateLimitOf(new URL(target.url).host, { concurrency: AT_ONCE }),
      });
    }),
    // The answer's body is left unread.
    map(({ status }): Outcome => {
      if (status < 200 || status > 299) throw new SourceError("unreachable", `The receiver answered ${status}.`);
      return { delivery, tries };
    }),
    tap(() => onDelivered?.("delivered")),
    catchError((thrown: unknown) => of({ delivery, tries, error: toSourceError(thrown).message.slice(0, MAX_SAID) })),
  );
}
