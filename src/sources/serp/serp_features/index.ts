import { z } from "zod";
import { defineSource } from "../../define.ts";
import type { El } from "../../kit/html/dom.ts";
import { text } from "../../kit/requests/query.ts";
import { Count } from "../../kit/values/fields.ts";
import { excerpt } from "../../kit/values/text.ts";
import { type Engine, SerpItem, Shown } from "../item.ts";
import { PageOptions, resultPage } from "../result-page.ts";
import { type Block, bingBlocks, FEATURES, type Feature } from "./features.ts";
import { googleBlocks } from "./google.ts";

/* Bing's page as recorded in May 2026; Google's as recorded in 2023, since it is served to scripts only. */

interface Group {
  label: string | undefined;
  readonly text: string | undefined;
  readonly shown: Shown[];
  count: number;
  readonly position: number;
}

/** A feature's blocks as one: counted together, where the first of them stands. */
function merged(blocks: readonly Block[], doc: El, engine: Engine) {
  const groups = new Map<Feature, Group>();
  for (const [index, { feature, label, shown, count, text }] of blocks.entries()) {
    const group = groups.get(feature) ?? { label, text, shown: [], count: 0, position: index + 1 };
    // A block may be shown twice, beside the results and below them.
    const fresh = shown.filter(({ title }) => feature === "organic" || !group.shown.some((one) => one.title === title));
    group.shown.push(...fresh);
    group.count += Math.max(fresh.length, count ?? 0);
    group.label ??= label;
    groups.set(feature, group);
  }
  return [...groups].map(([feature, { label, text: said, shown, count, position }]) => ({
    title: label ?? feature.replaceAll("_", " "),
    url: doc.base,
    snippet: excerpt(said),
    feature,
    present: true,
    count: Math.max(count, feature === "no_results" ? 0 : 1),
    position,
    items: shown,
    engine,
  }));
}

export const serp_features = defineSource({
  id: "serp_features",
  title: "Features of a page of results",
  docs: "https://developers.google.com/search/docs/appearance/visual-elements-gallery",
  terms:
    "Bing's page; Google's wants scripts to be run, which takes a Chromium on this machine, and may refuse that too",
  query: text("what to search for", "hotels NYC", PageOptions),
  item: SerpItem.extend({
    feature: z.enum(FEATURES),
    present: z.boolean(),
    count: Count.describe("results, advertisements, questions … of it"),
    items: z.array(Shown).describe("what stands in it"),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: resultPage((doc, engine) => merged(engine === "bing" ? bingBlocks(doc) : googleBlocks(doc), doc, engine)),
});
