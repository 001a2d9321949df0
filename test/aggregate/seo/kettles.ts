import type { Page, World } from "../support.ts";

/*
 * One page about kettles, and what networks know of it.
 */

const SENTENCES = [
  "A steel kettle boils water faster than a glass kettle does.",
  "Most households fill the kettle far beyond what they need.",
  "Measure the water with the cup that you will drink from.",
  "Limescale grows where hard water is boiled every day.",
  "Vinegar dissolves limescale within an hour, and lemon does so too.",
  "Rinse the kettle twice before you make tea again.",
  "A whistle tells you when the water boils on a stove.",
  "Electric models switch themselves off and save energy.",
  "The handle of a good kettle stays cool in the hand.",
  "Its lid closes tightly and opens without force.",
  "Repairs are cheap when the maker sells seals and bases.",
  "Buy the size that suits your usual number of guests.",
];

/** Three paragraphs of four sentences. */
const TEXT = [SENTENCES.slice(0, 4), SENTENCES.slice(4, 8), SENTENCES.slice(8)].map((part) => part.join(" "));

export const KETTLES = "https://shop.example/guides/steel-kettle";

export const PAGE = `<!doctype html><html lang="en-GB"><head><meta charset="utf-8">
<title>Steel kettle guide: how to choose and care</title>
<meta name="description" content="What a steel kettle should be able to do, and how it stays clean.">
<meta name="viewport" content="width=device-width">
<link rel="canonical" href="${KETTLES}">
<meta property="og:title" content="Steel kettle guide"><meta property="og:type" content="article">
<meta property="article:published_time" content="2026-03-01T08:00:00Z">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","headline":"Steel kettle guide","author":{"@type":"Person","name":"Ida Lund"},"dateModified":"2026-05-02"}</script>
</head><body>
<header><nav><a href="/">Home</a> <a href="/tea">Tea</a></nav></header>
<main><article>
<h1>Choosing a steel kettle</h1><p>${TEXT[0]}</p>
<h2>Care</h2><p>${TEXT[1]}</p><img src="/kettle.jpg">
<h4>Buying</h4><p>${TEXT[2]} <a href="https://water.example/hardness" rel="nofollow">Hardness of water</a></p>
</article></main></body></html>`;

const hackernews: Page = {
  body: {
    hits: [
      {
        objectID: "1",
        title: "Kettles",
        url: "http://www.shop.example/guides/steel-kettle/?utm_source=hn",
        points: 120,
        num_comments: 40,
      },
      { objectID: "2", title: "Kettles again", url: KETTLES, points: 3, num_comments: 1 },
      { objectID: "3", title: "Other", url: "https://shop.example/guides/pans", points: 900, num_comments: 9 },
    ],
    page: 0,
    nbPages: 1,
  },
};

const reddit: Page = {
  headers: { "content-type": "application/atom+xml" },
  body: `<feed xmlns="http://www.w3.org/2005/Atom"><entry><author><name>/u/ida</name></author><id>t3_a1</id>
<link href="https://www.reddit.com/r/tea/comments/a1/kettles/" /><title>Kettles</title><updated>2026-05-01T00:00:00+00:00</updated>
<content type="html">&lt;span&gt;&lt;a href="${KETTLES}"&gt;[link]&lt;/a&gt;&lt;/span&gt; &lt;span&gt;&lt;a href="https://www.reddit.com/r/tea/comments/a1/kettles/"&gt;[comments]&lt;/a&gt;&lt;/span&gt;</content></entry></feed>`,
};

const lemmy = (url: URL): Page => ({
  body: {
    posts:
      url.searchParams.get("q") === `${KETTLES}/`
        ? [
            {
              post: { id: 7, name: "A kettle guide", ap_id: "https://lemmy.world/post/7", url: `${KETTLES}/` },
              creator: { name: "rack" },
              community: { name: "tea" },
              counts: { score: 12, comments: 2 },
            },
          ]
        : [],
  },
});

const lobsters: Page = {
  body: `<div class="box searchresults"><span class="heading">0 results for</span></div>`,
};

/** A world in which the page stands, and every network but Bluesky answers. */
export const WORLD: World = {
  pages: { [KETTLES]: { body: PAGE } },
  hosts: {
    "hn.algolia.com": () => hackernews,
    "www.reddit.com": () => reddit,
    "lemmy.world": lemmy,
    "lobste.rs": () => lobsters,
    "api.bsky.app": () => ({ status: 403, body: { error: "Forbidden", message: "no" } }),
  },
};
