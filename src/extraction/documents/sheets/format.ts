import { format, getFormatFromId, isDateFormat } from "numfmt";

/** Formats that a reader's own country decides: a day, a moment. */
const SHORT_DATE = 14;
const MOMENT = 22;

/** Whether a value of these shows a day or an hour, and how any value shows. */
export function shownNumber(value: number, id: number, stated: string | undefined): string {
  const pattern = stated ?? (getFormatFromId(id) || "General");
  if (pattern === "General" || !Number.isFinite(value)) return plain(value);
  try {
    if (isDateFormat(pattern) && value >= 0) {
      if (stated === undefined && id === SHORT_DATE) return format("yyyy-mm-dd", value);
      if (stated === undefined && id === MOMENT) return format("yyyy-mm-dd hh:mm", value);
      return format(pattern, value).trim();
    }
    return format(pattern, value).trim() || plain(value);
  } catch {
    // A pattern that is none: the number itself stands.
    return plain(value);
  }
}

/** A number without what its binary form adds. */
const plain = (value: number): string => String(Number(value.toPrecision(15)));
