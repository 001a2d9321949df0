import { map } from "rxjs";
import { SourceError } from "../../errors.ts";
import type { HttpResponse } from "../../upstream/types.ts";
import { defineSource } from "../define.ts";
import { cachedReader } from "../kit/compose/cached-reader.ts";
import { steps } from "../kit/compose/steps.ts";
import { html, says } from "../kit/readers/html.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { BROWSER } from "../kit/requests/as-browser.ts";
import { get, postForm } from "../kit/requests/request.ts";
import { type SearchInput, searchText } from "../kit/requests/search.ts";
import { leadingDate } from "../kit/values/relative-dates.ts";
import { SearchItem } from "./item.ts";

const HOME = "https://www.startpage.com/";

/** A redirect to the captcha. */
const judge = ({ url }: HttpResponse): SourceError | undefined =>
  URL.parse(url)?.pathname.startsWith("/sp/captcha")
    ? new SourceError("blocked", "Startpage takes us for a bot and asks for a captcha.")
    : undefined;

/** The search form's token; a home page without one is a refusal. */
const token = html({
  request: (_: SearchInput) => get(HOME, {}, { session: "startpage" }),
  judge,
  rows: 'form#search input[name="sc"]',
  item: (input) => input.attr("value"),
  empty: [],
  blocked: ["body"],
});

const lastPage = 18;

const languageName = (code: string): string =>
  new Intl.DisplayNames(["en"], { type: "language" }).of(code)?.toLowerCase() ?? "english";

const SAFE = { off: "none", moderate: "moderate", strict: "heavy" } as const;

const DATES = { day: "d", week: "w", month: "m", year: "y" } as const;

const extra = { session: "startpage", headers: { origin: "https://www.startpage.com", referer: HOME } };

/** One page of a search; undefined beyond the last that is served. */
function request({ text, language, safe, time_range, sc, page }: SearchInput & { readonly sc: string } & PageRequest) {
  if (page > lastPage) return undefined;
  const name = languageName(language ?? "en");
  const form = {
    query: text,
    cat: "web",
    t: "device",
    sc,
    lui: "english",
    language: name,
    abp: 1,
    abd: 1,
    abe: 1,
    qsr: "all",
    qadf: SAFE[safe ?? "moderate"],
    with_date: time_range && DATES[time_range],
    ...(page > 1 && { page, segment: "startpage.udog" }),
  };
  return postForm("https://www.startpage.com/sp/search", form, extra);
}

const noResults = says("There are no results for this search");

export const startpage = defineSource({
  id: "startpage",
  title: "Startpage",
  docs: "https://support.startpage.com/",
  terms: "no official API; one request a second; refuses many data-centre addresses",
  query: searchText("words to search the web for", "rxjs backpressure"),
  verbatim: true,
  item: SearchItem,
  polite: { concurrency: 1, minIntervalMs: 1000, userAgent: BROWSER },
  backedBy: "google",
  read: steps(
    (input: SearchInput, context) =>
      cachedReader(3_600_000, token)(input, context).pipe(map((sc) => ({ ...input, sc }))),
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
