import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { loadRecordings } from "../../../src/replay/recordings.ts";
import { type Bench, bench, type Json, type World } from "../support.ts";
import { bing, PATH, q, WORLD } from "../worlds/serp-features.ts";

const SHARED = join(import.meta.dirname, "../../../../shared/recordings");
let at: Bench | undefined;
afterEach(() => at?.close());
const over = async (world: World): Promise<Bench> => {
  at = await bench(world);
  return at;
};

const present = (answer: Json): readonly string[] =>
  (answer["features"] as { feature: string; present: boolean }[]).flatMap((one) => (one.present ? one.feature : []));

describe("/seo/serp-features", () => {
  test("lists every feature, and what stands in those that are there", async () => {
    const { json, asked } = await over(WORLD);
    const answer = await json(PATH, q);
    expect(answer["features"]).toHaveLength(16);
    expect(present(answer)).toEqual([
      "organic",
      "ads_top",
      "featured_snippet",
      "people_also_ask",
      "image_pack",
      "video_carousel",
      "shopping",
      "related_searches",
    ]);
    expect(answer).toMatchObject({
      understood: { keyword: "hotels NYC", engine: "bing", language: "en", region: "US" },
      featured_snippets: {
        present: true,
        text: expect.stringContaining("The best hotel is the one by the park."),
        url: "https://guide.one.example/park",
        owner: "one.example",
      },
      people_also_ask: {
        present: true,
        count: 1,
        questions: [
          {
            question: "Which hotel is best?",
            answer: expect.stringContaining("The one by the park."),
            url: "https://www.two.example/best",
            source: "www.two.example",
          },
        ],
      },
      image_packs: { present: true, count: 1, position: 5 },
      video_packs: { present: true, count: 2, position: 4 },
      shopping: { present: true, count: 1, position: 6 },
      other: {
        ads_top: 2,
        ads_bottom: 0,
        local_pack: false,
        knowledge_panel: false,
        top_stories: false,
        ai_overview: false,
        sitelinks: false,
        related_searches: ["cheap hotels NYC"],
        organic: 2,
      },
      limits: ["The inventory is of one engine, one moment, one address, not signed in."],
      partial: false,
    });
    // What the packs do not show is what a search for their kind finds first.
    expect((answer["image_packs"] as { items: Json[] }).items[0]).toEqual({
      title: "Red panda on a branch | City Zoo",
      url: "https://zoo.example.org/animals/red-panda",
      image: "https://zoo.example.org/media/red-panda-branch.jpg",
    });
    expect((answer["video_packs"] as { items: Json[] }).items[0]).toEqual({
      title: "Sourdough starter: day 1 & 2",
      url: "https://www.youtube.com/watch?v=sour0000001",
      duration_s: 71,
      publisher: "YouTube",
    });
    expect((answer["shopping"] as { items: Json[] }).items[0]).toMatchObject({
      url: "https://www.soundshop.example/over-ear?id=1",
      price: { amount: 59.99, currency: "USD" },
      seller: "Sound Shop",
    });
    expect(asked.find((url) => url.includes("/search?"))).toContain("mkt=en-US");
  });

  test("asks for no items where there is no pack, or it shows its own", async () => {
    const own = `<!doctype html><title>x</title><ol id="b_results"><li class="b_algo"><h2><a href="https://one.example/">One</a></h2></li>
<li class="b_ans"><h2>Images of x</h2><a href="https://pics.example/1">A picture</a></li></ol>`;
    const { json, asked } = await over({ hosts: bing(own) });
    const answer = await json(PATH, q);
    expect(answer).toMatchObject({
      image_packs: { present: true, items: [{ title: "A picture", url: "https://pics.example/1" }] },
      video_packs: { present: false, count: 0, items: [] },
      shopping: { present: false },
      featured_snippets: { present: false },
      people_also_ask: { present: false, count: 0, questions: [] },
    });
    expect(answer["featured_snippets"]).toEqual({ present: false });
    expect(asked.every((url) => url.includes("/search?"))).toBe(true);
  });

  test("takes a captcha for a refusal, never for a page without features", async () => {
    const { failure } = await over({
      hosts: bing('<!doctype html><title>x</title><div class="captcha"><div class="captcha_header">Verify</div></div>'),
    });
    expect(await failure(PATH, q)).toMatchObject({
      status: 502,
      code: "blocked",
      error: expect.stringMatching(/^All 2 sources failed\./),
    });
  });

  test("says the same in every form, the features first", async () => {
    const { csv, xml, sse } = await over(WORLD);
    const rows = await csv(PATH, q);
    expect(rows).toHaveLength(16);
    expect(rows[1]).toMatchObject({ feature: "ads_top", present: "true", count: "2", position: "1", engine: "bing" });
    expect(rows[2]).toMatchObject({ feature: "ads_bottom", present: "false", count: "0", position: "" });
    expect(await xml(PATH, q)).toContain("<featured_snippets><present>true</present>");
    const names = (await sse(PATH, q)).flatMap(({ event, data }) => (event === "section" ? [data["name"]] : []));
    expect(names.slice(0, 2)).toEqual(["understood", "features"]);
  });

  test("does without what stands in, and answers what the named sources can tell", async () => {
    const { "www.bing.com": all } = WORLD.hosts ?? {};
    const hosts: NonNullable<World["hosts"]> = {
      "www.bing.com": (url, request) =>
        url.pathname === "/search" ? all?.(url, request) : { body: "no", status: 500 },
    };
    const { json, failure } = await over({ hosts });
    const weaker = await json(PATH, q);
    expect(weaker).toMatchObject({ partial: true, image_packs: { present: true } });
    // What stands in was not read: that is not “no pictures”.
    expect(weaker).not.toHaveProperty("image_packs.items");
    expect(weaker["missing"]).toMatchObject([
      { section: "image_packs.items" },
      { section: "video_packs.items" },
      { section: "shopping.items" },
    ]);
    const questions = await json(PATH, { ...q, sources: "related_questions" });
    expect(questions).toMatchObject({ partial: false, people_also_ask: { count: 1 } });
    expect(questions).not.toHaveProperty("features");
    const features = await json(PATH, { ...q, sources: "serp_features" });
    expect(features).toMatchObject({ partial: false, people_also_ask: { count: 1 }, video_packs: { items: [] } });
    expect(await failure(PATH, { ...q, engine: "yahoo" })).toMatchObject({ error: "engine: must be bing or google." });
    expect(await failure(PATH, { q: "https://example.com/" })).toMatchObject({
      error: "q: this analysis takes a keyword phrase; /seo/content takes a URL.",
    });
    expect(await failure(`${PATH}/llm`, q)).toMatchObject({ status: 404, code: "not-found" });
    await at?.close();
    const dead = await over({ failing: "all" });
    expect(await dead.failure(PATH, q)).toMatchObject({ status: 502, code: "unreachable" });
  });

  test("lets go of what it asked when its client leaves", async () => {
    const { leave, open } = await over({ hanging: ["www.bing.com"] });
    await leave(PATH, q, "understood");
    expect(open()).toBe(0);
  });
});

describe.skipIf(!existsSync(SHARED))("/seo/serp-features over a recorded page", () => {
  test("of Bing's, of 2026", async () => {
    const recordings = loadRecordings(SHARED, "serp/serp_features").filter(({ name }) => name === "bing-2026");
    const { json } = await over({ recordings });
    const answer = await json(PATH, { q: "how to read file in JS", sources: "serp_features" });
    expect(present(answer)).toEqual(
      expect.arrayContaining(["organic", "answer", "sitelinks", "video_carousel", "related_searches"]),
    );
    expect(answer).toMatchObject({ other: { organic: 10, ads_top: 0, sitelinks: true }, shopping: { present: false } });
    expect((answer["other"] as { related_searches: string[] }).related_searches.length).toBeGreaterThan(3);
  });
});
