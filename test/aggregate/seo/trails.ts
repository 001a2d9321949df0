import type { Page, World } from "../support.ts";

/*
 * The web as far as it concerns trail running shoes: five sites that rank for them, what engines show and suggest beside them.
 */

const PARAGRAPHS = {
  grip: "Good grip on wet rock comes from soft rubber and deep lugs, so runners who train on mud should look at the outsole first.",
  cushion:
    "Cushion protects tired legs on long descents, yet too much cushion takes away the feeling for roots and stones under the foot.",
  drop: "The drop tells how much higher the heel stands than the toes, and most runners feel well between four and eight millimetres.",
  wash: "Wash your shoes by hand with cold water, take out the insoles, and let both dry slowly in the shade for a whole day.",
  size: "Feet swell on long runs, therefore most runners choose half a size more than they wear in the office or at home.",
};

export interface Site {
  readonly title: string;
  readonly says: readonly (keyof typeof PARAGRAPHS)[];
  readonly headings: readonly string[];
  readonly data?: string;
}

export const SITES: Readonly<Record<string, Site>> = {
  "https://runs.example/trail-shoes": {
    title: "Trail running shoes tested",
    says: ["grip", "cushion", "drop"],
    headings: ["Grip", "Cushion"],
    data: `{"@context":"https://schema.org","@type":"Article","headline":"Shoes","author":"Ida Lund","datePublished":"2024-02-01"}`,
  },
  "https://hills.example/guide": {
    title: "How to choose trail running shoes",
    says: ["grip", "cushion", "size"],
    headings: ["Grip on wet rock", "How much cushion do I need?"],
    data: `{"@context":"https://schema.org","@type":"Article","headline":"Guide","author":"Ida Lund","datePublished":"2023-05-01"}`,
  },
  "https://peaks.example/shoes": { title: "Shoes for trails", says: ["drop", "grip", "size"], headings: ["", "Grip"] },
  "https://valley.example/": {
    title: "Running in the valley",
    says: ["cushion", "drop"],
    headings: ["Cushion", "Drop"],
  },
};

/** A site's page; what stands in its head and foot besides. */
export const pageOf = ({ title, says, headings, data }: Site, head = "", foot = ""): Page => ({
  body: `<!doctype html><html lang="en"><head><title>${title}</title>${data ? `<script type="application/ld+json">${data}</script>` : ""}${head}</head><body>
<header><nav><a href="/">Home</a></nav></header><main><article><h1>${title}</h1>
${says.map((name, index) => `${headings[index] ? `<h2>${headings[index]}</h2>` : ""}<p>${PARAGRAPHS[name]}</p>`).join("\n")}
<p><a href="https://elsewhere.example/">Elsewhere</a></p></article></main>${foot}</body></html>`,
});

const algo = (url: string, title: string): string =>
  `<li class="b_algo"><h2><a href="${url}">${title}</a></h2><div class="b_caption"><p>About ${title}.</p></div></li>`;

/** The page of results; its third result is another page of the first one's site. */
const BING = `<html lang="en"><head><title>trail running shoes - Search</title></head><body><ol id="b_results">
${Object.entries(SITES)
  .map(([url, { title }]) => algo(url, title))
  .toSpliced(2, 0, algo("https://www.runs.example/more", "More shoes"))
  .join("\n")}
${algo("https://gone.example/shoes", "Gone shoes")}
<li class="b_ans"><div id="df_listaa"></div><div class="df_alsoAskCard" data-query="How do I wash trail running shoes?"><div class="df_qntext">How do I wash trail running shoes?</div></div></li>
<li class="b_ans b_pAd"><h2>Shop trail running shoes</h2><a class="br-title" href="https://shop.example/1">Shoe 1</a></li>
</ol></body></html>`;

/** What an engine suggests, in the form that most of them answer in. */
export const suggesting = (...queries: readonly string[]): Page => ({
  body: JSON.stringify(["trail running shoes", queries]),
  headers: { "content-type": "application/json" },
});

export const SITE_HOSTS = ["runs.example", "hills.example", "peaks.example", "valley.example", "gone.example"];

/** A world in which Bing answers, the other engines do not, and five sites rank, one of which is gone. */
export const WORLD: World = {
  pages: Object.fromEntries(Object.entries(SITES).map(([url, site]) => [url, pageOf(site)])),
  hosts: {
    "www.bing.com": () => ({ body: BING }),
    "suggestqueries.google.com": () => suggesting("trail running shoes women", "how to clean trail running shoes"),
    "duckduckgo.com": (url) => (url.pathname === "/ac/" ? suggesting("trail running shoes women") : undefined),
    "api.bukvarix.com": () => ({
      body: {
        data: [
          ["trail running shoes", 3, 19, 320, 40],
          ["trail shoes", 2, 11, 900, 80],
        ],
      },
    }),
  },
  now: () => Date.parse("2026-11-22T10:00:00Z"),
};
