import {
  concatMap,
  defer,
  EMPTY,
  exhaustMap,
  expand,
  filter,
  finalize,
  first,
  forkJoin,
  from,
  interval,
  map,
  merge,
  type Observable,
  of,
  share,
  take,
  tap,
  throttleTime,
} from "rxjs";
import { SourceError } from "../errors.ts";
import type { State, TaskRow } from "./order.ts";
import type { StoredNote, TaskStore } from "./store.ts";

/** How far a reader of a task's events has come: documents and notes it has, and the state it was told. */
export interface Position {
  readonly docs: number;
  readonly notes: number;
  readonly state?: State;
}

/**
 * What a task tells. `page`: a document, or a duplicate; `failed`: an address that failed or that robots.txt forbids;
 * `state`: that it changed, with the row; `done`: it is over, and all was told. `text` is JSON.
 */
export interface TaskEvent {
  readonly event: "page" | "failed" | "state" | "done";
  /** Where a reader goes on who has seen this event: `n.m`. */
  readonly position: string;
  readonly text: string;
  /** Milliseconds since 1970, of a note. */
  readonly at?: number;
  /** The task, of `state` and `done`. */
  readonly row?: TaskRow;
}

export interface TaskNews {
  readonly events: readonly TaskEvent[];
  readonly position: Position;
  /** The task is over and all of it was read. */
  readonly over: boolean;
}

/** Read at once at most. */
const SLICE = 100;
/** Other processes may have kept something. */
const LOOK_MS = 1_000;
/** What is kept within this time is read together. */
const GATHER_MS = 20;

/** Of a store, what a reader of events asks. */
export type Telling = Pick<TaskStore, "byId" | "documents" | "notes" | "changed$">;

export const BEGINNING: Position = { docs: 0, notes: 0 };

/** Reads a position as `TaskEvent` writes it; undefined where it is none. */
export function positionOf(text: string): Position | undefined {
  const [, docs, notes] = /^(\d{1,12})\.(\d{1,12})$/.exec(text.trim()) ?? [];
  return docs === undefined || notes === undefined ? undefined : { docs: Number(docs), notes: Number(notes) };
}

/**
 * What a task has to tell after a position, as soon as there is anything; emits once, and is asked again with the position
 * that it gives: so a reader takes what it can carry. Fails with `not-found` where the task is gone.
 */
export function newsAfter(store: Telling, id: string, position: Position): Observable<TaskNews> {
  const look$ = look(store, id, position);
  return hintsOf(store, id).pipe(
    exhaustMap(() => look$),
    filter(({ events }) => events.length > 0),
    take(1),
  );
}

/**
 * `newsAfter` for many readers: those that wait at the same position are told by one reading of the store.
 *
 *     kept:          ----a
 *     one reader:    ^---(a|)
 *     another:        ^--(a|)
 *     asked:         l---l
 */
export function sharedNews(store: Telling): (id: string, position: Position) => Observable<TaskNews> {
  const awaited = new Map<string, Observable<TaskNews>>();
  return (id, position) =>
    defer(() => {
      const key = JSON.stringify([id, position.docs, position.notes, position.state]);
      const before = awaited.get(key);
      if (before) return before;
      const over = (): void => {
        if (awaited.get(key) === news$) awaited.delete(key);
      };
      // Whoever comes once it was told asks anew.
      const news$ = newsAfter(store, id, position).pipe(tap(over), finalize(over), share());
      awaited.set(key, news$);
      return news$;
    });
}

/**
 * All that a task tells after a position, to its end, as fast as it comes; `newsAfter` is for readers that may be slow.
 *
 *     kept:   --a---b-----|
 *     events: s-a---b-----(done|)
 */
export const eventsAfter = (store: Telling, id: string, position: Position): Observable<TaskEvent> =>
  newsAfter(store, id, position).pipe(
    expand((news) => (news.over ? EMPTY : newsAfter(store, id, news.position))),
    concatMap(({ events }) => from(events)),
  );

/**
 * The task once it is over. Of what it tells meanwhile nothing is read.
 *
 *     changed: --t--t--t
 *     ended:   --------(t|)
 */
export const endOf = (store: Pick<TaskStore, "byId" | "changed$">, { id }: Pick<TaskRow, "id">): Observable<TaskRow> =>
  hintsOf(store, id).pipe(
    exhaustMap(() => store.byId(id)),
    map((row) => {
      if (!row) throw gone();
      return row;
    }),
    first(({ ended_at }) => ended_at !== null),
  );

/** That a task may have changed: at once, as the store says so, and else every second. */
const hintsOf = (store: Pick<TaskStore, "changed$">, id: string): Observable<string> =>
  merge(of(id), store.changed$, interval(LOOK_MS).pipe(map(() => id))).pipe(
    filter((changed) => changed === id),
    throttleTime(GATHER_MS, undefined, { leading: true, trailing: true }),
  );

const gone = (): SourceError => new SourceError("not-found", "There is no such task any more.");

const look = (store: Telling, id: string, position: Position): Observable<TaskNews> =>
  defer(() => store.byId(id)).pipe(
    concatMap((row) => {
      if (!row) throw gone();
      const { docs, notes } = position;
      return forkJoin({
        row: of(row),
        documents: row.docs > docs ? store.documents(id, docs, SLICE) : of([]),
        said: row.notes > notes ? store.notes(id, notes, SLICE) : of([]),
      });
    }),
    map(({ row, documents, said }) => newsOf(row, documents, said, position)),
  );

function newsOf(
  row: TaskRow,
  documents: readonly string[],
  said: readonly StoredNote[],
  { docs, notes, state }: Position,
): TaskNews {
  const at = (n: number, m: number): string => `${docs + n}.${notes + m}`;
  const [n, m] = [documents.length, said.length];
  const over = row.ended_at !== null && docs + n >= row.docs && notes + m >= row.notes;
  const stateText = JSON.stringify({ state: row.state });
  return {
    events: [
      ...(row.state === state ? [] : [{ event: "state" as const, position: at(0, 0), text: stateText, row }]),
      ...documents.map((text, index) => ({ event: "page" as const, position: at(index + 1, 0), text })),
      ...said.map((note, index) => ({
        event: isDuplicate(note.body) ? ("page" as const) : ("failed" as const),
        position: at(n, index + 1),
        text: note.body,
        at: note.at,
      })),
      ...(over ? [{ event: "done" as const, position: at(n, m), text: stateText, row }] : []),
    ],
    position: { docs: docs + n, notes: notes + m, state: row.state },
    over,
  };
}

/** What the store writes of a duplicate; of any other note this is no beginning. */
const isDuplicate = (body: string): boolean => {
  const note: unknown = JSON.parse(body);
  return typeof note === "object" && note !== null && "duplicate_of" in note;
};
