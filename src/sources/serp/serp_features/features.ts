import type { El } from "../../kit/html/dom.ts";
import type { Shown } from "../item.ts";
import { shown } from "../result-page.ts";

export const FEATURES = [
  "organic",
  "ads_top",
  "ads_bottom",
  "featured_snippet",
  "answer",
  "people_also_ask",
  "knowledge_panel",
  "local_pack",
  "sitelinks",
  "image_pack",
  "video_carousel",
  "top_stories",
  "shopping",
  "related_searches",
  "ai_overview",
  "no_results",
] as const;
export type Feature = (typeof FEATURES)[number];

/** A block of a page: its feature, what stands in it, and how it calls itself. */
export interface Block {
  readonly feature: Feature;
  readonly label?: string | undefined;
  readonly shown: readonly Shown[];
  /** Where more is counted than can be named. */
  readonly count?: number;
  /** What an answer or a snippet says. */
  readonly text?: string | undefined;
}

/** Blocks by the words that stand above them. */
const HEADINGS: readonly (readonly [RegExp, Feature])[] = [
  [/^(images (of|for)|images$|bilder|image result)/i, "image_pack"],
  [/^(videos?( of| for)?\b|short videos)/i, "video_carousel"],
  [/^(top stories|news( about)?\b|in the news|latest news)/i, "top_stories"],
  [/^(places|map results|local results|businesses|hotels near|restaurants near)/i, "local_pack"],
  [/^(shop\b|shopping|popular products|sponsored products|products|in stores nearby)/i, "shopping"],
  [/^(people also ask|others (also )?ask)/i, "people_also_ask"],
  [
    /^(related searches|people also search|related topics|deep dive into|explore further|searches related)/i,
    "related_searches",
  ],
  [/^ai overview/i, "ai_overview"],
  [/^featured snippet/i, "featured_snippet"],
];

export const byHeading = (heading: string | undefined): Feature | undefined =>
  HEADINGS.find(([words]) => words.test(heading ?? ""))?.[1];

export const links = (engine: "bing" | "google", block: El, css: string): Shown[] =>
  block
    .all(css)
    .slice(0, 50)
    .flatMap((link) => shown(engine, link));

/** Bing marks answers by classes of their own, else by headings. */
const MARKED: readonly (readonly [string, Feature, string])[] = [
  [".b_vidAns, .vsa", "video_carousel", ".mc_vtvc_title, .mc_vtvc:not(:has(.mc_vtvc_title))"],
  [".b_imgans, .b_imgAns, #imgans, .imgpt", "image_pack", "a.iusc, .imgpt a, a img"],
  [".b_nwsAns, .b_nws, .nws_itm, #nws_ht", "top_stories", "a.title, .na_t, h4 a"],
  ["#df_listaa, .df_alsoAsk, [data-tag^='RelatedQnA']", "people_also_ask", ".df_qntext, [data-tag='RelatedQnA.Item']"],
  [".b_localA, .lMapContainer, #lMapContainer, .b_lmtd", "local_pack", ".b_localA a h2, .lc_content h2"],
  [".b_pAd, .pa_carousel, .br-offers, .slbadsContainer", "shopping", ".br-title, .pa_title"],
  [".b_rs, .b_rrsr", "related_searches", ".b_rs a, .b_rrsr a"],
];

function bingAnswer(block: El): Block[] {
  const heading = block.text("h2, h3");
  const text = block.text() ?? "";
  const mark = MARKED.find(([css]) => block.matches(css) || block.has(css));
  const feature = mark?.[1] ?? byHeading(heading);
  if (feature) {
    const named = mark ? block.all(mark[2]) : [];
    const items = named.slice(0, 50).flatMap((el): Shown[] => {
      const title = el.text();
      return el.attr("href") ? shown("bing", el) : title ? [{ title }] : [];
    });
    const all = items.length > 0 ? items : links("bing", block, "a[href]");
    return [{ feature, label: heading, shown: all, ...(named.length > all.length && { count: named.length }) }];
  }
  if (!block.matches(".b_top") && !block.has(".b_focusTextLarge, .b_focusText, .b_rich")) return [];
  const named = links("bing", block, "h2 a[href], h3 a[href], cite a[href], a.b_attribution");
  const quoted = block.has(".b_focusTextLarge, .rwrl, .b_lBottom") && named.length === 1;
  const answer: Block = { feature: quoted ? "featured_snippet" : "answer", label: heading, shown: named, text };
  return /generated (using|by|with) AI/i.test(text)
    ? [answer, { feature: "ai_overview", label: heading, shown: named }]
    : [answer];
}

/** The blocks of a page of Bing's, from above; those beside the results last. */
export function bingBlocks(doc: El): Block[] {
  let organic = false;
  return doc.all("#b_results > li, #b_context > li").flatMap((block): Block[] => {
    if (block.matches(".b_algo")) {
      organic = true;
      const title = links("bing", block, "h2 a").slice(0, 1);
      const own: Block = { feature: "organic", label: "Results", count: 1, shown: title };
      const below = links("bing", block, ".b_vtl_deeplinks a, .b_deep a, .b_deeplinks_block_container a");
      return below.length > 0 ? [own, { feature: "sitelinks", shown: below }] : [own];
    }
    if (block.matches(".b_ad, .b_adTop, .b_adBottom")) {
      const bottom = block.matches(".b_adBottom, .b_adbottom") || (organic && !block.matches(".b_adTop"));
      const count = block.all(".sb_add").length;
      const ads = block.all(".sb_add h2 a, h2 a").flatMap((link) => {
        const title = link.text();
        return title ? [{ title }] : [];
      });
      return [
        { feature: bottom ? "ads_bottom" : "ads_top", label: "Ads", shown: ads, ...(count > ads.length && { count }) },
      ];
    }
    if (block.matches(".b_no")) return [{ feature: "no_results", shown: [] }];
    const panel = block.one(".b_entityTP");
    if (panel) return [{ feature: "knowledge_panel", label: panel.text("h2, .b_entityTitle"), shown: [] }];
    return block.matches(".b_ans") || block.has(".b_rs") ? bingAnswer(block) : [];
  });
}
