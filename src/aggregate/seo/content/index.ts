import { catchError, EMPTY, filter, forkJoin, map, merge, mergeMap, switchMap, tap, toArray } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { knowsStopTermsOf } from "../../../language/stop-lists.ts";
import { HttpUrl } from "../../../sources/kit/values/fields.ts";
import type { headings } from "../../../sources/page/headings.ts";
import type { html_meta } from "../../../sources/page/html_meta.ts";
import type { http_headers } from "../../../sources/page/http_headers/index.ts";
import type { links } from "../../../sources/page/links.ts";
import type { opengraph } from "../../../sources/page/opengraph/index.ts";
import type { readability } from "../../../sources/page/readability/index.ts";
import type { structured_data } from "../../../sources/page/structured_data/index.ts";
import { otherHost } from "../../../standards/addresses.ts";
import { catchToUndefined } from "../../catch-to-undefined.ts";
import { defineAnalysis } from "../../define.ts";
import { language } from "../../parameters.ts";
import { twoLetters } from "../../prompt/language.ts";
import { pageUrl } from "../../queries.ts";
import type { Gathered } from "../../settled-result.ts";
import { shareReplayLatest } from "../../share-replay.ts";
import type { SourceClient } from "../../source-client.ts";
import { known } from "../known.ts";
import { answer } from "./answer.ts";
import { densitiesOf, shown } from "./densities.ts";
import { judged } from "./judged.ts";
import { NETWORKS, networksOf } from "./networks.ts";
import type { Measures } from "./page.ts";
import { prompt } from "./prompt.ts";
import { bodyOf, headingsAt, headingsOf, linksOf, metaOf, readabilityOf, titleOf } from "./sections.ts";
import { sharesOf } from "./shares.ts";

const keyword = z
  .string()
  .trim()
  .min(1, { error: "must not be blank" })
  .max(120, { error: "must have at most 120 characters" })
  .optional()
  .describe("the phrase that the page is judged against");

/** A page as its readers and engines see it, and what to change. */
export const content = defineAnalysis({
  path: "/seo/content",
  title: "Content of a page",
  describe:
    "Reads one page's title, meta data, headings, text, links and keyword densities, finds where it is discussed, and recommends what to change.",
  q: { describe: "a page's URL or a domain", example: "https://www.iana.org/help/example-domains", schema: pageUrl },
  parameters: { keyword, language: language("two letters, of the prompt; default: the page's language") },
  sources: {
    html_meta: "primary",
    headings: "primary",
    links: "primary",
    readability: "primary",
    opengraph: "primary",
    structured_data: "primary",
    http_headers: "enriching",
    ...NETWORKS,
  },
  budgetMs: 20_000,
  understood: z.object({ url: HttpUrl, language: z.string().optional(), keyword: z.string().optional() }),
  answer,
  from: {
    title: ["html_meta"],
    meta: ["html_meta", "opengraph", "structured_data"],
    body: ["readability"],
    headings: ["headings"],
    readability: ["readability"],
    keyword_density: ["readability"],
    links: ["links"],
    social_shares: ["hackernews", "reddit", "lemmy", "lobsters", "bluesky"],
    recommendations: ["html_meta", "headings", "links", "readability", "opengraph", "structured_data"],
    score: ["html_meta", "headings", "links", "readability", "opengraph", "structured_data"],
  },
  fields: {
    "meta.open_graph": ["opengraph"],
    "meta.twitter_card": ["opengraph"],
    "meta.structured_data_types": ["structured_data"],
  },
  limits: ["Scripts were not run: what a page loads later is not seen.", "Shares on closed networks are not public."],
  prompt,
  run: ({ input: url, parameters, ask, section, understood, limit, warning, now }) => {
    const meta$ = ask.answer<typeof html_meta>("html_meta", url).pipe(map(first));
    const measures$ = ask.answer<typeof readability>("readability", url).pipe(map(first));
    const headings$ = ask.answer<typeof headings>("headings", url).pipe(map(all));
    const readings$ = forkJoin({
      meta: meta$.pipe(map((meta) => meta ?? undefined)),
      headings: headings$,
      links: ask.answer<typeof links>("links", url).pipe(map(all)),
      social: ask.answer<typeof opengraph>("opengraph", url).pipe(map(first)),
      measures: measures$,
      entities: ask.answer<typeof structured_data>("structured_data", url).pipe(map(all)),
    }).pipe(shareReplayLatest());
    const language$ = forkJoin([meta$, measures$]).pipe(
      map(([meta, measures]) => parameters.language ?? twoLetters(meta?.lang) ?? measures?.lang),
    );
    /** What the text is in, which a page may declare wrongly, and which is not what the reader wants to be told in. */
    const spoken$ = measures$.pipe(map((measures) => measures?.lang ?? parameters.language));
    const densities$ = ask.items<typeof readability>("readability", url).pipe(
      switchMap(() => forkJoin([ask.extract(url), spoken$, meta$, headings$])),
      map(([{ raw_content: text = "" }, language = "", meta, outline = []]) =>
        densitiesOf({
          text,
          language,
          url: meta?.url ?? url,
          title: meta?.title,
          description: meta?.description,
          h1: headingsAt(outline, 1),
          keyword: parameters.keyword,
        }),
      ),
      shareReplayLatest(),
    );
    const judged$ = forkJoin({
      readings: readings$,
      densities: densities$.pipe(catchToUndefined),
      headers: pageOf(ask, url).pipe(
        switchMap(() => ask.answer<typeof http_headers>("http_headers", url)),
        map(first),
        catchToUndefined,
      ),
    }).pipe(
      mergeMap(({ readings, densities, headers }) => {
        const found = judged({ ...readings, densities, headers: headers?.summary });
        return found ? [found] : [];
      }),
      shareReplayLatest(),
    );
    const shares$ = pageOf(ask, url).pipe(
      switchMap((page) =>
        networksOf(ask, page.url).pipe(map((networks) => sharesOf(page.url, networks, new Date(now()).toISOString()))),
      ),
    );
    const measured$ = ask.items<typeof readability>("readability", url);
    return merge(
      understood(
        forkJoin([language$, meta$]).pipe(
          map(([language, meta]) => ({ url: meta?.url ?? url, language, keyword: parameters.keyword })),
        ),
      ),
      section(
        "title",
        forkJoin([ask.items<typeof html_meta>("html_meta", url), language$]).pipe(
          map(([meta, language = ""]) => titleOf(meta, language, parameters.keyword)),
        ),
      ),
      section("meta", readings$.pipe(map(metaOf))),
      section("body", measured$.pipe(map(bodyOf))),
      section("headings", ask.items<typeof headings>("headings", url).pipe(toArray(), map(headingsOf))),
      section(
        "readability",
        measured$.pipe(
          map(readabilityOf),
          filter((found) => found !== undefined),
        ),
      ),
      section("keyword_density", densities$.pipe(map(shown))),
      section("links", ask.items<typeof links>("links", url).pipe(toArray(), map(linksOf))),
      section("social_shares", shares$),
      section("recommendations", judged$.pipe(map(({ recommendations }) => recommendations))),
      section("score", judged$.pipe(map(({ score }) => score))),
      measures$.pipe(mergeMap(shortOf), map(limit)),
      measures$.pipe(
        mergeMap((measures) => measures?.warnings ?? []),
        map(warning),
      ),
      meta$.pipe(
        known((meta) => (meta ? otherHost(url, meta.url) : undefined)),
        map(warning),
      ),
      densities$.pipe(
        switchMap(() => language$),
        mergeMap(unknownWords),
        map(limit),
        catchError(() => EMPTY),
      ),
    );
  },
});

/** The only item; null where there is none, undefined where nothing was answered. */
const first = <T>({ items, answered }: Gathered<T>): T | null | undefined => items[0] ?? (answered ? null : undefined);

/** All items; undefined where nothing was answered. */
const all = <T>({ items, answered }: Gathered<T>): readonly T[] | undefined => (answered ? items : undefined);

/** The page itself; fails where it is none. */
const pageOf = (ask: Pick<SourceClient<string>, "page">, url: string) =>
  ask.page(url).pipe(
    tap(({ status }) => {
      if (status >= 400) throw new SourceError("not-found", `${url} answers with status ${status}.`);
    }),
  );

/** Why a text has no readability. */
function shortOf(measures: Measures | null | undefined): readonly string[] {
  if (measures === undefined || measures?.lix !== undefined) return [];
  return measures === null
    ? ["No main text was found: what needs one is absent."]
    : measures.words < 100
      ? [`Readability wants a text of 100 words; this one has ${measures.words}.`]
      : ["Readability is not measured: no scale was made for the script, or the text has no sentences."];
}

/** Why function words are among the terms. */
const unknownWords = (language: string | undefined): readonly string[] =>
  language !== undefined && knowsStopTermsOf(language)
    ? []
    : [`The function words of the text's language (${language ?? "unknown"}) are not known: they are among its terms.`];
