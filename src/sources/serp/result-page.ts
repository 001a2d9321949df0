import { z } from "zod";
import { SourceError } from "../../errors.ts";
import type { HttpResponse } from "../../upstream/types.ts";
import { changed } from "../kit/answers/answer.ts";
import { wallIn } from "../kit/answers/refusals.ts";
import { BROWSER, navigation } from "../kit/ask/as-browser.ts";
import { get } from "../kit/ask/request.ts";
import { marketOf, SearchOptions } from "../kit/ask/search.ts";
import { type El, parseHtml } from "../kit/html/dom.ts";
import type { PageAsk } from "../kit/readers/paged.ts";
import { plain } from "../kit/readers/plain.ts";
import { BING_BLOCKED } from "../kit/services/bing.ts";
import { bingTarget } from "../kit/web/bing.ts";
import { googleTarget } from "../kit/web/google.ts";
import type { Reader } from "../source.ts";
import { ENGINES, type Engine, type Shown } from "./item.ts";

/*
 * The first page of results of Bing or Google, as the server sends it. Google has served none to clients without scripts
 * since January 2025: its answer is then `blocked`.
 */

export const PageOptions = SearchOptions.pick({ language: true, region: true }).extend({
  engine: z.enum(ENGINES).default("bing"),
});
export type PageInput = { readonly text: string } & z.output<typeof PageOptions>;

function request({ text, engine, language, region }: PageInput & PageAsk) {
  const market = marketOf({ text, language, region });
  const headers = { ...navigation({ text, language, region }), "user-agent": BROWSER };
  const [lang, country] = [market?.language, market?.region];
  return engine === "google"
    ? get("https://www.google.com/search", { q: text, hl: lang, gl: country?.toLowerCase(), pws: 0 }, { headers })
    : get(
        "https://www.bing.com/search",
        { q: text, setlang: lang, cc: country, mkt: market && `${lang}-${country}` },
        { headers, session: "bing" },
      );
}

const HAS_RESULTS = {
  bing: "#b_results > li",
  google: "#rso, #search .g, div.tF2Cxc, .MjjYud, div.ZINbbc, #main .xpd, #botstuff, #topstuff, #tads",
};
const BLOCKED = [...BING_BLOCKED, "form#captcha-form", "div.g-recaptcha", 'form[action*="consent.google."]'].join(", ");

/** Whose page it is, by its own marks. */
function engineOf(doc: El, response: HttpResponse): Engine {
  if (doc.has(HAS_RESULTS.bing)) return "bing";
  if (doc.has(HAS_RESULTS.google)) return "google";
  if (doc.has(BLOCKED))
    throw new SourceError("blocked", "The engine answered with a captcha or a question for consent.");
  if (doc.has('noscript [content*="enablejs"], noscript [href*="enablejs"], [href*="/httpservice/retry/enablejs"]'))
    throw new SourceError("blocked", "Google answers browsers that run scripts only.");
  throw wallIn(response) ?? changed("The engine", doc.text("title") ?? "no page of results");
}

function judge(response: HttpResponse): SourceError | undefined {
  const url = URL.parse(response.url);
  if (url?.hostname === "sorry.google.com" || url?.pathname.startsWith("/sorry"))
    return new SourceError("blocked", "Google takes us for a bot and asks for a captcha.");
  return response.status === 429 ? wallIn(response) : undefined;
}

/** Reads one page of results: `items` is a pure function of it. */
export const resultPage = <Out>(
  items: (doc: El, engine: Engine, input: PageInput) => readonly Out[],
): Reader<PageInput, Out> =>
  plain({
    request,
    judge,
    items: (body, input, response) => {
      const doc = parseHtml(body, response.url);
      return items(doc, engineOf(doc, response), input);
    },
  });

/** Where a link of a page of results leads; undefined for advertisements and the engine's own pages. */
export const targetOf = (engine: Engine, link: El | undefined): string | undefined => {
  const address = link?.link();
  return engine === "bing" ? bingTarget(address) : googleTarget(address);
};

/** A link as what is shown. */
export const shown = (engine: Engine, link: El, title = link.text()): Shown[] =>
  title ? [{ title, url: targetOf(engine, link) }] : [];
