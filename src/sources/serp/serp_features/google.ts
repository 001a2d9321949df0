import { isTag } from "domhandler";
import type { El } from "../../kit/html/dom.ts";
import { shown } from "../result-page.ts";
import { type Block, byHeading, type Feature, links } from "./features.ts";

/** Whether a block leads to the same search among images, news, places …, or within a time: it is the page's own bar. */
const switchesSearch = (block: El): boolean => {
  const targets = block
    .all("a[href]")
    .flatMap((link) => /[?&](?:tbm|udm|tbs)=([^&]+)/.exec(link.link() ?? "")?.[1] ?? []);
  return new Set(targets).size > 1;
};

/** The children of the page without scripts, each a block. */
function plainBlocks(doc: El): Block[] {
  let organic = false;
  return doc.all("#main > div").flatMap((block): Block[] => {
    const text = block.text() ?? "";
    if (/^(Ad|Sponsored)\s?·/.test(text) || block.has('a[href*="/aclk?"]'))
      return [
        {
          feature: organic ? "ads_bottom" : "ads_top",
          label: "Ads",
          shown: [{ title: block.text("[role=heading], h3") ?? text.slice(0, 80) }],
        },
      ];
    const feature = byHeading(text);
    if (feature === "people_also_ask")
      return [{ feature, label: "People also ask", shown: block.texts("span.C7GS5b").map((title) => ({ title })) }];
    if (feature === "local_pack")
      return [{ feature, label: block.text("span"), shown: block.texts("h3").map((title) => ({ title })) }];
    if (feature) return [{ feature, label: block.text("span"), shown: links("google", block, "a[href]") }];
    if (block.has("h3")) {
      const main = block.one('a[href*="/url?"]:has(h3)') ?? block.one("a:has(h3)");
      if (!main) return [];
      organic = true;
      const below = links("google", block, 'a[href*="/url?"]:not(:has(h3))');
      const own: Block = { feature: "organic", label: "Results", shown: shown("google", main, main.text("h3")) };
      return below.length > 1 ? [own, { feature: "sitelinks", shown: below }] : [own];
    }
    return block.has(".xpd") && text.length > 80 && !switchesSearch(block)
      ? [{ feature: "knowledge_panel", label: block.text("[role=heading], span"), shown: [] }]
      : [];
  });
}

/** Google's marks that no heading needs. */
const GOOGLE: readonly (readonly [string, Feature])[] = [
  [".related-question-pair", "people_also_ask"],
  [".kp-wholepage, .kp-wholepage-osrp, [data-attrid='kc:/common:title']", "knowledge_panel"],
  ["#tads [data-text-ad], #tads .uEierd", "ads_top"],
  ["#tadsb [data-text-ad], #bottomads [data-text-ad], #tadsb .uEierd", "ads_bottom"],
  ["[data-attrid='wa:/description'], .xpdopen .ifM9O", "featured_snippet"],
  ["#botstuff p[role=heading], #topstuff p[role=heading]", "no_results"],
];

const ORGANIC = "div.tF2Cxc, div.g:not(:has(div.g)) a:has(h3), .MjjYud a:has([role=heading])";

/** A page for browsers or telephones: by marks first, other sections by their headings. */
function browserBlocks(doc: El): Block[] {
  const all = doc.all(
    [ORGANIC, ...GOOGLE.map(([css]) => css), "g-section-with-header", "[role=heading]", "h2"].join(", "),
  );
  return all.flatMap((el): Block[] => {
    if (!isTag(el.node)) return [];
    const mark = GOOGLE.find(([css]) => el.matches(css));
    if (mark) {
      const title = el.attr("data-q") ?? el.text("[role=heading], h2, h3") ?? el.text();
      const said = mark[1] === "featured_snippet" && { text: el.text() };
      return [{ feature: mark[1], shown: title ? [{ title: title.slice(0, 200) }] : [], ...said }];
    }
    if (el.matches(ORGANIC)) {
      const link = el.matches("a") ? el : el.one("a:has(h3)");
      return link
        ? [{ feature: "organic", label: "Results", shown: shown("google", link, link.text("h3, [role=heading]")) }]
        : [];
    }
    const heading = el.matches("g-section-with-header") ? el.text("[role=heading], h2, h3") : el.text();
    const feature = byHeading(heading);
    return feature && feature !== "people_also_ask"
      ? [{ feature, label: heading, shown: links("google", el, "a[href]"), count: 1 }]
      : [];
  });
}

/** The blocks of a page of Google's, in whatever layout. */
export const googleBlocks = (doc: El): Block[] =>
  doc.has("#main > div .xpd, div.ZINbbc") && !doc.has("#rso") ? plainBlocks(doc) : browserBlocks(doc);
