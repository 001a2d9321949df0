import { type Observable, Subject } from "rxjs";
import { type ErrorKind, SourceError } from "../errors.ts";
import type { SourceOutcome, StreamEvent } from "../events.ts";
import type { Notice } from "../sources/source.ts";

type SourceEvent = Extract<StreamEvent<never>, { event: "source" }>;

/** One question to a source. */
interface Turn {
  item(): void;
  notice(notice: Notice): void;
  end(): void;
  fail(error: SourceError): void;
  /** Nobody listens any more. */
  leave(): void;
}

/** What a source has come to, over all questions to it. */
export interface Account {
  readonly outcome: SourceOutcome;
  /** Its failures that no fallback has made good. */
  readonly failures: readonly SourceError[];
}

/** Tells how the sources of one request fare, however often each is asked. */
export interface SourceOutcomes {
  /** `started` when a source is first asked, its outcome whenever no question to it is under way. Completes with `close`. */
  readonly events$: Observable<SourceEvent>;
  /** `list`: which of the source's lists is asked, where it has several. */
  begin(id: string, list?: string): Turn;
  /** What a fallback answered is no failure of the one before. */
  markRecovered(error: unknown): void;
  /** The time is up: what is under way comes to `timeout`. */
  markTimedOut(budgetMs: number): void;
  /** Whether it is. */
  isTimedOut(): boolean;
  close(): void;
  /** How a source (`ema`) or one of its lists (`ema#shortages`) fared. */
  fared(name: string): Fared;
  /** Rows of another entity that a question was answered with; told once a question. */
  strange(id: string, question: string, count: number, about: string): void;
  /** Sentences on the rows that were left out. */
  limits(): readonly string[];
  /** What every source that was asked came to, in no order. */
  accounts(): ReadonlyMap<string, Account>;
  /** What the sources said beside their items. */
  warnings(): readonly string[];
}

/** How a source, or one of its lists, fared over all questions to it. What was asked and has not ended is running. */
type Fared =
  | { readonly kind: "unasked" }
  | { readonly kind: "running" }
  /** At least one question was answered, be it with nothing, or has begun to be. */
  | { readonly kind: "answered"; readonly failures: readonly SourceError[] }
  /** `recovered`: a fallback answered in its place, be it that there is nothing. */
  | { readonly kind: "failed"; readonly failures: readonly SourceError[]; readonly recovered: boolean };

/** The questions to one list of a source. */
interface List {
  asked: number;
  answered: number;
  running: number;
  items: number;
  readonly failures: SourceError[];
}

interface Page extends List {
  /** Its lists by name, where it has several that are asked or fail apart. */
  readonly lists: Map<string, List>;
  readonly begun: number;
  ended: number;
  stale: string | undefined;
}

const noQuestion = (): List => ({ asked: 0, answered: 0, running: 0, items: 0, failures: [] });

export function createSourceOutcomes(now: () => number, shown: (id: string) => boolean): SourceOutcomes {
  const pages = new Map<string, Page>();
  const events = new Subject<SourceEvent>();
  const excused = new WeakSet<object>();
  const said = new Set<string>();
  /** Rows of other entities by the question that brought them. */
  const others = new Map<string, { readonly id: string; readonly count: number; readonly about: string }>();
  /** Failures of one list of a source: they are none of its other lists. */
  const ofOneList = new WeakSet<object>();
  let struck: number | undefined;

  const listOf = (page: Page, name: string): List => {
    const list = page.lists.get(name) ?? noQuestion();
    page.lists.set(name, list);
    return list;
  };

  const pageOf = (id: string): Page => {
    const page = pages.get(id) ?? {
      ...noQuestion(),
      lists: new Map(),
      begun: now(),
      ended: now(),
      stale: undefined,
    };
    pages.set(id, page);
    return page;
  };

  const tell = (data: SourceEvent["data"]): void => {
    if (shown(data.id)) events.next({ event: "source", data });
  };

  function outcomeOf(id: string, page: Page): SourceOutcome {
    const [first] = page.failures;
    const cut = page.running > 0 && struck !== undefined;
    const status = ((): SourceOutcome["status"] => {
      if (cut) return "timeout";
      if (page.items > 0) return page.stale === undefined ? "ok" : "stale";
      return first ? first.kind : "empty";
    })();
    const error = cut
      ? late(id, struck ?? 0).message
      : first && page.asked > 1
        ? `${page.failures.length} of ${page.asked} questions failed: ${first.message}`
        : (first?.message ?? page.stale);
    return {
      id,
      status,
      items: page.items,
      time_ms: Math.round((page.running > 0 ? now() : page.ended) - page.begun),
      ...(error !== undefined && { error }),
    };
  }

  function faredOf(id: string, list: string | undefined, { asked, answered, running, items, failures }: List): Fared {
    if (answered + items > 0) {
      const cut = running > 0 && struck !== undefined ? [late(id, struck)] : [];
      const counts = (error: SourceError): boolean =>
        !excused.has(error) && !(list === undefined && ofOneList.has(error));
      return { kind: "answered", failures: [...failures.filter(counts), ...cut] };
    }
    if (running > 0 && struck === undefined) return { kind: "running" };
    if (running > 0) return { kind: "failed", failures: [...failures, late(id, struck ?? 0)], recovered: false };
    if (failures.length > 0)
      return { kind: "failed", failures, recovered: failures.every((error) => excused.has(error)) };
    return asked > 0 ? { kind: "answered", failures: [] } : { kind: "unasked" };
  }

  return {
    events$: events,
    begin: (id, list) => {
      const fresh = !pages.has(id);
      const page = pageOf(id);
      const counted = list === undefined ? [page] : [page, listOf(page, list)];
      let items = 0;
      let over = false;
      for (const one of counted) {
        one.asked += 1;
        one.running += 1;
      }
      if (fresh) tell({ id, status: "started" });
      const close = (how: (list: List) => void): void => {
        if (over || struck !== undefined) return;
        over = true;
        page.ended = now();
        for (const one of counted) {
          one.running -= 1;
          how(one);
        }
        if (page.asked === 0) pages.delete(id);
        else if (page.running === 0) tell(outcomeOf(id, page));
      };
      return {
        item: () => {
          items += 1;
          for (const one of counted) one.items += 1;
        },
        notice: (notice) => {
          if (notice.kind === "stale") page.stale = notice.error.message;
          if (notice.kind === "dropped") said.add(`${id}: ${notice.count} rows were left out: ${notice.why}`);
          if (notice.kind === "untold") {
            page.failures.push(notice.error);
            ofOneList.add(notice.error);
            const untold = listOf(page, notice.part);
            untold.asked += 1;
            untold.failures.push(notice.error);
          }
        },
        end: () =>
          close((one) => {
            one.answered += 1;
          }),
        fail: (error) => close((one) => one.failures.push(error)),
        leave: () =>
          close((one) => {
            if (items > 0) one.answered += 1;
            else one.asked -= 1;
          }),
      };
    },
    markRecovered: (error) => {
      if (error instanceof SourceError) excused.add(error);
    },
    markTimedOut: (budgetMs) => {
      struck = budgetMs;
      for (const [id, page] of pages) if (page.running > 0) tell(outcomeOf(id, page));
    },
    isTimedOut: () => struck !== undefined,
    close: () => events.complete(),
    accounts: () =>
      new Map(
        [...pages]
          .filter(([id]) => shown(id))
          .map(([id, page]) => {
            const outcome = outcomeOf(id, page);
            const cut = struck !== undefined && page.running > 0 ? [late(id, struck)] : [];
            return [id, { outcome, failures: [...page.failures.filter((error) => !excused.has(error)), ...cut] }];
          }),
      ),
    fared: (name) => {
      const [id = name, list] = name.split("#");
      const page = pages.get(id);
      const asked = list === undefined ? page : (page?.lists.get(list) ?? page);
      return asked ? faredOf(id, page?.lists.has(list ?? "") ? list : undefined, asked) : { kind: "unasked" };
    },
    strange: (id, question, count, about) => {
      others.set(question, { id, count, about });
    },
    limits: () =>
      [...Map.groupBy(others.values(), ({ id, about }) => `${id}: rows of another than ${about} were left out: `)].map(
        ([sentence, counts]) => `${sentence}${counts.reduce((sum, { count }) => sum + count, 0)}.`,
      ),
    warnings: () => [...said],
  };
}

const late = (id: string, budgetMs: number): SourceError =>
  new SourceError("timeout", `${id} had not finished when the time of ${budgetMs / 1000} s was up.`);

export const isFailure = (status: SourceOutcome["status"]): status is ErrorKind =>
  status !== "ok" && status !== "empty" && status !== "stale";
