import { EMPTY, filter, map, type Observable, of } from "rxjs";
import type { Telling } from "./events.ts";
import type { TaskRow } from "./order.ts";
import { type Delivery, type Sent, typeOf, type WebhookTarget } from "./webhook.ts";

/** The task, unless all is to be kept from the receiver because the list of its answer is empty. */
export const withList = (store: Telling, row: TaskRow, list: string | undefined): Observable<TaskRow> =>
  list === undefined
    ? of(row)
    : store.documents(row.id, 0, 1).pipe(
        filter(([text]) => {
          const entries = parsed(text ?? "{}")[list];
          return Array.isArray(entries) && entries.length > 0;
        }),
        map(() => row),
      );

/** What a delivery tells of its task; nothing where there is nothing to tell. */
export function contentOf(
  store: Telling,
  row: TaskRow,
  delivery: Delivery,
  target: Pick<WebhookTarget, "prefix">,
): Observable<Sent> {
  const type = typeOf(delivery, row.state, target);
  const { event, n } = delivery;
  if (isWhole(target)) return answerOf(store, row, event, { type, success: row.state !== "failed" }, target);
  if (event === "page")
    return store.documents(row.id, n, 1).pipe(map((texts) => ({ type, success: true, data: texts.map(parsed) })));
  if (event === "note")
    return store.notes(row.id, n, 1).pipe(
      map(([note]) => parsed(note?.body ?? "{}")["error"]),
      // Duplicates and addresses that robots.txt forbids are no failures.
      filter((error) => error !== undefined),
      map((error): Sent => ({ type, success: false, data: [], error: String(error) })),
    );
  return of({ type, success: row.state !== "failed", data: [], ...(row.error !== null && { error: row.error }) });
}

/** Whether what a receiver is told of is one answer, not pages. */
const isWhole = ({ prefix }: Pick<WebhookTarget, "prefix">): boolean => prefix === "extract" || prefix === "monitor";

/** Of a unit whose receiver knows its answer by another form: with the end it is told whole, of a check the pages that changed before. */
function answerOf(
  store: Telling,
  row: TaskRow,
  event: Delivery["event"],
  sent: Pick<Sent, "type" | "success">,
  { prefix }: Pick<WebhookTarget, "prefix">,
): Observable<Sent> {
  const error = row.error === null ? {} : { error: row.error };
  if (event === "note") return EMPTY;
  if (event === "started") return of({ ...sent, data: [] });
  const answer$ = store.documents(row.id, 0, 1).pipe(map((texts) => texts.map(parsed)));
  if (event === "ending")
    return answer$.pipe(
      map(
        (answers): Sent => ({
          ...sent,
          data: prefix === "monitor" ? answers.map(({ summary }) => ({ checkId: row.id, summary })) : answers,
          ...error,
        }),
      ),
    );
  if (prefix === "extract") return EMPTY;
  return answer$.pipe(
    map((answers): Sent => ({ ...sent, data: answers.flatMap(({ pages }) => changedIn(pages)) })),
    filter(({ data }) => data.length > 0),
  );
}

const changedIn = (pages: unknown): readonly unknown[] =>
  Array.isArray(pages) ? pages.filter((page: unknown) => Object(page).status !== "same") : [];

const parsed = (text: string): Readonly<Record<string, unknown>> => JSON.parse(text);
