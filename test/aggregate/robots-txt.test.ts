import { afterEach, describe, expect, test } from "vitest";
import { type Bench, bench, type World } from "./support.ts";
import { FILE, PATH, Q, WORLD } from "./worlds/robots-txt.ts";

let at: Bench | undefined;
afterEach(() => at?.close());
const over = async (world: World): Promise<Bench> => {
  at = await bench(world);
  return at;
};

describe("/seo/robots-txt", () => {
  test("tells rules, groups, sitemaps, constraints, robots of language models and whether the path is open", async () => {
    const { json } = await over(WORLD);
    const answer = await json(PATH, Q);
    expect(answer).toMatchObject({
      understood: { url: "https://shop.example/cart/help", host: "shop.example", path: "/cart/help", agent: "*" },
      file: {
        url: "https://shop.example/robots.txt",
        status: 200,
        exists: true,
        valid: false,
        bytes: FILE.length,
        problems: [{ line: 12, sentence: expect.stringContaining("Background: blue") }],
      },
      rules: [
        { agents: ["*"], type: "disallow", path: "/cart", line: 2 },
        { agents: ["*"], type: "allow", path: "/cart/help$", line: 3 },
        { agents: ["GPTBot", "CCBot"], type: "disallow", path: "/", line: 8 },
      ],
      groups: [
        { agents: ["*"], allow: 1, disallow: 1, crawl_delay_s: 2 },
        { agents: ["GPTBot", "CCBot"], allow: 0, disallow: 1 },
      ],
      constraints: {
        crawl_delay_s: 2,
        blocks_all: false,
        blocked_paths: ["/cart"],
        page_meta_robots: "noindex, noarchive",
        page_x_robots_tag: "noarchive",
        page_indexable: false,
      },
      test: { path: "/cart/help", agent: "*", allowed: true, rule: "allow: /cart/help$", line: 3 },
      limits: ["robots.txt asks; it does not enforce."],
    });
    const bots = answer["ai_bots"] as { agent: string; allowed: boolean; rule?: string }[];
    expect(bots.find(({ agent }) => agent === "GPTBot")).toEqual({
      agent: "GPTBot",
      allowed: false,
      rule: "disallow: /",
    });
    expect(bots.find(({ agent }) => agent === "ClaudeBot")).toEqual({ agent: "ClaudeBot", allowed: true });
    // The second sitemap is not there: that is told of it, and is no failure of the analysis.
    expect(answer["sitemaps"]).toEqual([
      { url: "https://shop.example/one.xml", status: "ok", urls: 2, last_modified: "2026-02-03" },
      { url: "https://shop.example/two.xml", status: "not-found", problem: expect.any(String) },
    ]);
    expect(answer["partial"]).toBe(false);
  });

  test("tests another path for another robot", async () => {
    const { json } = await over(WORLD);
    const { test: tested } = await json(PATH, { q: "shop.example", path: "/cart/x", agent: "GPTBot" });
    expect(tested).toEqual({ path: "/cart/x", agent: "GPTBot", allowed: false, rule: "disallow: /", line: 8 });
  });

  test("has the rules as rows, in columns that do not depend on what is there", async () => {
    const { csv, xml, sse, ndjson, get } = await over(WORLD);
    const rows = await csv(PATH, Q);
    expect(rows[2]).toEqual({ agents: "GPTBot; CCBot", type: "disallow", path: "/", line: "8" });
    expect(await (await get(PATH, { q: "none.example", format: "csv" })).text()).toBe("agents,type,path,line\n");
    expect(await xml(PATH, Q)).toContain("<rules><item><agents><item>*</item></agents><type>disallow</type>");
    const names = (await sse(PATH, Q)).flatMap(({ event, data }) => (event === "section" ? [data["name"]] : []));
    expect(new Set(names)).toEqual(
      new Set(["understood", "file", "rules", "groups", "ai_bots", "test", "constraints", "sitemaps"]),
    );
    expect((await ndjson(PATH, Q)).at(-1)?.event).toBe("done");
  });

  test("takes a file that is not there for one that allows all, and one that fails for one that forbids all", async () => {
    const { json } = await over({
      hosts: {
        "down.example": ({ pathname }) =>
          pathname === "/robots.txt" ? { body: "", status: 503 } : { body: "<p>up</p>" },
      },
    });
    expect(await json(PATH, { q: "none.example" })).toMatchObject({
      file: { status: 404, exists: false, valid: false },
      rules: [],
      groups: [],
      constraints: { blocks_all: false, blocked_paths: [] },
      test: { path: "/", allowed: true },
      sitemaps: [],
    });
    expect(await json(PATH, { q: "down.example" })).toMatchObject({
      file: { status: 503, exists: false },
      constraints: { blocks_all: true },
      test: { allowed: false },
    });
  });

  test("goes without what fails beside the file, and says so", async () => {
    const { json } = await over({
      ...WORLD,
      hosts: {
        "shop.example": ({ pathname }) => (pathname === "/cart/help" ? { body: "no", status: 500 } : undefined),
      },
      pages: {
        ...WORLD.pages,
        "https://shop.example/cart/help": { body: "no", status: 500 },
        "http://shop.example/cart/help": { body: "no", status: 500 },
      },
    });
    const answer = await json(PATH, Q);
    expect(answer).toMatchObject({
      partial: true,
      constraints: { blocked_paths: ["/cart"] },
      rules: expect.any(Array),
    });
    expect(answer["constraints"]).not.toHaveProperty("page_indexable");
  });

  test("answers what the named sources can tell", async () => {
    const { json, asked } = await over(WORLD);
    const answer = await json(PATH, { ...Q, sources: "robots_txt" });
    expect(answer["sources"]).toMatchObject([{ id: "robots_txt", status: "ok" }]);
    expect(answer).toMatchObject({
      partial: false,
      sitemaps: [{ url: "https://shop.example/one.xml" }, { url: "https://shop.example/two.xml" }],
    });
    expect(asked).toEqual(["https://shop.example/robots.txt"]);
  });

  test("fails where nothing answers, has no prompt, and lets go when its client leaves", async () => {
    const { failure } = await over({ failing: "all" });
    expect(await failure(`${PATH}/llm`, Q)).toMatchObject({ status: 404, code: "not-found" });
    await at?.close();
    const { leave, open } = await over({
      ...WORLD,
      hanging: ["other.example"],
      hosts: { "shop.example": () => undefined },
    });
    await leave(PATH, Q);
    expect(open()).toBe(0);
  });
});
