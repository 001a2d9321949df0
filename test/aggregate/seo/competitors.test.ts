import { afterEach, describe, expect, test } from "vitest";
import { BY_THE_CLOCK } from "../../support/until.ts";
import { type Bench, bench, type Page, type World } from "../support.ts";
import { pageOf, SITE_HOSTS, SITES, type Site, WORLD as TRAILS } from "./trails.ts";

const PATH = "/seo/competitors";
const Q = { q: "trail running shoes" };

let at: Bench | undefined;
afterEach(() => at?.close());
const over = async (world: World): Promise<Bench> => {
  at = await bench(world);
  return at;
};

const site = (url: string): Site => SITES[url] ?? { title: "", says: [], headings: [] };

const PROFILES = `<footer><a href="https://www.facebook.com/sharer/sharer.php?u=x">Share</a>
<a href="https://www.facebook.com/runs">Facebook</a><a href="https://x.com/runs">X</a>
<a href="https://social.example/@runs" rel="me">Mastodon</a></footer>`;
const SAME_AS = `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Organization","name":"Hills","sameAs":["https://www.youtube.com/@hills"]}</script>`;
const CARD = `<meta property="og:title" content="Shoes"><meta name="twitter:card" content="summary">`;

/** Mojeek: one result for the phrase; for a domain, who names it. */
function mojeek(url: URL): Page {
  const q = url.searchParams.get("q") ?? "";
  const naming: Readonly<Record<string, readonly string[]>> = {
    '"runs.example" -site:runs.example': [
      "https://a.org/1",
      "https://b.a.org/2",
      "https://c.net/3",
      "https://runs.example/x",
    ],
    '"hills.example" -site:hills.example': ["https://c.net/4"],
  };
  const found = naming[q] ?? (q === Q.q ? ["https://runs.example/trail-shoes"] : []);
  const rows = found.map(
    (one, index) =>
      `<li class="r${index + 1}"><h2><a class="title" href="${one}">Result ${index}</a></h2><p class="s">Said at ${/"([^"]+)"/.exec(q)?.[1] ?? ""}.</p></li>`,
  );
  const none = `<p class="no-results">No pages found matching: ${q}</p>`;
  return {
    body: `<html><body><div class="results">${rows.length > 0 ? `<ul class="results-standard">${rows.join("")}</ul>` : none}</div></body></html>`,
  };
}

const RANKS: Readonly<Record<string, number>> = { "runs.example": 1_000, "hills.example": 50_000 };
const ARTICLES: Readonly<Record<string, number>> = { "runs.example": 12 };

const WORLD: World = {
  ...TRAILS,
  pages: {
    ...TRAILS.pages,
    "https://runs.example/trail-shoes": pageOf(site("https://runs.example/trail-shoes"), CARD, PROFILES),
    "https://hills.example/guide": pageOf(site("https://hills.example/guide"), SAME_AS),
    "https://own.example/shoes": pageOf({ title: "Our shoes", says: ["wash"], headings: ["Wash"] }),
  },
  hosts: {
    ...TRAILS.hosts,
    "www.mojeek.com": mojeek,
    "tranco-list.eu": (url) => {
      const rank = RANKS[url.pathname.split("/").at(-1) ?? ""];
      return { body: { ranks: rank === undefined ? [] : [{ date: "2026-11-20", rank }] } };
    },
    "en.wikipedia.org": (url) => {
      const domain = /^insource:"(.*)"$/.exec(url.searchParams.get("srsearch") ?? "")?.[1] ?? "";
      const hits = ARTICLES[domain] ?? 0;
      const search = hits > 0 ? [{ title: "Running shoe", pageid: 1 }] : [];
      return { body: { query: { searchinfo: { totalhits: hits }, search } } };
    },
    "data.iana.org": () => ({ body: { services: [[["example"], ["https://rdap.nic.example/"]]] } }),
    "rdap.nic.example": (url) =>
      url.pathname.endsWith("/runs.example")
        ? {
            body: {
              objectClassName: "domain",
              ldhName: "runs.example",
              events: [{ eventAction: "registration", eventDate: "2016-11-22T10:00:00Z" }],
            },
            headers: { "content-type": "application/rdap+json" },
          }
        : undefined,
  },
};

interface Competitor {
  readonly rank: number;
  readonly domain: string;
}
interface Gap {
  readonly kind: string;
  readonly label: string;
  readonly covered_by: number;
  readonly of: number;
  readonly missing_at: readonly string[];
  readonly score: number;
}
type Answer = Readonly<Record<string, unknown>>;
const rivals = (answer: Answer) => answer["competitors"] as readonly Competitor[];
const gaps = (answer: Answer) => (answer["gap_analysis"] as { readonly gaps: readonly Gap[] }).gaps;

describe("/seo/competitors", () => {
  test("tells how strong those are that rank, and what their pages have", async () => {
    const { json, asked } = await over(WORLD);
    const answer = await json(PATH, Q);
    expect(rivals(answer).map(({ rank, domain }) => `${rank} ${domain}`)).toEqual([
      "1 runs.example",
      "2 hills.example",
      "3 peaks.example",
      "4 valley.example",
      "6 gone.example",
    ]);
    expect(rivals(answer)[0]).toEqual({
      rank: 1,
      domain: "runs.example",
      url: "https://runs.example/trail-shoes",
      title: "Trail running shoes tested",
      found_in: ["bing", "mojeek"],
      positions: [
        { engine: "bing", position: 1 },
        { engine: "mojeek", position: 1 },
      ],
      // 100 × (1 − 3/6) at rank 1,000.
      domain_authority: 50,
      authority_basis: "rank of popularity over 30 days (Tranco), not links",
      tranco_rank: 1000,
      age_years: 10,
      // Four results: two of a.org, one of c.net, one of its own.
      backlinks: {
        wikipedia_articles: 12,
        referring_domains: 2,
        examples: ["https://a.org/1", "https://c.net/3"],
        checked: 4,
        lower_bound: true,
      },
      social: {
        profiles: [
          { network: "facebook", url: "https://www.facebook.com/runs" },
          { network: "x", url: "https://x.com/runs" },
          { network: "mastodon", url: "https://social.example/@runs" },
        ],
        networks: 3,
        open_graph: true,
        twitter_card: true,
      },
      page: {
        words: 71,
        h2: 2,
        internal_links: 1,
        external_links: 5,
        structured_data_types: ["Article"],
        updated: "2024-02-01",
      },
      serp_features: [],
    });
    expect(rivals(answer)[1]).toMatchObject({
      domain_authority: 22,
      backlinks: { wikipedia_articles: 0, referring_domains: 1, checked: 1 },
      social: { profiles: [{ network: "youtube", url: "https://www.youtube.com/@hills" }], open_graph: false },
    });
    expect(rivals(answer)[1]).not.toHaveProperty("age_years");
    expect(rivals(answer)[4]).not.toHaveProperty("page");
    expect(rivals(answer)[4]).toMatchObject({ authority_basis: "not among the ranked domains" });
    expect(answer["serp_features"]).toEqual({
      engine: "bing",
      featured_snippet: { present: false },
      people_also_ask: { present: true, count: 1, questions: ["How do I wash trail running shoes?"] },
      images: { present: false, count: 0 },
      videos: { present: false, count: 0 },
      shopping: { present: true, count: 1 },
      others: [],
    });
    expect(answer["own_position"]).toBeUndefined();
    expect(asked.filter((url) => url === "https://runs.example/trail-shoes")).toHaveLength(1);
    // It brings the code of every category that is asked.
  });

  test("without an own site, finds what few have", async () => {
    const { json } = await over(WORLD);
    const found = gaps(
      await json(PATH, { ...Q, sources: "bing,serp_features,related_questions,headings,links,structured_data" }),
    );
    expect(found.map(({ kind, label, covered_by, of, score }) => [kind, label, covered_by, of, score])).toEqual([
      ["freshness", "written or updated within a year", 0, 2, 100],
      ["question", "How do I wash trail running shoes?", 0, 4, 33],
      ["feature", "people_also_ask: questions and answers", 0, 4, 33],
      ["feature", "shopping: products with prices", 0, 4, 33],
      // One of four: 100 × 0.75 × 1/3.
      ["question", "How much cushion do I need?", 1, 4, 25],
      ["schema", "Organization", 1, 4, 25],
      ["social", "facebook", 1, 4, 25],
      ["social", "x", 1, 4, 25],
      ["social", "mastodon", 1, 4, 25],
      ["social", "youtube", 1, 4, 25],
    ]);
    expect(found[4]?.missing_at).toEqual(["runs.example", "peaks.example", "valley.example"]);
  });

  test("with an own site, finds what it lacks and three others have", async () => {
    const { json } = await over(WORLD);
    const answer = await json(PATH, { ...Q, site: "own.example/shoes" });
    expect(answer).toMatchObject({ understood: { site: "own.example" }, gap_analysis: { against: "own.example" } });
    const found = gaps(answer);
    // Only terms are had by three others; runners on four pages of four, grip and cushion on three.
    expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(["content"]));
    expect(found.find(({ label }) => label === "runners")).toEqual({
      kind: "content",
      label: "runners",
      covered_by: 4,
      of: 4,
      missing_at: ["own.example"],
      score: 100,
    });
    expect(found.find(({ label }) => label === "grip")).toMatchObject({
      covered_by: 3,
      missing_at: ["own.example", "valley.example"],
      score: 75,
    });
    expect(answer["own_position"]).toEqual([{ engine: "bing", checked: 6 }]);
    const ranking = await json(PATH, {
      ...Q,
      site: "https://hills.example/guide",
      sources: "bing,site_position,headings",
    });
    expect(rivals(ranking).map(({ domain }) => domain)).not.toContain("hills.example");
    expect(ranking["own_position"]).toEqual([
      { engine: "bing", position: 2, url: "https://hills.example/guide", checked: 6 },
    ]);
  });

  test("says the same in every form, each competitor again as more is known", async () => {
    const { csv, xml, sse, ndjson, json } = await over(WORLD);
    const answer = await json(PATH, Q);
    const rows = await csv(PATH, Q);
    expect(rows.map((row) => row["domain"])).toEqual(rivals(answer).map(({ domain }) => domain));
    expect(rows[0]).toMatchObject({ "backlinks.referring_domains": "2", "page.words": "71", "social.networks": "3" });
    expect(await xml(PATH, Q)).toContain("<competitors><item><rank>1</rank><domain>runs.example</domain>");
    const names = (await sse(PATH, Q)).flatMap(({ event, data }) =>
      event === "section" ? [String(data["name"])] : [],
    );
    expect(names.filter((name) => name === "competitors")).toHaveLength(1);
    expect(names.filter((name) => name === "competitors.0").length).toBeGreaterThanOrEqual(3);
    expect(names.indexOf("competitors")).toBeLessThan(names.indexOf("competitors.0"));
    expect((await ndjson(PATH, Q)).at(-1)?.data["gap_analysis"]).toEqual(answer["gap_analysis"]);
  });

  test("goes without what half of its sources could tell", async () => {
    const { json } = await over({
      ...WORLD,
      failing: [...SITE_HOSTS, "tranco-list.eu", "data.iana.org", "en.wikipedia.org"],
    });
    const answer = await json(PATH, Q);
    expect(rivals(answer)[0]).toEqual({
      rank: 1,
      domain: "runs.example",
      url: "https://runs.example/trail-shoes",
      title: "Trail running shoes tested",
      found_in: ["bing", "mojeek"],
      positions: [
        { engine: "bing", position: 1 },
        { engine: "mojeek", position: 1 },
      ],
      authority_basis: "its rank is not known",
      backlinks: {
        referring_domains: 2,
        examples: ["https://a.org/1", "https://c.net/3"],
        checked: 4,
        lower_bound: true,
      },
      serp_features: [],
    });
    expect(answer).toMatchObject({ partial: true, missing: [{ section: "gap_analysis", reason: expect.any(String) }] });
  });

  test("fails as all fail, takes no address, and has no prompt", async () => {
    const { failure } = await over({ failing: "all" });
    expect(await failure(PATH, Q)).toMatchObject({ status: 502, code: "unreachable" });
    expect(await failure(PATH, { q: "https://example.com/" })).toMatchObject({
      status: 400,
      error: "q: this analysis takes a keyword phrase; /seo/content takes a URL.",
    });
    expect(await failure(PATH, { ...Q, site: "foo bar" })).toMatchObject({ error: "site: “foo bar” is not a URL." });
    expect(await failure(PATH, { ...Q, limit: "11" })).toMatchObject({ status: 400 });
    expect(await failure(`${PATH}/llm`, Q)).toMatchObject({ status: 404, code: "not-found" });
  });

  test("lets go of everything when its client leaves", async () => {
    const { leave, open } = await over({ ...WORLD, hanging: [...SITE_HOSTS, "tranco-list.eu", "en.wikipedia.org"] });
    await leave(PATH, Q);
    expect(open()).toBe(0);
  });

  test("answers with what came when the time is up", BY_THE_CLOCK, async () => {
    const { json } = await over({ ...WORLD, hanging: SITE_HOSTS });
    const answer = await json(PATH, { ...Q, timeout_ms: "5000" });
    expect(rivals(answer)[0]).toMatchObject({ domain_authority: 50, backlinks: { wikipedia_articles: 12 } });
    expect(answer).toMatchObject({ partial: true, missing: [{ section: "gap_analysis" }] });
  });
});
