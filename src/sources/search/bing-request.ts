import type { PageAsk } from "../kit/paged.ts";
import { get } from "../kit/request.ts";
import { DAYS, marketOf, navigation } from "./asking.ts";
import type { SearchInput } from "./item.ts";

const DATES = { day: "ez1", week: "ez2", month: "ez3" } as const;
const DAY_MS = 86_400_000;

interface Timed {
  readonly now: number;
}

/** Bing's filter of dates: a range of its own, or days counted from 1970. */
function freshness({ time_range, now }: SearchInput & Timed): string | undefined {
  if (!time_range) return undefined;
  const today = Math.floor(now / DAY_MS);
  return `ex1:"${time_range === "year" ? `ez5_${today - DAYS.year}_${today}` : DATES[time_range]}"`;
}

/** The first page is asked for by neither number nor form; the second is `PERE`, the third `PERE1`. */
export function request(ask: SearchInput & Timed & PageAsk) {
  const market = marketOf(ask);
  return get(
    "https://www.bing.com/search",
    {
      q: ask.text,
      mkt: market && `${market.language}-${market.region}`,
      setlang: market?.language,
      adlt: ask.safe,
      filters: freshness(ask),
      first: ask.page > 1 ? (ask.page - 1) * 10 + 1 : undefined,
      FORM: ask.page > 1 ? `PERE${ask.page > 2 ? ask.page - 2 : ""}` : undefined,
    },
    { headers: navigation(ask), session: "bing" },
  );
}
