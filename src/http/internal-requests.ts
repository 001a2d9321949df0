import { AsyncLocalStorage } from "node:async_hooks";
import { map, Observable } from "rxjs";
import { SourceError, STATUS_OF } from "../errors.ts";
import type { Later } from "../tasks/afterwards.ts";
import type { AskInside, InsideRequest, RunUnit } from "../tasks/units.ts";
import type { App } from "./app-context.ts";

const asking = new AsyncLocalStorage<{
  readonly owner: string;
  readonly draft: boolean;
  readonly told?: unknown;
  readonly later?: Later | undefined;
}>();

/** Whose request this is where the service asks itself, on behalf of a task; nothing that comes from outside is that. */
export const ownerInside = (): string | undefined => asking.getStore()?.owner;

/** Whether the service asks itself. */
export const isInside = (): boolean => asking.getStore() !== undefined;

/** What is to be kept with the task that the service orders of itself; undefined where there is nothing. */
export const toldInside = (): unknown => asking.getStore()?.told;

/** Takes what is to be done once the answer is kept; undefined where nobody keeps it. Asked before the first wait. */
export const laterInside = (): Later | undefined => asking.getStore()?.later;

/** Whether only the order is wanted that the request would be. */
export const isDraft = (): boolean => asking.getStore()?.draft ?? false;

/**
 * The order that a GET of the service itself stands for, which its route checks; nothing is ordered. For routes that take
 * `async`: any other would answer as always.
 */
export const draftInside = (app: App, path: string, owner: string): Observable<unknown> =>
  ask(app, { method: "GET", path: `${path}${path.includes("?") ? "&" : "?"}async=true` }, owner, true).pipe(
    map((text): unknown => JSON.parse(text)),
  );

/**
 * Asks a route of the service itself, as a client would, but for its key. Unsubscribing hangs up. Fails as the route fails.
 */
export const askInside =
  (app: App): AskInside =>
  (request, owner) =>
    ask(app, request, owner, false);

/** The same for a unit of work, whose answer is kept. */
export const runInside =
  (app: App): RunUnit =>
  (request, owner, later) =>
    ask(app, request, owner, false, later);

const ask = (
  app: App,
  { method, path, body, told }: InsideRequest,
  owner: string,
  draft: boolean,
  later?: Later,
): Observable<string> =>
  new Observable((subscriber) => {
    const hangUp = new AbortController();
    asking.run({ owner, draft, told, later }, () => {
      app
        .inject({
          method,
          url: path,
          headers: { accept: "application/json" },
          signal: hangUp.signal,
          ...(body !== undefined && { payload: JSON.stringify(body), headers: JSON_HEADERS }),
        })
        .then(
          ({ statusCode, body: text }) => {
            if (statusCode >= FAILURES) return subscriber.error(failureIn(text));
            subscriber.next(text);
            subscriber.complete();
          },
          (error: unknown) => {
            if (!hangUp.signal.aborted) subscriber.error(error);
          },
        );
    });
    return () => hangUp.abort();
  });

const JSON_HEADERS = { accept: "application/json", "content-type": "application/json" };
const FAILURES = 400;

/** The failure that an answer of the service's own is. */
function failureIn(text: string): SourceError {
  const { error, code } = failureFields(text);
  const kind = Object.keys(STATUS_OF).find((one): one is keyof typeof STATUS_OF => one === code) ?? "internal";
  return new SourceError(kind, typeof error === "string" ? error : "The service failed without a word.");
}

function failureFields(text: string): { readonly error?: unknown; readonly code?: unknown } {
  try {
    const failure: unknown = JSON.parse(text);
    return typeof failure === "object" && failure !== null ? failure : {};
  } catch {
    return {};
  }
}
