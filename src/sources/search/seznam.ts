import { map } from "rxjs";
import { SourceError } from "../../errors.ts";
import type { HttpResponse } from "../../upstream/types.ts";
import { defineSource } from "../define.ts";
import { cachedReader } from "../kit/compose/cached-reader.ts";
import { steps } from "../kit/compose/steps.ts";
import type { El } from "../kit/html/dom.ts";
import { html, says } from "../kit/readers/html.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { BROWSER } from "../kit/requests/as-browser.ts";
import { get, params } from "../kit/requests/request.ts";
import { type SearchInput, searchText } from "../kit/requests/search.ts";
import { SearchItem } from "./item.ts";

/* Written from SearXNG's engine, without a recording of the page. */

/** The page with the form. */
const HOME = "https://search.seznam.cz/";

/** What every request carries. */
const extra = { session: "seznam", headers: { "accept-language": "cs,en;q=0.5" } };

/** A redirect to the captcha. */
const judge = ({ url }: HttpResponse): SourceError | undefined =>
  URL.parse(url)?.pathname.startsWith("/verify")
    ? new SourceError("blocked", "Seznam takes us for a bot and asks for a captcha.")
    : undefined;

/** The search form's hidden inputs, as a query string; its cookies stay in the session. */
const hidden = html({
  request: (_: SearchInput) => get(HOME, {}, extra),
  judge,
  rows: (doc) => (doc.has('input[name="q"]') ? [doc] : []),
  item: (doc) => {
    const inputs = doc.all('input[type="hidden"][name]').map((input) => [input.attr("name"), input.attr("value")]);
    return params(Object.fromEntries(inputs)).toString();
  },
  empty: [],
});

const OWN = /(^|\.)(seznam|imedia|sklik)\.cz$/;

/** The links of the organic results: a heading's link to somewhere else that is not marked as an advertisement. */
const links = (doc: El): El[] =>
  doc
    .all('#searchpage-root h3 a[href^="http"]')
    .filter(
      (link) => !OWN.test(new URL(link.link() ?? HOME).hostname) && !link.closest('[data-dot="ad"], [data-dot^="ad-"]'),
    );

/** The widest element around a link that holds this one heading only: class names change with every build. */
function around(link: El): El | undefined {
  let widest = link.closest("div");
  for (let up = widest; up && !up.matches("#searchpage-root") && up.all("h3").length === 1; up = up.closest("div"))
    widest = up;
  return widest;
}

/** The longest text of a result's innermost blocks, its heading and address aside. */
const snippetOf = (result: El): string | undefined =>
  result
    .all("div, p, span")
    .filter((block) => !block.has("div, p, h3") && !block.closest("h3, a"))
    .flatMap((block) => block.text() ?? [])
    .reduce((longest, text) => (text.length > longest.length ? text : longest), "");

/** The page of results, asked for with the form's hidden inputs. */
const results = html({
  pages: ({ text, form, page }: SearchInput & { readonly form: string } & PageRequest) =>
    get(
      HOME,
      {
        q: text,
        oq: text,
        ...Object.fromEntries(new URLSearchParams(form)),
        from: page > 1 ? (page - 1) * 10 : null,
      },
      extra,
    ),
  judge,
  rows: links,
  item: (link) => {
    const result = around(link);
    return { title: link.text() ?? "", url: link.link() ?? "", snippet: result && snippetOf(result) };
  },
  empty: says("nebylo nic nalezeno", "Nenašli jsme"),
  blocked: ['form[action*="/verify"]'],
});

export const seznam = defineSource({
  id: "seznam",
  title: "Seznam",
  docs: "https://napoveda.seznam.cz/cz/fulltext-hledani-v-internetu/",
  evidence: "documentation",
  terms: "no official API; one request a second",
  query: searchText("words to search the Czech web for", "jízdní řády Praha"),
  verbatim: true,
  item: SearchItem,
  polite: { concurrency: 1, minIntervalMs: 1000, userAgent: BROWSER },
  read: steps(
    (input: SearchInput, context) =>
      cachedReader(3_600_000, hidden)(input, context).pipe(map((form) => ({ ...input, form }))),
    results,
  ),
});
