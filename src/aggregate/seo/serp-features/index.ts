import { combineLatest, map, merge, mergeMap, type Observable, of, switchMap, toArray } from "rxjs";
import { z } from "zod";
import type { bingImages } from "../../../sources/images/bing_images.ts";
import type { bingShopping } from "../../../sources/marketplace/bing_shopping.ts";
import type { related_questions } from "../../../sources/serp/related_questions.ts";
import type { Feature } from "../../../sources/serp/serp_features/features.ts";
import type { serp_features } from "../../../sources/serp/serp_features/index.ts";
import type { bingVideos } from "../../../sources/videos/bing_videos.ts";
import { defineAnalysis } from "../../define.ts";
import { language, oneOf, region, regionOf } from "../../parameters.ts";
import { askedWith, type Gathered, gathered } from "../../settled-result.ts";
import { keywordPhrase, languageOf } from "../keyword.ts";
import { known } from "../known.ts";
import { answer } from "./answer.ts";
import {
  featuresOf,
  imageOf,
  isBare,
  offerOf,
  otherOf,
  packOf,
  questionsOf,
  type Seen,
  snippetOf,
  videoOf,
} from "./fold.ts";

/** So many items stand in for those that a pack does not show. */
const STAND_INS = 10;

/** What stands on a page of results beside the results. */
export const serpFeatures = defineAnalysis({
  path: "/seo/serp-features",
  title: "Features of a page of results",
  describe:
    "What one engine's first page of results shows for a keyword beside the results: snippets, questions, images, videos, shopping, advertisements and the rest.",
  q: { describe: "a keyword phrase", example: "best running shoes", schema: keywordPhrase },
  parameters: {
    engine: oneOf(["bing", "google"], "bing", "whose page of results"),
    language: language(),
    region: region(),
  },
  sources: {
    serp_features: "primary",
    related_questions: "primary",
    bing_images: "enriching",
    bing_videos: "enriching",
    bing_shopping: "enriching",
  },
  budgetMs: 30_000,
  understood: z.object({
    keyword: z.string(),
    engine: z.string(),
    language: z.string(),
    region: z.string().optional(),
  }),
  answer,
  from: {
    features: ["serp_features"],
    featured_snippets: ["serp_features"],
    people_also_ask: ["related_questions", "serp_features"],
    image_packs: ["serp_features", "bing_images"],
    video_packs: ["serp_features", "bing_videos"],
    shopping: ["serp_features", "bing_shopping"],
    other: ["serp_features"],
  },
  fields: {
    "image_packs.items": ["serp_features", "bing_images"],
    "video_packs.items": ["serp_features", "bing_videos"],
    "shopping.items": ["serp_features", "bing_shopping"],
  },
  limits: ["The inventory is of one engine, one moment, one address, not signed in."],
  csv: "features",
  run: ({ q, parameters, ask, section, understood, limit }) => {
    const { engine } = parameters;
    const spoken = languageOf(parameters.language, q);
    const market = { language: spoken, region: parameters.region ?? regionOf(spoken) };
    const how = { options: { engine, ...market } };
    const seen$ = ask.items<typeof serp_features>("serp_features", q, how).pipe(toArray());
    const questions$ = ask.answer<typeof related_questions>("related_questions", q, how);
    /** A pack, with what a search for its kind finds where it is there and shows nothing: only of that same engine. */
    const pack = <Item, Out>(
      feature: Feature,
      others: () => Observable<Gathered<Item>>,
      show: (item: Item) => readonly Out[],
    ) =>
      seen$.pipe(
        switchMap((seen) =>
          askedWith(engine === "bing" && isBare(seen, feature) ? feature : undefined, others).pipe(
            map(({ items }) => packOf(seen, feature, items.flatMap(show).slice(0, STAND_INS))),
          ),
        ),
      );
    return merge(
      understood(of({ keyword: q, engine, ...market })),
      section("features", seen$.pipe(map((seen) => featuresOf(seen, engine)))),
      section("featured_snippets", seen$.pipe(map(snippetOf))),
      section(
        "people_also_ask",
        combineLatest([questions$, seen$.pipe(gathered())]).pipe(
          known(
            ([
              asked,
              {
                items: [seen],
              },
            ]) => (asked.answered || seen ? questionsOf(asked.items, seen ?? []) : undefined),
          ),
        ),
      ),
      section(
        "image_packs",
        pack("image_pack", () => ask.answer<typeof bingImages>("bing_images", q, { options: market }), imageOf),
      ),
      section(
        "video_packs",
        pack("video_carousel", () => ask.answer<typeof bingVideos>("bing_videos", q, { options: market }), videoOf),
      ),
      section(
        "shopping",
        pack("shopping", () => ask.answer<typeof bingShopping>("bing_shopping", q, { options: market }), offerOf),
      ),
      section("other", seen$.pipe(map(otherOf))),
      seen$.pipe(
        gathered(),
        mergeMap(({ items: [seen = []] }) => (engine === "google" ? bareIn(seen) : []).map(limit)),
      ),
    );
  },
});

const PACKS = { image_pack: "images", video_carousel: "videos", shopping: "offers" } as const;

/** A sentence for every pack whose items the page does not tell. */
const bareIn = (seen: readonly Seen[]): readonly string[] =>
  (["image_pack", "video_carousel", "shopping"] as const).flatMap((feature) =>
    isBare(seen, feature) ? [`The page shows ${PACKS[feature]}, and does not tell where they lead.`] : [],
  );
