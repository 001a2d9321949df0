import type { related_questions } from "../../../sources/serp/related_questions.ts";
import type { serp_features } from "../../../sources/serp/serp_features/index.ts";
import type { ItemOf } from "../../../sources/source.ts";
import { siteOf } from "../../../standards/addresses.ts";

type Feature = ItemOf<typeof serp_features>;
type Question = ItemOf<typeof related_questions>;

const TOLD_APART = new Set([
  "organic",
  "no_results",
  "featured_snippet",
  "people_also_ask",
  "image_pack",
  "video_carousel",
  "shopping",
]);

/** The page of results without its results. */
export function featuresOf(features: readonly Feature[], related: readonly Question[]) {
  const at = (name: Feature["feature"]) => features.find(({ feature }) => feature === name);
  const [snippet, asked] = [at("featured_snippet"), at("people_also_ask")];
  const owner = snippet?.items.find(({ url }) => url)?.url;
  const questions = [
    ...new Set([...(asked?.items ?? []).map(({ title }) => title), ...related.flatMap(({ title }) => title ?? [])]),
  ];
  // The page of results itself was not read where only the questions answered.
  const seen = features.length > 0;
  const block = (name: Feature["feature"]) =>
    seen ? { present: at(name) !== undefined, count: at(name)?.count ?? 0 } : undefined;
  return {
    engine: features[0]?.engine ?? related[0]?.engine ?? "bing",
    featured_snippet: seen
      ? { present: snippet !== undefined, position: snippet?.position, owner: owner && siteOf(owner) }
      : undefined,
    people_also_ask: {
      present: asked !== undefined || related.length > 0,
      count: Math.max(asked?.count ?? 0, questions.length),
      questions,
    },
    images: block("image_pack"),
    videos: block("video_carousel"),
    shopping: block("shopping"),
    others: seen ? features.map(({ feature }) => feature).filter((feature) => !TOLD_APART.has(feature)) : undefined,
  };
}

/** The features in which a domain stands, besides the results themselves. */
export const featuresWith = (domain: string, features: readonly Feature[]): readonly string[] =>
  features
    .filter(({ feature, items }) => feature !== "organic" && items.some(({ url }) => url && siteOf(url) === domain))
    .map(({ feature }) => feature);
