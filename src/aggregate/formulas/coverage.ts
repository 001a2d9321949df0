/*
 * A list that is cut at the newest so many covers less time than was asked for. Rates, trends and directions are taken only of
 * lists that say which time they cover, and only over a time that all of them cover.
 */

const DAY_MS = 86_400_000;

/** A time between two instants, in milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A list of dated entries, and the time in which it holds every one there was. */
export interface CoveredList<T> {
  readonly entries: readonly T[];
  readonly span: Span;
  /** The source held more than was read: the span begins with the oldest entry that was read. */
  readonly cut: boolean;
}

/**
 * A list newest first, with the time that it covers: the time that was asked for, or, where the list was cut, the time since its
 * oldest entry. Entries outside of that time and those without a date stay out.
 */
export function covering<T>(
  entries: readonly T[],
  { asked, cut, at }: { readonly asked: Span; readonly cut: boolean; readonly at: (entry: T) => number | undefined },
): CoveredList<T> {
  const dated = entries.flatMap((entry) => {
    const when = at(entry);
    return when === undefined || Number.isNaN(when) ? [] : [{ entry, when }];
  });
  const oldest = dated.reduce((first, { when }) => Math.min(first, when), asked.to);
  const span = { from: cut ? Math.max(asked.from, oldest) : asked.from, to: asked.to };
  return {
    entries: dated.filter(({ when }) => when >= span.from && when <= span.to).map(({ entry }) => entry),
    span,
    cut: cut && span.from > asked.from,
  };
}

/** The time that all lists cover; undefined where there is none. */
export function commonSpan(lists: readonly Pick<CoveredList<unknown>, "span">[]): Span | undefined {
  const from = Math.max(...lists.map(({ span }) => span.from));
  const to = Math.min(...lists.map(({ span }) => span.to));
  return lists.length > 0 && from < to ? { from, to } : undefined;
}

/** Days of a span. */
const daysOf = ({ from, to }: Span): number => (to - from) / DAY_MS;

/** Entries a day over the time that a list covers; undefined of fewer entries than `least`, which make no rate. */
export function perDay(
  { entries, span }: Pick<CoveredList<unknown>, "entries" | "span">,
  least = 2,
): number | undefined {
  const days = daysOf(span);
  return entries.length >= least && days > 0 ? entries.length / days : undefined;
}
