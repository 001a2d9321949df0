import { isTag } from "domhandler";
import { SourceError } from "../../../errors.ts";
import { fallback } from "../compose/steps.ts";
import { El } from "../html/dom.ts";
import { html } from "../readers/html.ts";
import type { PageRequest } from "../readers/paged.ts";
import { params, postForm } from "../requests/request.ts";
import type { SearchInput } from "../requests/search.ts";
import { duckduckgoMarket } from "../services/duckduckgo.ts";
import { isoDate } from "../values/dates.ts";

const DATES = { day: "d", week: "w", month: "m", year: "y" } as const;

/** The form that asks for a page: the first one plain, each further one with the hidden inputs of the page before. */
function form(address: string) {
  return ({ text, region, language, time_range, cursor, page }: SearchInput & PageRequest) => {
    const headers = {
      accept: "text/html",
      "accept-language": language ? `${language},en;q=0.5` : "en-US,en;q=0.5",
      referer: new URL("/", address).href,
      "sec-fetch-dest": "document",
      "sec-fetch-mode": "navigate",
      "sec-fetch-site": "same-origin",
      "sec-fetch-user": "?1",
    };
    if (page > 1 && !cursor) return undefined;
    const values = cursor
      ? Object.fromEntries(new URLSearchParams(cursor))
      : { q: text.slice(0, 499), b: "", kl: duckduckgoMarket(language, region), df: time_range && DATES[time_range] };
    return postForm(address, values, { headers, session: "duckduckgo" });
  };
}

const refusal = (status: number): SourceError | undefined =>
  status === 202 || status === 418
    ? new SourceError("blocked", "DuckDuckGo takes us for a bot and asks for a captcha.")
    : undefined;

/** DuckDuckGo's short plain-text refusal. */
const refusedInWords = (text: string): boolean => text.length < 500 && /error-lite@duckduckgo\.com/.test(text);

/** The address behind `//duckduckgo.com/l/?uddg=…`; undefined for advertisements. */
function target(address: string | undefined): string | undefined {
  const url = URL.parse(address ?? "");
  if (!url) return undefined;
  const own = /(^|\.)duckduckgo\.com$/.test(url.hostname);
  if (own && url.pathname.endsWith("/y.js")) return undefined;
  return own && url.pathname === "/l/" ? (url.searchParams.get("uddg") ?? undefined) : url.href;
}

const BLOCKED = ["form#challenge-form", ".anomaly-modal__title"];

/** The hidden inputs of the form behind "Next"; null on the last page. */
function nextForm(doc: El): string | null {
  const next = doc
    .all("form")
    .find(
      (candidate) =>
        candidate.has('input[name="vqd"]') && /^next/i.test(candidate.attr("value", 'input[type="submit"]') ?? ""),
    );
  if (!next) return null;
  const inputs = next
    .all('input[type="hidden"]')
    .map((input) => [input.attr("name") ?? "", input.attr("value") ?? ""] as const);
  return params(Object.fromEntries(inputs)).toString();
}

/** The page without scripts. */
const page = html({
  pages: form("https://html.duckduckgo.com/html/"),
  judge: ({ status, body }) =>
    refusal(status) ??
    (body.length < 500 && refusedInWords(Buffer.from(body).toString("utf8"))
      ? new SourceError("blocked", "DuckDuckGo refuses to answer this address.")
      : undefined),
  rows: "#links .result.web-result:not(.result--ad):not(.result--no-result)",
  item: (row) => {
    const url = target(row.link("a.result__a"));
    // The page without hits holds one result of its own making, titled EOF.
    if (!url || (row.text("a.result__a") === "EOF" && url.startsWith("http://www.google.com/search"))) return undefined;
    return {
      title: row.text("a.result__a") ?? "",
      url,
      snippet: row.text(".result__snippet"),
      displayUrl: row.text(".result__url"),
      publishedAt: isoDate(row.text(".result__extras__url span:last-child")?.slice(0, 10)),
    };
  },
  empty: [".no-results", ".result--no-result"],
  blocked: BLOCKED,
  next: nextForm,
});

/** The text of a cell in the table's rows between this link's and the next one's. */
function below(link: El, cell: string): string | undefined {
  for (let row = link.closest("tr")?.node.next; row; row = row.next) {
    if (!isTag(row)) continue;
    const el = new El(row, link.base);
    if (el.has("a.result-link")) return undefined;
    const text = el.text(cell);
    if (text) return text;
  }
  return undefined;
}

/** The page for small devices: a table with several rows a result. */
const lite = html({
  pages: form("https://lite.duckduckgo.com/lite/"),
  judge: ({ status }) => refusal(status),
  rows: "a.result-link",
  item: (link) => {
    const url = target(link.link());
    const sponsored = link.closest("tr.result-sponsored");
    if (!url || sponsored) return undefined;
    return {
      title: link.text() ?? "",
      url,
      snippet: below(link, "td.result-snippet"),
      displayUrl: below(link, "span.link-text"),
    };
  },
  empty: [".no-results", ".result--no-result"],
  blocked: BLOCKED,
  next: nextForm,
});

/** The page without scripts, else the one for small devices; advertisements left out. */
export const duckduckgoWeb = fallback(page, lite, ["blocked", "changed"]);
