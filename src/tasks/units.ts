import { catchError, defer, map, type Observable, of, retry, take, throwError, timer } from "rxjs";
import { toSourceError } from "../errors.ts";
import type { Arrival } from "../pipelines/crawl/frontier.ts";
import type { Afterwards, Later } from "./afterwards.ts";
import type { TaskEntry } from "./frontier.ts";
import type { Order, TaskRow, UnitRequest } from "./order.ts";
import type { StoredOutcome, StoredPlace } from "./store.ts";

/**
 * Asks the service's own interface on behalf of an owner: the answer's JSON text, once. Fails as the route fails. What is to
 * be done once the answer is kept, is handed to `later`.
 */
export type RunUnit = (request: UnitRequest, owner: string, later: Later) => Observable<string>;

/** What the service can be asked by itself. */
export interface InsideRequest extends Omit<UnitRequest, "method"> {
  readonly method: UnitRequest["method"] | "DELETE";
  /** Of an order: what its face wants to have again with the task. */
  readonly told?: unknown;
}

/** Asks on behalf of an owner: the answer's text, once. */
export type AskInside = (request: InsideRequest, owner: string) => Observable<string>;

export type UnitOrder = Extract<Order, { readonly request: UnitRequest }>;

/** Milliseconds until a unit is tried again that the service had no room for. */
const AGAIN_MS = 5_000;
/** A unit is no host: all of them wait in a queue of this name within their task. */
const UNIT_HOST = "unit";

/** A unit's one entry. */
export const unitPlace = ({ request: { path } }: UnitOrder): StoredPlace => ({
  key: 0n,
  host: UNIT_HOST,
  url: path,
  depth: 0,
  bounds: [],
});

/**
 * Runs a unit: its answer is the task's one document, its failure the task's. One that the service has no room for at the
 * moment is tried again.
 */
export const unitVisit =
  ({ request }: UnitOrder, { owner }: Pick<TaskRow, "owner">, run: RunUnit, afterwards: Afterwards) =>
  ({ url, depth }: TaskEntry): Observable<Arrival<TaskEntry, StoredOutcome>> =>
    defer(() => {
      const effects: Observable<unknown>[] = [];
      return run(request, owner, (effect$) => void effects.push(effect$)).pipe(map((body) => ({ body, effects })));
    }).pipe(
      take(1),
      retry({
        delay: (thrown: unknown) => {
          const { kind, retryAfterMs = AGAIN_MS } = toSourceError(thrown);
          return kind === "overloaded" || kind === "stopping" ? timer(retryAfterMs) : throwError(() => thrown);
        },
      }),
      map(({ body, effects }): StoredOutcome => {
        const outcome: StoredOutcome = { kind: "page", body, url, depth, disallowed: false, sites: [] };
        afterwards.add(outcome, effects);
        return outcome;
      }),
      catchError((thrown: unknown) => {
        const { kind: code, message: error } = toSourceError(thrown);
        const body = JSON.stringify({ url, error, code });
        return of<StoredOutcome>({ kind: "failed", body, url, depth, disallowed: false, sites: [] });
      }),
      map((outcome) => ({ outcome, pace: { answeredMs: 0 } })),
    );
