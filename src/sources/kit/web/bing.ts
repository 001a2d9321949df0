import { timed } from "../compose/timed.ts";
import { absolute } from "../html/dom.ts";
import { html } from "../readers/html.ts";
import type { PageRequest } from "../readers/paged.ts";
import { navigation } from "../requests/as-browser.ts";
import { furtherOn } from "../requests/further.ts";
import { get } from "../requests/request.ts";
import { DAYS, marketOf, type SearchInput } from "../requests/search.ts";
import { BING_BLOCKED } from "../services/bing.ts";
import { leadingDate } from "../values/relative-dates.ts";

/* A page marked empty may be a silent refusal: nothing tells the two apart. */

interface Timed {
  readonly now: number;
}

const DAY_MS = 86_400_000;

const DATES = { day: "ez1", week: "ez2", month: "ez3" } as const;

/** Bing's filter of dates: a range of its own, or days counted from 1970. */
function freshness({ time_range, now }: SearchInput & Timed): string | undefined {
  if (!time_range) return undefined;
  const today = Math.floor(now / DAY_MS);
  return `ex1:"${time_range === "year" ? `ez5_${today - DAYS.year}_${today}` : DATES[time_range]}"`;
}

/** The first page is asked for by neither number nor form; the second is `PERE`, the third `PERE1`. */
function request(ask: SearchInput & Timed & PageRequest) {
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

/** The address behind `bing.com/ck/a?…&u=a1<base64url>`; undefined for advertisements. */
export function bingTarget(address: string | undefined): string | undefined {
  const url = URL.parse(address ?? "");
  if (!url || !/(^|\.)bing\.com$/.test(url.hostname)) return url?.href;
  if (url.pathname === "/aclick" || url.pathname === "/aclk") return undefined;
  if (!url.pathname.startsWith("/ck/")) return url.href;
  const wrapped = url.searchParams.get("u")?.slice(2) ?? "";
  return absolute(Buffer.from(wrapped, "base64url").toString("utf8"), url.href);
}

/** The pages of results, advertisements left out. */
export const bingWeb = timed(
  html({
    pages: request,
    rows: "#b_results > li.b_algo",
    item: (row, _input, _doc, { now }) => {
      const url = bingTarget(row.link("h2 a"));
      if (!url) return undefined;
      const text = row.text(".b_caption p") ?? row.text("p");
      const badge = row.text("span.algoSlug_icon");
      return {
        title: row.text("h2 a") ?? "",
        url,
        displayUrl: row.text("cite"),
        siteName: row.text(".tptt"),
        ...leadingDate(badge && text?.startsWith(badge) ? text.slice(badge.length).trim() : text, now()),
      };
    },
    empty: ["#b_results > li.b_no"],
    blocked: BING_BLOCKED,
    next: furtherOn("first", 1, '.b_pag a[href*="first="]'),
  }),
);
