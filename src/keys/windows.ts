/** A count of a key within a span of time. */
export interface Window {
  readonly span: "minute" | "day";
  /** When it began, in seconds since 1970. */
  readonly start: number;
  readonly seconds: number;
}

const SPANS = { minute: 60, day: 86_400 } as const;

/** The minute and the day (UTC) that a moment is in. */
export const windowsAt = (ms: number): { readonly minute: Window; readonly day: Window } => ({
  minute: windowAt("minute", ms),
  day: windowAt("day", ms),
});

function windowAt(span: keyof typeof SPANS, ms: number): Window {
  const seconds = SPANS[span];
  return { span, seconds, start: Math.floor(ms / 1000 / seconds) * seconds };
}

/** The day as it is written: `2026-11-27`. */
export const dayOf = (start: number): string => new Date(start * 1000).toISOString().slice(0, 10);
