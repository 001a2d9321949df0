import { combineLatest, filter, map, merge, mergeMap, type Observable, of, switchMap, take, toArray } from "rxjs";
import { z } from "zod";
import { flag } from "../../../pipelines/parameters.ts";
import { HttpUrl } from "../../../sources/kit/values/fields.ts";
import type { hreflang as announcing } from "../../../sources/page/hreflang/index.ts";
import type { html_meta } from "../../../sources/page/html_meta.ts";
import type { sitemap } from "../../../sources/page/sitemap/index.ts";
import { otherHost, sameAddress } from "../../../standards/addresses.ts";
import { defineAnalysis } from "../../define.ts";
import { pageUrl } from "../../queries.ts";
import { gathered } from "../../settled-result.ts";
import { shareReplayLatest } from "../../share-replay.ts";
import type { SourceClient } from "../../source-client.ts";
import { alternateProblems } from "../alternates.ts";
import { known } from "../known.ts";
import { answer } from "./answer.ts";
import { announcerOf, canonicalOf, declaredOf, tagsOf, verdictOf } from "./fold.ts";

/** Reading ten alternates takes its time. */
const PATIENCE_MS = 30_000;

/** So many entries of a sitemap are looked through for the page. */
const MAX_ENTRIES = 50_000;

/** In which languages a page says it is there, and what is wrong with how it says so. */
export const hreflang = defineAnalysis({
  path: "/seo/hreflang",
  title: "hreflang alternates",
  describe:
    "The alternates that a page announces in other languages and countries, in its head, headers and sitemap, judged one by one and as a set.",
  q: {
    describe: "a page's URL or a domain",
    example: "https://www.garmin.com/en-US/c/sports-fitness/",
    schema: pageUrl,
  },
  parameters: {
    reciprocal: flag(false).describe("read up to 10 alternates, and say whether they announce this page too"),
    in_sitemap: flag(false).describe("look for the page's alternates in the site's sitemap, too"),
  },
  sources: { hreflang: { kind: "primary", ms: PATIENCE_MS }, html_meta: "primary", sitemap: "enriching" },
  budgetMs: 15_000,
  understood: z.object({ url: HttpUrl }),
  answer,
  from: {
    tags: ["hreflang"],
    declared: ["hreflang", "html_meta"],
    canonical: ["html_meta", "hreflang"],
    problems: ["hreflang"],
    verdict: ["hreflang"],
  },
  fields: { "declared.page_language": ["html_meta"] },
  limits: ["Judged by published rules: whether a search engine heeds the tags is not told."],
  csv: "tags",
  run: ({ input, parameters: { reciprocal, in_sitemap }, ask, section, understood, limit, warning }) => {
    const meta$ = ask.answer<typeof html_meta>("html_meta", input).pipe(map(({ items: [page] }) => page));
    const sitemap$ = in_sitemap ? meta$.pipe(switchMap((page) => sitemapWith(page?.url ?? input, ask))) : of(undefined);
    const alternates$ = sitemap$.pipe(
      switchMap((address) =>
        ask.items<typeof announcing>("hreflang", input, { options: { reciprocal, sitemap: address } }),
      ),
      toArray(),
      shareReplayLatest(),
    );
    const judged$ = combineLatest([alternates$, meta$]).pipe(
      map(([alternates, meta]) => {
        const page = announcerOf(alternates, meta, input);
        return { alternates, page, problems: alternateProblems(alternates, page) };
      }),
    );
    return merge(
      understood(meta$.pipe(map((page) => ({ url: page?.url ?? input })))),
      meta$.pipe(
        known((page) => page && otherHost(input, page.url)),
        map(warning),
      ),
      section("tags", alternates$.pipe(map(tagsOf))),
      section("declared", judged$.pipe(map(({ alternates, page }) => declaredOf(alternates, page)))),
      section(
        "canonical",
        combineLatest([alternates$.pipe(gathered()), meta$]).pipe(
          filter(([{ answered }, meta]) => answered || meta !== undefined),
          map(
            ([
              {
                items: [alternates = []],
              },
              meta,
            ]) => canonicalOf(announcerOf(alternates, meta, input)),
          ),
        ),
      ),
      section("problems", judged$.pipe(map(({ problems }) => problems))),
      section("verdict", judged$.pipe(map(({ problems }) => verdictOf(problems)))),
      alternates$.pipe(
        gathered(),
        mergeMap(({ items: [alternates] }) =>
          alternates?.length === 0 ? [limit("The page announces no alternates in other languages.")] : [],
        ),
      ),
    );
  },
});

/** The sitemap that has alternates of the page; undefined where none is found. */
const sitemapWith = (page: string, ask: Pick<SourceClient<"sitemap">, "items">): Observable<string | undefined> =>
  ask.items<typeof sitemap>("sitemap", new URL("/", page).href, { options: { expand: true, limit: MAX_ENTRIES } }).pipe(
    filter(({ url, alternates }) => url !== undefined && alternates.length > 0 && sameAddress(url, page)),
    take(1),
    gathered(),
    map(({ items: [entry] }) => entry?.sitemap),
  );
