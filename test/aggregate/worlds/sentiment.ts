import type { Page, World } from "../support.ts";

export const PATH = "/social/sentiment";
export const Q = { q: "electric cars" };
export const NOW = Date.parse("2026-11-20T12:00:00Z");

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly text?: string;
  readonly community?: string;
  readonly author?: string;
  readonly day: string;
}

const atom = (entries: readonly Entry[]): Page => ({
  headers: { "content-type": "application/atom+xml" },
  body: `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title>search</title>${entries
    .map(
      ({ id, title, text = `On electric cars ${id}.`, community = "cars", author = "/u/ann", day }) =>
        `<entry><author><name>${author}</name></author><category term="${community}"/><content type="html">&lt;div class="md"&gt;&lt;p&gt;${text}&lt;/p&gt;&lt;/div&gt;</content><id>t3_${id}</id><link href="https://www.reddit.com/r/${community}/comments/${id}/"/><updated>${day}T08:00:00+00:00</updated><published>${day}T08:00:00+00:00</published><title>${title}</title></entry>`,
    )
    .join("")}</feed>`,
});

export interface Status {
  readonly id: string;
  readonly text: string;
  readonly language: string;
  readonly day: string;
  readonly likes?: number;
  readonly replies?: number;
  readonly boosts?: number;
}

export const statuses = (list: readonly Status[]): Page => ({
  body: list.map(({ id, text, language, day, likes = 0, replies = 0, boosts = 0 }) => ({
    id,
    uri: `https://mastodon.social/users/bo/statuses/${id}`,
    url: `https://mastodon.social/@bo/${id}`,
    created_at: `${day}T09:00:00.000Z`,
    content: `<p>${text}</p>`,
    spoiler_text: "",
    language,
    tags: [{ name: "electriccars" }],
    replies_count: replies,
    reblogs_count: boosts,
    favourites_count: likes,
    account: { acct: "bo", display_name: "Bo", url: "https://mastodon.social/@bo" },
  })),
});

export const stories = (
  list: readonly { readonly id: string; readonly title: string; readonly day: string }[],
): Page => ({
  body: {
    page: 0,
    nbPages: 1,
    hits: list.map(({ id, title, day }) => ({
      objectID: id,
      title,
      url: `https://news.example/${id}`,
      author: "cy",
      created_at: `${day}T10:00:00.000Z`,
      points: 8,
      num_comments: 0,
    })),
  },
});

/*
 * Six mentions: three good (1.9 each, 0.4404), one bad (-2.5, -0.5423), one that says nothing (0), one in German, not scored.
 * One more is too old, one is said twice.
 */
export const WORLD: World = {
  now: () => NOW,
  hosts: {
    "www.wikidata.org": () => ({
      body: {
        search: [{ id: "Q102", label: "electric car", aliases: ["electric cars"], description: "kind of vehicle" }],
      },
    }),
    "www.reddit.com": () =>
      atom([
        { id: "a1", title: "The charging of my vehicle is bad", community: "evs", day: "2026-11-19" },
        { id: "a2", title: "It is a good year for vehicles", author: "/u/eve", day: "2026-11-18" },
        { id: "a3", title: "A bad idea from long ago", day: "2026-09-01" },
      ]),
    "mastodon.social": () =>
      statuses([
        { id: "1", text: "The charging was good", language: "en", day: "2026-11-19", likes: 3, replies: 1, boosts: 2 },
        { id: "2", text: "Die Strecke war schön, sehr gut", language: "de", day: "2026-11-02" },
        { id: "3", text: "La recharge est bonne", language: "fr", day: "2026-11-01" },
        { id: "4", text: "The charging was good", language: "en", day: "2026-11-18" },
      ]),
    "hn.algolia.com": () =>
      stories([{ id: "77", title: "Where the charging of electric cars takes place", day: "2026-11-10" }]),
  },
};

export const FIVE = "reddit,mastodon,lemmy,hackernews,stackexchange";
export const THREE = { ...Q, sources: "reddit,mastodon,hackernews" };
