import { SourceError } from "../../errors.ts";
import type { HttpResponse } from "../../upstream/types.ts";
import type { El } from "../kit/dom.ts";
import { html, says } from "../kit/html.ts";
import type { PageAsk } from "../kit/paged.ts";
import { get, params } from "../kit/request.ts";
import type { SearchInput } from "./item.ts";

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
export const hidden = html({
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
export const results = html({
  pages: ({ text, form, page }: SearchInput & { readonly form: string } & PageAsk) =>
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
