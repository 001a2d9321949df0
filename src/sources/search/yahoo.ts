import { SourceError } from "../../errors.ts";
import { decodeText } from "../../upstream/charset.ts";
import type { HttpResponse } from "../../upstream/types.ts";
import { defineSource } from "../define.ts";
import { html, says } from "../kit/html.ts";
import { leadingDate } from "../kit/values.ts";
import { BROWSER, SearchItem, searchText } from "./item.ts";
import { request } from "./yahoo-request.ts";
import { shown, target } from "./yahoo-row.ts";

const judge = (response: HttpResponse): SourceError | undefined =>
  response.status === 999 || (response.status === 500 && /error 999/i.test(decodeText(response).slice(0, 20_000)))
    ? new SourceError("blocked", "Yahoo refuses this address for now (error 999).")
    : undefined;

/** The words of the empty page, the consent page and the refusal are from memory: no recording of them exists. */
export const yahoo = defineSource({
  id: "yahoo",
  title: "Yahoo",
  docs: "https://help.yahoo.com/kb/search-for-desktop",
  terms: "no official API; shows Bing's index",
  query: searchText("words to search the web for; site:, quotes and - pass through", "rxjs backpressure"),
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
