import { folded } from "../../language/fold.ts";

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** The day of a date as ISO 8601 writes it, with or without a time; undefined for other texts. */
export function isoDay(text: string): Day | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?:T[\d:.,+\-Z]{0,40})?$/.exec(text.trim()) ?? [];
  return year === undefined ? undefined : { year: Number(year), month: Number(month), day: Number(day) };
}

const LANGUAGES = ["en", "de", "fr", "es", "it", "pt", "nl", "pl", "sv", "ru"];
const names = new Map<number, readonly string[]>();

/** How a month is written in words, folded; each with its short form. */
export function monthNames(month: number): readonly string[] {
  const had = names.get(month);
  if (had) return had;
  const day = new Date(Date.UTC(2000, month - 1, 15));
  const made = LANGUAGES.flatMap((language) =>
    (["long", "short"] as const).map((style) =>
      folded(
        new Intl.DateTimeFormat(language, { month: style, day: "numeric", timeZone: "UTC" })
          .formatToParts(day)
          .find(({ type }) => type === "month")?.value ?? "",
      ).replace(/\.$/, ""),
    ),
  ).filter((name) => name.length > 2);
  const distinct = [...new Set(made)];
  names.set(month, distinct);
  return distinct;
}
