import type { Bound } from "./port.ts";

const MAX_URL_CHARS = 2_000;
const MAX_SEGMENTS = 20;
const MAX_PARAMETERS = 10;
/** The same segment more often than this in one path is a relative link that goes round in circles. */
const MAX_SAME_SEGMENT = 3;

/** Query strings taken of one path, by their number of parameters: the more, the likelier they are combinations. */
const VARIANTS = [Number.POSITIVE_INFINITY, 20_000, 1_000, 200, 50, 20];

const CALENDAR = /calend|kalend|agenda|events?\b|termine|[?&](?:month|year|date|day|week|from|start|tribe-bar-date)=/i;
const MONTH_OR_DAY = /\b(?:19|20)\d\d[-/]?(?:0?[1-9]|1[0-2])\b|[?&](?:month|year|week|day)=\d/;
const MAX_CALENDAR_PAGES = 100;

/** Keys that are counted at most; what has a further one is a trap. */
const MAX_COUNTED = 100_000;

const SESSION_NAMES = "phpsessid|jsessionid|aspsessionid\\w*|session_?id|sid|cfid|cftoken|zenid|oscsid";
const IN_PATH = new RegExp(`;(?:${SESSION_NAMES})=[^/?#]*`, "gi");
const IN_QUERY = new RegExp(`([?&])(?:${SESSION_NAMES})=[^&#]*(?:&|(?=#|$))`, "gi");

/** The address without session ids, by which every visit would find every page anew. */
export const withoutSession = (address: string): string =>
  address
    .replace(IN_PATH, "")
    .replace(IN_QUERY, "$1")
    .replace(/[?&]+(?=#|$)/, "");

/** Whether an address by itself looks like one of endlessly many: too long, too deep, or going round in circles. */
export function isEndless(url: URL): boolean {
  if (url.href.length > MAX_URL_CHARS) return true;
  const segments = url.pathname.split("/").filter(Boolean);
  if (segments.length > MAX_SEGMENTS || url.searchParams.size > MAX_PARAMETERS) return true;
  const counts = new Map<string, number>();
  for (const segment of segments) {
    const count = (counts.get(segment) ?? 0) + 1;
    if (count > MAX_SAME_SEGMENT) return true;
    counts.set(segment, count);
  }
  return false;
}

/**
 * What bounds an address that is not endless by itself: a host's calendar to a hundred pages, and the queries of one path
 * to the fewer the more parameters they have. Undefined: endless.
 */
export function boundsOf(url: URL): readonly Bound[] | undefined {
  if (isEndless(url)) return undefined;
  const bounds: Bound[] = [];
  const address = url.pathname + url.search;
  if (CALENDAR.test(address) && MONTH_OR_DAY.test(address))
    bounds.push({ key: `calendar ${url.host}`, max: MAX_CALENDAR_PAGES });
  const max = VARIANTS[Math.min(url.searchParams.size, VARIANTS.length - 1)] ?? 0;
  if (Number.isFinite(max)) bounds.push({ key: `${url.host}${url.pathname}`, max });
  return bounds;
}

/** Counts addresses against their bounds. */
export class Tallies {
  readonly #counts = new Map<string, number>();

  /** Counts an address; whether it is one too many. */
  exceed(bounds: readonly Bound[] = []): boolean {
    return bounds.some(({ key, max }) => {
      const count = (this.#counts.get(key) ?? 0) + 1;
      if (count === 1 && this.#counts.size >= MAX_COUNTED) return true;
      this.#counts.set(key, count);
      return count > max;
    });
  }
}
