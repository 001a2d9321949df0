import type { World } from "../support.ts";

export const PATH = "/tech/trends";
export const NOW = Date.parse("2026-11-22T12:00:00Z");
export const daysAgo = (days: number): string => new Date(NOW - days * 86_400_000).toISOString();

export const hit = (id: number, title: string, days: number, points: number, comments: number) => ({
  objectID: String(id),
  title,
  url: `https://stories.example/${id}`,
  author: "someone",
  created_at: daysAgo(days),
  points,
  num_comments: comments,
});

/** Eight stories of the last week, nine of the three before: (8 + 1) / (9 / 3 + 1) = 2.25. */
export const STORIES = [
  hit(1, "Component model for plugins", 0, 99, 0),
  hit(2, "Component model explained", 1, 50, 10),
  ...Array.from({ length: 6 }, (_, place) => hit(10 + place, `Story number ${"abcdef"[place]}`, 2 + place / 2, 5, 0)),
  hit(3, "Component model in practice", 14, 199, 400),
  ...Array.from({ length: 8 }, (_, place) => hit(20 + place, `Older story ${"abcdefgh"[place]}`, 9 + place, 3, 0)),
];

const repository = (name: string, stars: number, created: number, pushed: number, topics: readonly string[]) => ({
  full_name: name,
  html_url: `https://github.com/${name}`,
  description: `What ${name} is`,
  owner: { login: name.split("/")[0] },
  stargazers_count: stars,
  forks_count: 7,
  language: "Rust",
  topics,
  created_at: daysAgo(created),
  updated_at: daysAgo(pushed),
  pushed_at: daysAgo(pushed),
  license: { spdx_id: "MIT" },
});

const question = (id: number, title: string, views: number, answered: boolean) => ({
  question_id: id,
  title,
  body: "<p>How?</p>",
  link: `https://stackoverflow.com/questions/${id}`,
  creation_date: Math.floor(NOW / 1000) - 400 * 86_400,
  score: 4,
  answer_count: 2,
  view_count: views,
  is_answered: answered,
  tags: ["webassembly", "emscripten"],
  owner: { display_name: "somebody", reputation: 1 },
});

export const rss = (items: string): string =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>t</title>${items}</channel></rss>`;

const THING = { label: "webassembly", description: "open standard of a binary code format for programs" };

export const HOSTS: NonNullable<World["hosts"]> = {
  "www.wikidata.org": () => ({
    body: { search: [{ id: "Q101", ...THING, match: { type: "label", language: "en" } }] },
  }),
  "hn.algolia.com": (url) => ({
    body: { hits: url.searchParams.get("page") === "0" ? STORIES : [], page: 0, nbPages: 1 },
  }),
  "api.github.com": (url) => ({
    body: {
      total_count: 2,
      items: url.searchParams.get("q")?.includes("created:")
        ? [repository("new/wasm-thing", 120, 5, 1, ["wasi"])]
        : [repository("bytecode/wasmtime", 9_999, 2_000, 0, ["wasi", "runtime"])],
    },
  }),
  "github.com": () => ({ body: "<html><body>It looks like we don’t have any trending repositories</body></html>" }),
  "api.stackexchange.com": (url) => ({
    body: {
      items:
        url.searchParams.get("site") === "stackoverflow" && url.searchParams.get("page") === "1"
          ? [
              question(1, "webassembly memory grow fails in browser", 900, true),
              question(2, "webassembly memory grow fails in node", 1_500, false),
              question(3, "Pass a string to webassembly", 5_000, true),
            ]
          : [],
      has_more: false,
      quota_remaining: 200,
    },
  }),
  "dev.to": () => ({
    body: [
      {
        id: 7,
        title: "My first component model",
        url: "https://dev.to/a/first",
        published_timestamp: daysAgo(3),
        tag_list: ["webassembly", "WASI"],
        positive_reactions_count: 9,
        comments_count: 0,
      },
    ],
  }),
  "lobste.rs": () => ({
    body: `<html><body><div class="searchresults"><h2 class="heading">0 results for webassembly</h2></div></body></html>`,
  }),
  "news.google.com": () => ({
    body: rss(
      `<item><title>Wasm grows - The Paper</title><link>https://news.google.com/rss/articles/1</link><guid>1</guid>` +
        `<pubDate>Sat, 21 Nov 2026 08:00:00 GMT</pubDate><source url="https://paper.example">The Paper</source></item>`,
    ),
    headers: { "content-type": "application/xml" },
  }),
  "registry.test": () => ({
    body: {
      objects: [
        {
          package: {
            name: "wasmtime-js",
            version: "1.0.0",
            description: "Bindings",
            date: daysAgo(180),
            links: {
              npm: "https://www.npmjs.com/package/wasmtime-js",
              repository: "https://github.com/bytecode/wasmtime",
            },
          },
          downloads: { weekly: 10, monthly: 40_000 },
        },
        {
          package: {
            name: "alone",
            version: "1.0.0",
            date: daysAgo(0),
            links: { npm: "https://www.npmjs.com/package/alone" },
          },
          downloads: { weekly: 10, monthly: 9_000 },
        },
      ],
      total: 2,
    },
  }),
};
export const WORLD: World = {
  hosts: HOSTS,
  now: () => NOW,
  environment: { NPM_REGISTRY_URL: "https://registry.test" },
};
export const Q = { q: "webassembly" };
