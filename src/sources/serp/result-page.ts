import { catchError, concatMap, map, mergeMap, of, throwError } from "rxjs";
import { z } from "zod";
import { SourceError, toSourceError } from "../../errors.ts";
import { decodeText } from "../../upstream/charset.ts";
import type { HttpResponse } from "../../upstream/types.ts";
import { type El, parseHtml } from "../kit/html/dom.ts";
import { plain } from "../kit/readers/plain.ts";
import { BROWSER, navigation } from "../kit/requests/as-browser.ts";
import { get } from "../kit/requests/request.ts";
import { marketOf, SearchOptions } from "../kit/requests/search.ts";
import { changed } from "../kit/responses/answer.ts";
import { refusalOf, wallIn } from "../kit/responses/refusals.ts";
import { BING_BLOCKED } from "../kit/services/bing.ts";
import { bingTarget } from "../kit/web/bing.ts";
import { googleTarget } from "../kit/web/google.ts";
import type { ReadContext, Reader } from "../source.ts";
import { ENGINES, type Engine, type Shown } from "./item.ts";

/*
 * The first page of results of Bing or Google, as the server sends it. Google has served none to clients without scripts
 * since January 2025: a browser is then asked to run them. A captcha is `blocked`, with scripts or without.
 */

export const PageOptions = SearchOptions.pick({ language: true, region: true }).extend({
  engine: z.enum(ENGINES).default("bing"),
});
export type PageInput = { readonly text: string } & z.output<typeof PageOptions>;

function request({ text, engine, language, region }: PageInput) {
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

const SCRIPTS = 'noscript [content*="enablejs"], noscript [href*="enablejs"], [href*="/httpservice/retry/enablejs"]';

/** Google's page for who runs no scripts: nothing but the wish that they were run. */
const wantsScripts = (doc: El): boolean =>
  doc.has(SCRIPTS) && !doc.has(HAS_RESULTS.bing) && !doc.has(HAS_RESULTS.google) && !doc.has(BLOCKED);

/** Whose page it is, by its own marks. */
function engineOf(doc: El, response: HttpResponse): Engine {
  if (doc.has(HAS_RESULTS.bing)) return "bing";
  if (doc.has(HAS_RESULTS.google)) return "google";
  if (doc.has(BLOCKED))
    throw new SourceError("blocked", "The engine answered with a captcha or a question for consent.");
  if (doc.has(SCRIPTS)) throw new SourceError("blocked", "Google did not show its results to a browser either.");
  throw wallIn(response) ?? changed("The engine", doc.text("title") ?? "no page of results");
}

function judge(response: HttpResponse): SourceError | undefined {
  const url = URL.parse(response.url);
  if (url?.hostname === "sorry.google.com" || url?.pathname.startsWith("/sorry"))
    return new SourceError("blocked", "Google takes us for a bot and asks for a captcha.");
  return response.status === 429 ? wallIn(response) : undefined;
}

/** What is said instead of a page to who runs no scripts. */
const WANTS_SCRIPTS = { wantsScripts: true } as const;
const isRead = <Out extends object>(item: Out | typeof WANTS_SCRIPTS): item is Out =>
  !Object.hasOwn(item, "wantsScripts");

/**
 * Reads one page of results: `items` is a pure function of it. Where Google asks for scripts a browser of this machine
 * runs them; what it says to that is its answer.
 */
export function resultPage<Out extends object>(
  items: (doc: El, engine: Engine, input: PageInput) => readonly Out[],
): Reader<PageInput, Out> {
  const itemsOf = (doc: El, input: PageInput, response: HttpResponse) => items(doc, engineOf(doc, response), input);
  const asSent = plain<PageInput, Out | typeof WANTS_SCRIPTS>({
    request,
    judge,
    items: (body, input, response) => {
      const doc = parseHtml(body, response.url);
      return wantsScripts(doc) ? [WANTS_SCRIPTS] : itemsOf(doc, input, response);
    },
  });
  const inBrowser: Reader<PageInput, Out> = (input, context) => {
    const { url } = request(input);
    const items$ = context.upstream.render({ url }).pipe(
      map((page) => {
        const refused = judge(page) ?? refusalOf(page);
        if (refused) throw refused;
        return itemsOf(parseHtml(decodeText(page), page.url), input, page);
      }),
      catchError((error) => throwError(() => unread(error))),
    );
    return context.cached(`rendered ${url}`, items$, { way: "browser" }).pipe(mergeMap((found) => found));
  };
  return (input, context) =>
    asSent(input, input.engine === "google" ? inWay("google", context) : context).pipe(
      concatMap((item) => (isRead(item) ? of(item) : inBrowser(input, context))),
    );
}

/** What Google refuses is no reason to leave Bing alone. */
const inWay = (way: string, context: ReadContext): ReadContext => ({
  ...context,
  cached: (name, value$, holding) => context.cached(name, value$, { ...holding, way }),
});

function unread(error: unknown): SourceError {
  const failure = toSourceError(error);
  if (failure.kind === "blocked" || failure.kind === "changed") return failure;
  const both = `Google answers browsers that run scripts only, and the one here did not help: ${failure.message}`;
  return new SourceError("blocked", both, { cause: failure, rests: false });
}

/** Where a link of a page of results leads; undefined for advertisements and the engine's own pages. */
export const targetOf = (engine: Engine, link: El | undefined): string | undefined => {
  const address = link?.link();
  return engine === "bing" ? bingTarget(address) : googleTarget(address);
};

/** A link as what is shown. */
export const shown = (engine: Engine, link: El, title = link.text()): Shown[] =>
  title ? [{ title, url: targetOf(engine, link) }] : [];
