import {
  asyncScheduler,
  defer,
  filter,
  map,
  merge,
  type Observable,
  type SchedulerLike,
  scan,
  take,
  tap,
  timer,
} from "rxjs";

/** What a page shows at a moment. */
export interface Look {
  /** Characters of text, shadow roots and frames of its own origin included. */
  readonly chars: number;
  /** The document is parsed, and the scripts that waited for that have run. */
  readonly parsed: boolean;
  /** It shows that something is still to come: a spinner, a skeleton, "Loading…". */
  readonly waiting: boolean;
  /** Documents, scripts and data that are being requested. */
  readonly pending: number;
  /** Milliseconds since the last of them ended; undefined where none was requested. */
  readonly quietMs: number | undefined;
}

/** `still-loading`: the page did not settle in the time that it has; `spent`: it used up what it may use. */
export type Settled = "settled" | "still-loading" | "spent";

/** Neither requests nor text for so long, and a page is done. */
const QUIET_MS = 300;
/** The same while it says that it is not. */
const WAITING_MS = 1_500;
/** The same while it shows nothing at all: a large script may have to be compiled first. */
const NOTHING_MS = 3_000;
/** So short a text may be a page's frame. */
const FEW_CHARS = 200;
/** From then on a clock or a ticker is not a change. */
const TICKERS_AFTER_MS = 3_000;
const TICKER_SHARE = 0.02;

/** Time in which a page did not answer is counted as so much at most: it was busy, not quiet. */
const MAX_GAP_MS = 200;
/** One that has not answered for so long is at work: on a busy machine its scripts take several times as long. */
const BUSY_MS = 1_000;

interface Watched {
  /** When it was last looked at. */
  readonly at: number;
  /** The text's length when it last changed, and for how long it has not. */
  readonly chars: number;
  readonly unchangedMs: number;
  /** For how long no data were requested. */
  readonly quietMs: number;
  readonly look: Look | undefined;
}

/**
 * Emits once when a page has settled: no request for data for 300 ms and a text of unchanged length for 300 ms, or for 1,500 ms
 * while it shows a placeholder or fewer than 200 characters (3,000 ms where it shows none). After `mostMs` it is taken as it stands; one
 * that is at work then, with hardly a word, has twice as long, and one that shows nothing three times, for its scripts may still be compiling. Errors of
 * `looks$` go on.
 *
 *     looks$:   a--a--b--b--b--b|   (a: waiting, b: text)
 *     settled:  ---------------(s|)
 */
export function settled(
  looks$: Observable<Look>,
  mostMs: number,
  scheduler: SchedulerLike = asyncScheduler,
): Observable<Settled> {
  return defer(() => {
    const begin = scheduler.now();
    let chars = 0;
    let lookedAt = begin;
    const nothing: Watched = { at: begin, chars: -1, unchangedMs: 0, quietMs: 0, look: undefined };
    const settled$ = looks$.pipe(
      scan((before, look) => watched(before, look, scheduler.now(), begin), nothing),
      tap(({ look, at }) => {
        chars = look?.chars ?? 0;
        lookedAt = at;
      }),
      filter(isSettled),
      map(() => "settled" as const),
    );
    const capped$ = timer(mostMs, mostMs, scheduler).pipe(
      filter((turn) => {
        const isBusy = scheduler.now() - lookedAt > BUSY_MS;
        return turn >= 2 || chars >= FEW_CHARS || (chars > 0 && (turn === 1 || !isBusy));
      }),
      map(() => "still-loading" as const),
    );
    return merge(settled$, capped$).pipe(take(1));
  });
}

function watched(before: Watched, look: Look, now: number, begin: number): Watched {
  const gapMs = Math.min(now - before.at, MAX_GAP_MS);
  const ticks = now - begin > TICKERS_AFTER_MS && Math.abs(look.chars - before.chars) < TICKER_SHARE * look.chars;
  const unchanged = look.chars === before.chars || ticks;
  const quietMs = look.pending > 0 ? 0 : Math.min(before.quietMs + gapMs, look.quietMs ?? Number.POSITIVE_INFINITY);
  return {
    at: now,
    chars: unchanged ? before.chars : look.chars,
    unchangedMs: unchanged ? before.unchangedMs + gapMs : 0,
    quietMs,
    look,
  };
}

function isSettled({ look, quietMs, unchangedMs }: Watched): boolean {
  if (!look?.parsed || quietMs < QUIET_MS) return false;
  if (look.chars === 0) return unchangedMs >= NOTHING_MS;
  return unchangedMs >= (look.waiting || look.chars < FEW_CHARS ? WAITING_MS : QUIET_MS);
}
