import type { bingImages } from "../../../sources/images/bing_images.ts";
import type { bingShopping } from "../../../sources/marketplace/bing_shopping.ts";
import type { related_questions } from "../../../sources/serp/related_questions.ts";
import type { Feature } from "../../../sources/serp/serp_features/features.ts";
import type { serp_features } from "../../../sources/serp/serp_features/index.ts";
import type { ItemOf } from "../../../sources/source.ts";
import type { bingVideos } from "../../../sources/videos/bing_videos.ts";
import { siteOf } from "../../../standards/addresses.ts";
import { FEATURES } from "./answer.ts";

/** A feature as the page of results has it. */
export type Seen = ItemOf<typeof serp_features>;
type Question = ItemOf<typeof related_questions>;

const of = (seen: readonly Seen[], feature: Feature): Seen | undefined => seen.find((one) => one.feature === feature);

/** The whole inventory, what is not there too. */
export const featuresOf = (seen: readonly Seen[], engine: string) =>
  FEATURES.map((feature) => {
    const found = of(seen, feature);
    return {
      feature,
      present: found !== undefined,
      count: found?.count ?? 0,
      position: found?.position,
      engine: found?.engine ?? engine,
      items: found?.items ?? [],
    };
  });

export function snippetOf(seen: readonly Seen[]) {
  const found = of(seen, "featured_snippet");
  const url = found?.items.find((item) => item.url)?.url;
  return {
    present: found !== undefined,
    text: found?.snippet ?? found?.items[0]?.title,
    url,
    owner: url && siteOf(url),
  };
}

/** The questions, by the parser of questions, else as the inventory has them. */
export function questionsOf(questions: readonly Question[], seen: readonly Seen[]) {
  const block = of(seen, "people_also_ask");
  const asked =
    questions.length > 0
      ? questions.flatMap(({ title, snippet, url, host }) =>
          title ? [{ question: title, answer: snippet, url, source: host }] : [],
        )
      : (block?.items ?? []).map(({ title, url }) => ({ question: title, url }));
  return {
    present: asked.length > 0 || block !== undefined,
    count: Math.max(asked.length, block?.count ?? 0),
    questions: asked,
  };
}

/** What a pack shows: only what can be followed counts as an item. */
const shownIn = (found: Seen | undefined) =>
  (found?.items ?? []).flatMap(({ title, url }) => (url ? [{ title, url }] : []));

/** A pack that is there, but without an item that could be followed. */
export const isBare = (seen: readonly Seen[], feature: Feature): boolean => {
  const found = of(seen, feature);
  return found !== undefined && shownIn(found).length === 0;
};

/** A pack with its items: `others` stand in where it shows none. */
export function packOf<Item>(seen: readonly Seen[], feature: Feature, others: readonly Item[]) {
  const found = of(seen, feature);
  const own = shownIn(found);
  return {
    present: found !== undefined,
    count: found?.count ?? 0,
    position: found?.position,
    items: own.length > 0 ? own : found ? others : [],
    items_from: own.length === 0 && found && others.length > 0 ? ("another search" as const) : undefined,
  };
}

export const imageOf = ({ title, url, image }: ItemOf<typeof bingImages>) => (title ? [{ title, url, image }] : []);

export const videoOf = ({ title, url, duration, publisher }: ItemOf<typeof bingVideos>) => [
  { title, url, duration_s: duration, publisher },
];

export const offerOf = ({ title, url, price, currency, seller }: ItemOf<typeof bingShopping>) =>
  url ? [{ title, url, seller, price: price !== undefined && currency ? { amount: price, currency } : undefined }] : [];

/** What else stands on the page. */
export function otherOf(seen: readonly Seen[]) {
  const count = (feature: Feature) => of(seen, feature)?.count ?? 0;
  const there = (feature: Feature) => of(seen, feature) !== undefined;
  return {
    ads_top: count("ads_top"),
    ads_bottom: count("ads_bottom"),
    local_pack: there("local_pack"),
    knowledge_panel: there("knowledge_panel"),
    top_stories: there("top_stories"),
    ai_overview: there("ai_overview"),
    sitelinks: there("sitelinks"),
    related_searches: (of(seen, "related_searches")?.items ?? []).map(({ title }) => title),
    organic: count("organic"),
  };
}
