import { afterEach, describe, expect, test } from "vitest";
import { type Bench, bench, type World } from "../support.ts";
import { PATH, q, WORLD } from "../worlds/kwvolume.ts";

let at: Bench | undefined;
afterEach(() => at?.close());
const over = async (world: World): Promise<Bench> => {
  at = await bench(world);
  return at;
};

describe("/seo/kwvolume", () => {
  test("tells how often a keyword and the phrases with it are searched for", async () => {
    const { json, asked } = await over(WORLD);
    const answer = await json(PATH, q);
    expect(answer).toMatchObject({
      understood: { keyword: "купить велосипед", language: "ru" },
      suggestions: [
        { query: "купить велосипед в москве", rank: 1 },
        { query: "купить велосипед б у", rank: 2 },
      ],
      keyword: {
        volume_broad: 123_456,
        volume_exact: 4_567,
        unit: "searches a month",
        market: "Yandex, Russia and CIS",
      },
      totals: { keywords: 3, volume_broad: 126_701, volume_exact: 4_667 },
      partial: false,
    });
    // 4,567 / 123,456 and 100 / 900; the exact volume of the second is not told.
    expect(answer["keywords"]).toEqual([
      {
        keyword: "Купить  велосипед",
        words: 2,
        characters: 16,
        volume_broad: 123_456,
        volume_exact: 4_567,
        exact_share: 0.037,
      },
      { keyword: "купить велосипед детский", words: 3, characters: 24, volume_broad: 2_345 },
      {
        keyword: "велосипед цена",
        words: 2,
        characters: 14,
        volume_broad: 900,
        volume_exact: 100,
        exact_share: 0.1111,
      },
    ]);
    expect(answer["limits"]).toHaveLength(3);
    expect(asked.find((url) => url.includes("bukvarix"))).toContain("num=100");
    expect(asked.find((url) => url.includes("yandex"))).toContain("uil=ru");
  });

  test("says so where there are no figures", async () => {
    const none = await over({
      ...WORLD,
      hosts: { ...WORLD.hosts, "api.bukvarix.com": () => ({ body: { data: [] } }) },
    });
    const empty = await none.json(PATH, q);
    expect(empty).toMatchObject({ keywords: [], totals: { keywords: 0 }, partial: false });
    expect(empty).not.toHaveProperty("keyword");
    expect(empty["missing"]).toEqual([{ section: "keyword", reason: "Nothing of it is known to keyword_volume." }]);
    expect(empty["totals"]).toEqual({ keywords: 0 });
    expect(empty["limits"]).toContain("The provider has no figures of the phrase or any other with it.");
    await none.close();
    const { json } = await over(WORLD);
    const other = await json(PATH, { q: "велосипед" });
    expect(other).not.toHaveProperty("keyword");
    expect(other["limits"]).toContain("The provider has no figures of that very phrase.");
    expect(other["keywords"]).toHaveLength(3);
  });

  test("says the same in every form, the figures before their sum", async () => {
    const { csv, xml, sse } = await over(WORLD);
    expect(await csv(PATH, q)).toMatchObject([
      { keyword: "Купить  велосипед", volume_broad: "123456", exact_share: "0.037" },
      { volume_broad: "2345", volume_exact: "", exact_share: "" },
      { volume_broad: "900" },
    ]);
    expect(await csv(PATH, { ...q, rows: "all" })).toMatchObject([{ "totals.volume_broad": "126701" }]);
    expect(await xml(PATH, q)).toContain("<totals><keywords>3</keywords>");
    const names = (await sse(PATH, q)).flatMap(({ event, data }) => (event === "section" ? [data["name"]] : []));
    expect(names.slice(-2)).toEqual(["keyword", "totals"]);
  });

  test("does without suggestions, not without both", async () => {
    const { json } = await over({ ...WORLD, failing: ["suggest.yandex.com"] });
    const answer = await json(PATH, q);
    expect(answer).toMatchObject({
      partial: true,
      missing: [{ section: "suggestions" }],
      keyword: { volume_exact: 4_567 },
    });
    await at?.close();
    const { failure } = await over({ failing: "all" });
    expect(await failure(PATH, q)).toMatchObject({ status: 502, code: "unreachable" });
  });

  test("asks the named sources only", async () => {
    const { json, asked } = await over(WORLD);
    const answer = await json(PATH, { ...q, sources: "yandex_suggest", limit: "10" });
    expect(answer).toMatchObject({ partial: false, suggestions: [{ rank: 1 }, { rank: 2 }] });
    expect(answer).not.toHaveProperty("keywords");
    expect(asked.map((url) => new URL(url).hostname)).toEqual(["suggest.yandex.com"]);
  });

  test("says what is wrong with a request, and has no prompt", async () => {
    const { failure } = await over(WORLD);
    expect(await failure(PATH, { q: "example.com" })).toMatchObject({
      status: 400,
      error: "q: this analysis takes a keyword phrase; /seo/content takes a URL.",
    });
    expect(await failure(PATH, { q: "a b c d e f g h i j k" })).toMatchObject({
      error: "q: must have at most 10 words.",
    });
    expect(await failure(PATH, { ...q, limit: "0" })).toMatchObject({
      error: "limit: must be a whole number from 1 to 1000.",
    });
    expect(await failure(`${PATH}/llm`, q)).toMatchObject({ status: 404, code: "not-found" });
  });

  test("lets go of what it asked when its client leaves", async () => {
    const { leave, open } = await over({ ...WORLD, hanging: ["api.bukvarix.com"] });
    await leave(PATH, q, "suggestions");
    expect(open()).toBe(0);
  });
});
