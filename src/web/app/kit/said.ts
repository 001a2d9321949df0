import { language } from "./words.ts";

/** Numbers, times and sizes as people read them, always with their unit. */
export const count = (value: number): string => value.toLocaleString(language.value);

export const duration = (ms: number): string =>
  ms < 1000 ? `${count(Math.round(ms))} ms` : `${count(Math.round(ms / 100) / 10)} s`;

export function bytes(size: number): string {
  const step = size < 1000 ? 0 : size < 1e6 ? 1 : size < 1e9 ? 2 : 3;
  return `${count(Math.round((size / 1000 ** step) * 10) / 10)} ${["B", "kB", "MB", "GB"][step]}`;
}

/** A date as exact as it was given; empty for what is none. */
export function day(value: string): string {
  const parts = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?/.exec(value);
  if (!parts) return "";
  const [, year, month, date] = parts;
  const shown: Intl.DateTimeFormatOptions = {
    year: "numeric",
    ...(month && { month: "short" }),
    ...(date && { day: "numeric" }),
    timeZone: "UTC",
  };
  return new Date(Date.UTC(Number(year), Number(month ?? 1) - 1, Number(date ?? 1))).toLocaleDateString(
    language.value,
    shown,
  );
}

/** A moment to the minute, in the time of whoever reads it; the text itself where it is none. */
export function moment(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime())
    ? iso
    : at.toLocaleString(language.value, { dateStyle: "medium", timeStyle: "short" });
}

export const clock = (iso: string): string =>
  new Date(iso).toLocaleTimeString(language.value, { hour: "2-digit", minute: "2-digit" });
