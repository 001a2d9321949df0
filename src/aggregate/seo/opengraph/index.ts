import {
  catchError,
  combineLatest,
  concat,
  filter,
  last,
  map,
  merge,
  type Observable,
  of,
  switchMap,
  toArray,
} from "rxjs";
import { z } from "zod";
import { toSourceError } from "../../../errors.ts";
import { flag } from "../../../pipelines/parameters.ts";
import { HttpUrl } from "../../../sources/kit/values/fields.ts";
import type { html_meta } from "../../../sources/page/html_meta.ts";
import type { opengraph as openGraphSource } from "../../../sources/page/opengraph/index.ts";
import type { structured_data } from "../../../sources/page/structured_data/index.ts";
import type { Draft, ItemOf } from "../../../sources/source.ts";
import { otherHost } from "../../../standards/addresses.ts";
import { catchToUndefined } from "../../catch-to-undefined.ts";
import { defineAnalysis } from "../../define.ts";
import { pageUrl } from "../../queries.ts";
import { shareReplayLatest } from "../../share-replay.ts";
import type { SourceClient } from "../../source-client.ts";
import { known } from "../known.ts";
import { type Answer, answer } from "./answer.ts";
import { jsonLdOf } from "./entities.ts";
import { judgementOf } from "./findings.ts";
import { isImage, isImageRead, openGraphOf, type Tags, twitterCardOf } from "./tags.ts";

/** How a page shows where it is shared: Open Graph, Twitter card and structured data, judged by their published rules. */
export const opengraph = defineAnalysis({
  path: "/seo/opengraph",
  title: "Open Graph, Twitter Card and JSON-LD",
  describe:
    "Validates a page's Open Graph tags, Twitter card and structured data by their published rules, with findings and a preview.",
  q: { describe: "a page's URL or a domain", example: "https://www.iana.org/help/example-domains", schema: pageUrl },
  parameters: {
    check_image: flag(true).describe("whether the preview image can be fetched and is one"),
  },
  sources: { opengraph: "primary", structured_data: "primary", html_meta: "primary" },
  budgetMs: 15_000,
  understood: z.object({ url: HttpUrl }),
  answer,
  from: {
    open_graph: ["opengraph"],
    twitter_card: ["opengraph"],
    json_ld: ["structured_data"],
    preview: ["opengraph", "html_meta"],
    findings: ["opengraph", "structured_data", "html_meta"],
    verdict: ["opengraph", "structured_data", "html_meta"],
  },
  limits: ["Judged by published rules, not by the networks' own crawlers."],
  run: ({ input, parameters, ask, section, understood, warning, limit }) => {
    const tags$ = ask.items<typeof openGraphSource>("opengraph", input).pipe(toArray());
    const jsonLd$ = ask.items<typeof structured_data>("structured_data", input).pipe(toArray(), map(jsonLdOf));
    const meta$ = ask.items<typeof html_meta>("html_meta", input);
    const openGraph$ = tags$.pipe(
      switchMap(([tags]) => imageOk(tags?.image, parameters.check_image, ask).pipe(map((ok) => openGraphOf(tags, ok)))),
      shareReplayLatest(),
    );
    const card$ = tags$.pipe(
      switchMap(([tags]) =>
        imageOk(cardImageOf(tags), parameters.check_image, ask).pipe(map((ok) => twitterCardOf(tags, ok))),
      ),
      shareReplayLatest(),
    );
    const judgement$ = combineLatest({
      openGraph: openGraph$.pipe(catchToUndefined),
      twitterCard: card$.pipe(catchToUndefined),
      jsonLd: jsonLd$.pipe(catchToUndefined),
      page: meta$.pipe(catchToUndefined),
    }).pipe(
      filter(({ openGraph, jsonLd }) => openGraph !== undefined || jsonLd !== undefined),
      map(({ page, ...judged }) => judgementOf({ ...judged, canonical: page?.canonical })),
      shareReplayLatest(),
    );
    const preview$ = combineLatest([tags$.pipe(catchToUndefined), meta$.pipe(catchToUndefined)]).pipe(
      filter(([tags, page]) => tags !== undefined || page !== undefined),
      map(([tags, page]) => previewOf(input, tags?.[0], page)),
    );
    return merge(
      understood(
        meta$.pipe(
          catchToUndefined,
          map((page) => ({ url: page?.url ?? input })),
        ),
      ),
      meta$.pipe(
        catchToUndefined,
        known((page) => page && otherHost(input, page.url)),
        map(warning),
      ),
      openGraph$.pipe(
        last(undefined, undefined),
        catchToUndefined,
        known((tags) => unseenImage(tags, parameters.check_image)),
        map(limit),
      ),
      section("open_graph", openGraph$),
      section("twitter_card", card$),
      section("json_ld", jsonLd$),
      section("preview", preview$),
      section("findings", judgement$.pipe(map(({ findings }) => findings))),
      section("verdict", judgement$.pipe(map(({ verdict }) => verdict))),
    );
  },
});

/** Whether the preview image can be had, once that is known; before, and where it is not to be looked at, undefined. */
const imageOk = (
  image: string | undefined,
  wanted: boolean,
  ask: Pick<SourceClient<string>, "head" | "page">,
): Observable<boolean | undefined> =>
  wanted && image !== undefined ? concat(of(undefined), lookedAt(image, ask)) : of(undefined);

/** The card's own image, where it is another than Open Graph's. */
const cardImageOf = (tags: Tags | undefined): string | undefined =>
  tags?.twitterImage === tags?.image ? undefined : tags?.twitterImage;

/**
 * Whether an address answers with an image: by HEAD, and where that shows none, by GET, for many servers answer HEAD with an error.
 * Undefined where we were refused or could not reach it: others may.
 */
const lookedAt = (image: string, ask: Pick<SourceClient<string>, "head" | "page">): Observable<boolean | undefined> =>
  ask.head(image).pipe(
    map(isImage),
    catchError(() => of(false)),
    switchMap((shown) => (shown ? of(true) : ask.page(image).pipe(map(isImageRead)))),
    catchError((error: unknown) => of(toSourceError(error).kind === "too-large" ? false : undefined)),
  );

/** A sentence where the preview image could not be looked at. */
const unseenImage = (tags: Draft<Answer["open_graph"]> | undefined, wanted: boolean): string | undefined =>
  wanted && tags?.image && tags.image_ok === undefined
    ? "The preview image could not be fetched from here: whether it can be used is not known."
    : undefined;

/** What a messenger shows: Open Graph first, then the card, then the page's own words. */
function previewOf(
  url: string,
  tags: Tags | undefined,
  page: ItemOf<typeof html_meta> | undefined,
): Draft<Answer["preview"]> {
  // The source's title may be the page's own, where Open Graph names none.
  const stated = (name: string, value: string | undefined) => (tags?.fallbacks?.includes(name) ? undefined : value);
  return {
    title: stated("title", tags?.title) ?? tags?.twitterTitle ?? page?.title,
    description: stated("description", tags?.description) ?? tags?.twitterDescription ?? page?.description,
    image: tags?.image ?? tags?.twitterImage,
    host: new URL(tags?.url ?? page?.url ?? url).hostname,
  };
}
