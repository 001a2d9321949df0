import { map } from "rxjs";
import { defineSource } from "../define.ts";
import { steps } from "../kit/compose.ts";
import { html, says } from "../kit/html.ts";
import { kept } from "../kit/kept.ts";
import { leadingDate } from "../kit/values.ts";
import { BROWSER, type SearchInput, SearchItem, searchText } from "./item.ts";
import { judge, request, token } from "./startpage-form.ts";

const noResults = says("There are no results for this search");

export const startpage = defineSource({
  id: "startpage",
  title: "Startpage",
  docs: "https://support.startpage.com/",
  terms: "no official API; one request a second; refuses many data-centre addresses",
  query: searchText("words to search the web for", "rxjs backpressure"),
  item: SearchItem,
  polite: { concurrency: 1, minIntervalMs: 1000, userAgent: BROWSER },
  backedBy: "google",
  read: steps(
    (input: SearchInput, context) => kept(3_600_000, token)(input, context).pipe(map((sc) => ({ ...input, sc }))),
    html({
      pages: request,
      judge,
      rows: ".result:has(a.result-title)",
      item: (row, _input, _doc, context) => {
        const url = row.link("a.result-title");
        if (!url || url.includes("/av/proxy") || row.closest("#sponsored, .a-gl")) return undefined;
        return {
          title: row.text("a.result-title h2") ?? row.text("a.result-title") ?? "",
          url,
          ...leadingDate(row.text("p.description"), context.now()),
          displayUrl: row.text("a.wgl-display-url .default-link-text") ?? row.text("a.wgl-display-url"),
          siteName: row.text("a.wgl-site-title"),
        };
      },
      empty: (doc) => doc.has(".no-results") || noResults(doc),
      blocked: ['form[action*="/sp/captcha"]'],
      // A page without the button "Next" is the last one.
      next: (doc) => (!doc.has(".pagination") || doc.has('.pagination form[aria-label$="Next"]') ? undefined : null),
    }),
  ),
});
