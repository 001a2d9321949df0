import { AsyncLocalStorage } from "node:async_hooks";
import { Observable } from "rxjs";
import { SourceError, STATUS_OF } from "../errors.ts";
import type { RunUnit } from "../tasks/units.ts";
import type { App } from "./deps.ts";

const asking = new AsyncLocalStorage<{ readonly owner: string }>();

/** Whose request this is where the service asks itself, on behalf of a task; nothing that comes from outside is that. */
export const ownerInside = (): string | undefined => asking.getStore()?.owner;

/**
 * Asks a route of the service itself, as a client would, but for its key. Unsubscribing hangs up. Fails as the route fails.
 */
export const askInside =
  (app: App): RunUnit =>
  ({ method, path, body }, owner) =>
    new Observable((subscriber) => {
      const hangUp = new AbortController();
      asking.run({ owner }, () => {
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
