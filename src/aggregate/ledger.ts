import { type Observable, Subject } from "rxjs";
import { type ErrorKind, SourceError } from "../errors.ts";
import type { SourceOutcome, StreamEvent } from "../events.ts";
import type { Notice } from "../sources/source.ts";

type SourceEvent = Extract<StreamEvent<never>, { event: "source" }>;

/** One question to a source. */
export interface Turn {
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
export interface Ledger {
  /** `started` when a source is first asked, its outcome whenever no question to it is under way. Completes with `close`. */
  readonly events$: Observable<SourceEvent>;
  begin(id: string): Turn;
  /** What a fallback answered is no failure of the one before. */
  excuse(error: unknown): void;
  /** The time is up: what is under way comes to `timeout`. */
  strike(budgetMs: number): void;
  /** Whether it is. */
  struck(): boolean;
  close(): void;
  /** What every source that was asked came to, in no order. */
  accounts(): ReadonlyMap<string, Account>;
  /** What the sources said beside their items. */
  warnings(): readonly string[];
}

interface Page {
  readonly begun: number;
  ended: number;
  asked: number;
  answered: number;
  running: number;
  items: number;
  stale: string | undefined;
  readonly failures: SourceError[];
}

export function createLedger(now: () => number, shown: (id: string) => boolean): Ledger {
  const pages = new Map<string, Page>();
  const events = new Subject<SourceEvent>();
  const excused = new WeakSet<object>();
  const said = new Set<string>();
  let struck: number | undefined;

  const pageOf = (id: string): Page => {
    const page = pages.get(id) ?? {
      begun: now(),
      ended: now(),
      asked: 0,
      answered: 0,
      running: 0,
      items: 0,
      stale: undefined,
      failures: [],
    };
    pages.set(id, page);
    return page;
  };

  const tell = (data: SourceEvent["data"]): void => {
    if (shown(data.id)) events.next({ event: "source", data });
  };

  function outcomeOf(id: string, page: Page): SourceOutcome {
    const [first] = page.failures;
    const late = page.running > 0 && struck !== undefined;
    const status = ((): SourceOutcome["status"] => {
      if (late) return "timeout";
      if (page.items > 0) return page.stale === undefined ? "ok" : "stale";
      return first ? first.kind : "empty";
    })();
    const error = late
      ? `${id} had not finished when the time of ${(struck ?? 0) / 1000} s was up.`
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

  return {
    events$: events,
    begin: (id) => {
      const fresh = !pages.has(id);
      const page = pageOf(id);
      let items = 0;
      let over = false;
      page.asked += 1;
      page.running += 1;
      if (fresh) tell({ id, status: "started" });
      const close = (how: () => void): void => {
        if (over || struck !== undefined) return;
        over = true;
        page.running -= 1;
        page.ended = now();
        how();
        if (page.asked === 0) pages.delete(id);
        else if (page.running === 0) tell(outcomeOf(id, page));
      };
      return {
        item: () => {
          items += 1;
          page.items += 1;
        },
        notice: (notice) => {
          if (notice.kind === "stale") page.stale = notice.error.message;
          if (notice.kind === "dropped") said.add(`${id}: ${notice.count} rows were left out: ${notice.why}`);
        },
        end: () =>
          close(() => {
            page.answered += 1;
          }),
        fail: (error) => close(() => page.failures.push(error)),
        leave: () =>
          close(() => {
            if (items > 0) page.answered += 1;
            else page.asked -= 1;
          }),
      };
    },
    excuse: (error) => {
      if (error instanceof SourceError) excused.add(error);
    },
    strike: (budgetMs) => {
      struck = budgetMs;
      for (const [id, page] of pages) if (page.running > 0) tell(outcomeOf(id, page));
    },
    struck: () => struck !== undefined,
    close: () => events.complete(),
    accounts: () =>
      new Map(
        [...pages]
          .filter(([id]) => shown(id))
          .map(([id, page]) => {
            const outcome = outcomeOf(id, page);
            const late =
              struck !== undefined && page.running > 0 ? [new SourceError("timeout", outcome.error ?? "")] : [];
            return [id, { outcome, failures: [...page.failures.filter((error) => !excused.has(error)), ...late] }];
          }),
      ),
    warnings: () => [...said],
  };
}

export const isFailure = (status: SourceOutcome["status"]): status is ErrorKind =>
  status !== "ok" && status !== "empty" && status !== "stale";
