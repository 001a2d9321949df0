import { SourceError } from "../../errors.ts";
import { decodeText } from "../../upstream/charset.ts";
import type { HttpResponse } from "../../upstream/types.ts";
import { defineSource } from "../define.ts";
import { absolute, type El } from "../kit/html/dom.ts";
import { html, says } from "../kit/readers/html.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { BROWSER, cookies, navigation } from "../kit/requests/as-browser.ts";
import { get } from "../kit/requests/request.ts";
import { type SearchInput, searchText } from "../kit/requests/search.ts";
import { leadingDate } from "../kit/values/relative-dates.ts";
import { SearchItem } from "./item.ts";

/* The words of the empty page, the consent page and the refusal are from memory: no recording of them exists. */

const DATES = { day: "d", week: "w", month: "m", year: undefined } as const;

/** Regions that have a host of their own, by its first part. */
const HOSTS: Readonly<Record<string, string>> = Object.fromEntries(
  ["ar", "br", "ca", "cl", "co", "de", "es", "fr", "hk", "in", "mx", "pe", "ph", "sg", "th", "tw", "uk", "ve"].map(
    (host) => [host === "uk" ? "GB" : host.toUpperCase(), `${host}.`],
  ),
);

const SAFE = { off: "p", moderate: "i", strict: "r" } as const;

/** The preferences as Yahoo keeps them; sent only where some are asked for. */
const preferences = ({ language, safe }: SearchInput): Record<string, string> =>
  language || safe
    ? {
        cookie: cookies({ sB: `v=1&vm=${SAFE[safe ?? "moderate"]}&fl=1&vl=lang_${language ?? "en"}&rw=new&userset=1` }),
      }
    : {};

/** A further page begins at the result that the link "Next" of the page before names, for pages differ in length. */
function request(ask: SearchInput & PageRequest) {
  if (ask.page > 1 && !ask.cursor) return undefined;
  const values = { p: ask.text, btf: ask.time_range && DATES[ask.time_range] };
  const further = ask.cursor ? { b: ask.cursor, pz: 7, bct: 0, xargs: 0 } : {};
  return get(
    `https://${HOSTS[ask.region ?? ""] ?? ""}search.yahoo.com/search`,
    { ...values, ...further },
    { headers: { ...navigation(ask), ...preferences(ask) } },
  );
}

const judge = (response: HttpResponse): SourceError | undefined =>
  response.status === 999 || (response.status === 500 && /error 999/i.test(decodeText(response).slice(0, 20_000)))
    ? new SourceError("blocked", "Yahoo refuses this address for now (error 999).")
    : undefined;

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The address between `/RU=` and `/RK=` or `/RS=`; undefined for advertisements. */
function target(address: string | undefined): string | undefined {
  const wrapped = /\/RU=([^/]+)\/R[KS]=/.exec(address ?? "")?.[1];
  const url = absolute(wrapped ? decoded(wrapped) : address, "https://search.yahoo.com/");
  return url && /^https?:\/\/(www\.)?bing\.com\/(aclick|aclk)/.test(url) ? undefined : url;
}

/** Today's layout writes the site's name and the address as one text, the older one the address alone. */
function shown(row: El): { displayUrl?: string | undefined; siteName?: string | undefined } {
  const text = row.text(".compTitle div > span");
  const at = text?.search(/https?:\/\//) ?? -1;
  return at > 0 ? { siteName: text?.slice(0, at), displayUrl: text?.slice(at) } : { displayUrl: text };
}

export const yahoo = defineSource({
  id: "yahoo",
  title: "Yahoo",
  docs: "https://help.yahoo.com/kb/search-for-desktop",
  terms: "no official API; shows Bing's index",
  query: searchText("words to search the web for; site:, quotes and - pass through", "rxjs backpressure"),
  verbatim: true,
  item: SearchItem,
  polite: { concurrency: 1, minIntervalMs: 1000, userAgent: BROWSER },
  backedBy: "bing",
  read: html({
    pages: request,
    judge,
    rows: "div.algo-sr",
    item: (row, _input, _doc, { now }) => {
      const url = target(row.link(".compTitle a"));
      if (!url || row.closest(".ads")) return undefined;
      return {
        title: row.text(".compTitle h3") ?? row.attr("aria-label", ".compTitle a") ?? "",
        url,
        ...shown(row),
        ...leadingDate(row.text(".compText"), now()),
      };
    },
    empty: says("We did not find results for"),
    blocked: ['form[name="agree"]', "form.consent-form"],
    next: (doc) => URL.parse(doc.link("a.next") ?? "")?.searchParams.get("b") ?? null,
  }),
});
