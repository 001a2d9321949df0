import { SourceError } from "../../errors.ts";
import type { HttpResponse } from "../../upstream/types.ts";
import { defineSource } from "../define.ts";
import { fallback } from "../kit/compose/steps.ts";
import type { El } from "../kit/html/dom.ts";
import { html, says } from "../kit/readers/html.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { acceptLanguage, BROWSER } from "../kit/requests/as-browser.ts";
import { furtherOn } from "../kit/requests/further.ts";
import { get } from "../kit/requests/request.ts";
import { type SearchInput, searchText } from "../kit/requests/search.ts";
import { SearchItem } from "./item.ts";

/* No recording of the search for other sites exists: its layout is as public scrapers of 2026 read it. */

const LANGUAGES = new Set(["ru", "en", "be", "fr", "de", "id", "kk", "tt", "tr", "uk"]);

const pageNumber = (page: number): number | undefined => (page > 1 ? page - 1 : undefined);

const FAMILY = { off: 0, moderate: 1, strict: 2 } as const;

/** No session: a visitor without cookies is refused less. */
const extra = (ask: SearchInput) => ({
  headers: {
    accept: "text/html",
    "accept-language": acceptLanguage(ask),
    ...(ask.safe && { cookie: `yp=2000000000.sp.family%3A${FAMILY[ask.safe]}` }),
  },
});

/** The search that Yandex offers other sites, over the whole web. */
const siteSearch = (ask: SearchInput & PageRequest) =>
  get(
    "https://yandex.com/search/site/",
    {
      text: ask.text,
      web: 1,
      frame: 1,
      tmpl_version: "releases",
      searchid: 3131712,
      lang: ask.language && LANGUAGES.has(ask.language) ? ask.language : undefined,
      p: pageNumber(ask.page),
    },
    extra(ask),
  );

function judge({ url, status, headers }: HttpResponse): SourceError | undefined {
  const captcha = headers["x-yandex-captcha"] === "captcha" || URL.parse(url)?.pathname.startsWith("/showcaptcha");
  if (captcha) return new SourceError("blocked", "Yandex takes us for a bot and asks for a captcha.");
  return status === 400 ? new SourceError("blocked", "Yandex refuses to answer (HTTP 400).") : undefined;
}

/** Cards among the results that are no pages: answers of Yandex's own, shops, polls. */
const CARDS = new Set(["neuro_answer", "ecommerce_constr", "products_additional_constr", "multiusurveys", "direct"]);

/** The snippet in short where it is folded, without the words on the fold. */
function snippet(row: El): string | undefined {
  const places = [
    ".extended-text__short",
    ".OrganicTextContentSpan",
    ".OrganicText",
    ".TextContainer",
    ".b-serp-item__text",
  ];
  const place = places.find((css) => row.text(css));
  return place && row.text(place)?.replace(/\s*(Читать ещё|Скрыть|Read more|Hide)$/, "");
}

const nothing = says("Ничего не нашли", "ничего не найдено", "Искомая комбинация слов нигде не встречается");

const further = furtherOn("p", 0, ".Pager a, .pager a");

/** The page of results, asked for in one of the two ways. */
const page = (pages: typeof siteSearch) =>
  html({
    pages,
    judge,
    rows: "li.serp-item, li[data-fast]",
    item: (row) => {
      const link = row.one("a.OrganicTitle-Link") ?? row.one("a.b-serp-item__title-link");
      const url = link?.link();
      const advert = row.attr("data-fast") === "2" || (url && /^https?:\/\/yabs\.yandex\./.test(url));
      if (!link || !url || advert || CARDS.has(row.attr("data-fast-name") ?? "")) return undefined;
      return {
        title: link.text(".OrganicTitle-LinkText") ?? link.text("h2") ?? link.text() ?? "",
        url,
        snippet: snippet(row),
        displayUrl: row.text(".Path, .organic__path, .b-serp-url"),
      };
    },
    empty: (doc) => doc.has("div.EmptySearchResults") || nothing(doc),
    blocked: [".CheckboxCaptcha", ".AdvancedCaptcha", 'form[action^="/checkcaptcha"]'],
    next: (doc, input, response) => (doc.has(".Pager, .pager") ? further(doc, input, response) : undefined),
  });

/** Countries by Yandex's own numbers of regions. */
const REGIONS: Readonly<Record<string, number>> = {
  BY: 149,
  DE: 96,
  FR: 124,
  GB: 102,
  KZ: 159,
  RU: 225,
  TR: 983,
  UA: 187,
  US: 84,
};

/** Yandex's own search. */
const fullSearch = (ask: SearchInput & PageRequest) =>
  get(
    "https://yandex.com/search/",
    { text: ask.text, lr: REGIONS[ask.region ?? ""], p: pageNumber(ask.page) },
    extra(ask),
  );

export const yandex = defineSource({
  id: "yandex",
  title: "Yandex",
  docs: "https://yandex.com/support/search/en/",
  terms: "the official API is paid and not used; a captcha meets addresses that ask much",
  query: searchText("words to search the web for; best for Russian, Ukrainian, Kazakh and Turkish", "купить велосипед"),
  verbatim: true,
  item: SearchItem,
  polite: { concurrency: 1, minIntervalMs: 2000, userAgent: BROWSER },
  read: fallback(page(siteSearch), page(fullSearch)),
});
