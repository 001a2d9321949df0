import { defineSource } from "../define.ts";
import { absolute } from "../kit/dom.ts";
import { html } from "../kit/html.ts";
import { leadingDate } from "../kit/values.ts";
import { furtherOn, timed } from "./asking.ts";
import { request } from "./bing-request.ts";
import { BROWSER, SearchItem, searchText } from "./item.ts";

/** The address behind `bing.com/ck/a?…&u=a1<base64url>`; undefined for advertisements. */
function target(address: string | undefined): string | undefined {
  const url = URL.parse(address ?? "");
  if (!url || !/(^|\.)bing\.com$/.test(url.hostname)) return url?.href;
  if (url.pathname === "/aclick" || url.pathname === "/aclk") return undefined;
  if (!url.pathname.startsWith("/ck/")) return url.href;
  const wrapped = url.searchParams.get("u")?.slice(2) ?? "";
  return absolute(Buffer.from(wrapped, "base64url").toString("utf8"), url.href);
}

/** A page marked empty may be a silent refusal: nothing tells the two apart. */
export const bing = defineSource({
  id: "bing",
  title: "Bing",
  docs: "https://learn.microsoft.com/en-us/previous-versions/bing/search-apis/bing-web-search/overview",
  terms: "no official API since August 2025; refuses addresses that ask much",
  query: searchText("words to search the web for; site:, filetype:, quotes and - pass through", "rxjs backpressure"),
  item: SearchItem,
  polite: { concurrency: 1, minIntervalMs: 1000, userAgent: BROWSER },
  read: timed(
    html({
      pages: request,
      rows: "#b_results > li.b_algo",
      item: (row, _input, _doc, { now }) => {
        const url = target(row.link("h2 a"));
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
      blocked: ["div.captcha", "div.captcha_header", "#b_captcha"],
      next: furtherOn("first", 1, '.b_pag a[href*="first="]'),
    }),
  ),
});
