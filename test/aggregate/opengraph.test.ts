import { afterEach, describe, expect, test } from "vitest";
import { BY_THE_CLOCK } from "../support/until.ts";
import { type Bench, bench, type World } from "./support.ts";
import { PATH, WORLD } from "./worlds/opengraph.ts";

let at: Bench | undefined;
afterEach(() => at?.close());
const over = async (world: World): Promise<Bench> => {
  at = await bench(world);
  return at;
};

describe("/seo/opengraph", () => {
  test("judges tags, card and structured data by their rules, and reads the page once", async () => {
    const { json, asked } = await over(WORLD);
    const answer = await json(PATH, { q: "shop.example/kettle" });
    expect(answer).toMatchObject({
      success: true,
      q: "shop.example/kettle",
      understood: { url: "https://shop.example/kettle" },
      open_graph: {
        present: true,
        valid: false,
        title: "A kettle that sings",
        type: "product.item",
        url: "https://shop.example/kettle?from=mail",
        image: "https://cdn.example/kettle.jpg",
        image_width: 600,
        image_height: 400,
        image_ok: true,
        missing: [],
      },
      twitter_card: {
        present: true,
        valid: true,
        card: "summary_large_image",
        falls_back_to_open_graph: ["title", "image"],
        missing: [],
      },
      json_ld: { present: true, valid: false },
      preview: { title: "A kettle that sings", image: "https://cdn.example/kettle.jpg", host: "shop.example" },
      limits: ["Judged by published rules, not by the networks' own crawlers."],
      partial: false,
      sources: [
        { id: "opengraph", status: "ok", items: 1 },
        { id: "structured_data", status: "ok", items: 3 },
        { id: "html_meta", status: "ok", items: 1 },
      ],
    });
    expect(answer["missing"]).toBeUndefined();
    expect(answer["open_graph"]).toMatchObject({ problems: [expect.stringContaining("en-GB")] });
    expect(answer["json_ld"]).toMatchObject({
      entities: [
        { type: "Product", format: "json-ld", valid: false, missing_required: ["offers or review or aggregateRating"] },
        { type: "Article", format: "json-ld", valid: true, missing_required: [], missing_recommended: [] },
      ],
      syntax_errors: [expect.any(String)],
    });
    const findings = (answer["findings"] as { id: string; priority: string }[]).map(
      ({ id, priority }) => `${priority} ${id}`,
    );
    // 600×400 is neither under 200×200 nor 1200×630 or more.
    expect(findings).toEqual([
      "P2 og-faulty",
      "P2 structured-data-unreadable",
      "P2 structured-data-incomplete",
      "P3 og-image-not-large",
      "P3 og-description-missing",
      "P3 og-url-not-canonical",
    ]);
    // Made: 7 of Open Graph, 3 of the card, 4 of the data; 6 of these 14 fail.
    expect(answer["verdict"]).toEqual({ valid: false, errors: 3, warnings: 3, score: 57 });
    expect(asked.toSorted()).toEqual(["https://cdn.example/kettle.jpg", "https://shop.example/kettle"]);
  });

  test("reads the page once where everything is asked afresh, too", async () => {
    const { json, asked } = await over(WORLD);
    await json(PATH, { q: "shop.example/kettle" });
    await json(PATH, { q: "shop.example/kettle", no_cache: "true", check_image: "false" });
    expect(asked.filter((url) => url === "https://shop.example/kettle")).toHaveLength(2);
  });

  test("says the same in every form", async () => {
    const { json, csv, xml, sse, ndjson } = await over(WORLD);
    const q = { q: "shop.example/kettle" };
    const answer = await json(PATH, q);
    const [row, ...more] = await csv(PATH, q);
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      success: "true",
      "open_graph.title": "A kettle that sings",
      "open_graph.image_width": "600",
      "twitter_card.falls_back_to_open_graph": "title; image",
      "open_graph.description": "",
      "verdict.score": "57",
    });
    const rows = await csv(PATH, { ...q, rows: "json_ld.entities" });
    expect(rows.map((one) => one["type"])).toEqual(["Product", "Article"]);
    expect(await xml(PATH, q)).toContain("<open_graph><present>true</present><valid>false</valid>");
    const events = await sse(PATH, q);
    const images = events.flatMap(({ data }) =>
      data["name"] === "open_graph" ? [(data["value"] as { image_ok?: boolean }).image_ok] : [],
    );
    // It leaves before the image is looked at, and again after that.
    expect(images).toEqual([undefined, true]);
    expect((await ndjson(PATH, q)).at(-1)?.data["verdict"]).toEqual(answer["verdict"]);
  });

  test("answers what the named sources can tell", async () => {
    const { json } = await over(WORLD);
    const answer = await json(PATH, { q: "shop.example/kettle", sources: "page/structured_data, structured_data" });
    expect(answer["sources"]).toMatchObject([{ id: "structured_data" }]);
    expect(Object.keys(answer)).not.toContain("open_graph");
    expect(Object.keys(answer)).not.toContain("missing");
    expect(answer).toMatchObject({ partial: false, verdict: { errors: 2, warnings: 0, score: 50 } });
  });

  test("looks at the card's own image too", async () => {
    const head = (image: string) => `<!doctype html><html><head><title>A kettle</title>
<meta property="og:title" content="A kettle"><meta property="og:type" content="website">
<meta property="og:url" content="https://cards.example/"><meta property="og:image" content="https://cards.example/og.png">
<meta name="twitter:card" content="summary"><meta name="twitter:title" content="A kettle">
<meta name="twitter:image" content="https://cards.example/${image}"></head><body><p>Kettles.</p></body></html>`;
    const PNG = { body: new Uint8Array([137, 80, 78, 71]), headers: { "content-type": "image/png" } };
    const card = async (image: string) => {
      const { json } = await over({
        hosts: {
          "cards.example": ({ pathname }) =>
            pathname === "/" ? { body: head(image) } : pathname === "/gone.png" ? undefined : PNG,
        },
      });
      const answer = await json(PATH, { q: "https://cards.example/" });
      const findings = answer["findings"] as readonly { id: string }[];
      return { ...(answer["twitter_card"] as object), found: findings.map(({ id }) => id) };
    };
    expect(await card("card.png")).toMatchObject({ image_ok: true });
    const gone = await card("gone.png");
    expect(gone).toMatchObject({ image_ok: false, valid: false });
    expect(gone.found).toContain("twitter-image-unusable");
    // Open Graph's own image is judged there.
    expect(await card("og.png")).not.toHaveProperty("image_ok");
  });

  test("says what is wrong with a request", async () => {
    const { failure, json } = await over(WORLD);
    expect(await failure(PATH, { q: "foo bar" })).toMatchObject({
      status: 400,
      code: "bad-query",
      error: "q: “foo bar” is not a URL.",
    });
    expect(await failure(PATH)).toMatchObject({
      status: 400,
      error: expect.stringMatching(/^q: is missing: a page's URL/),
    });
    expect(await failure(PATH, { q: "shop.example", sources: "dns" })).toMatchObject({
      status: 400,
      error: "sources: “dns” is not a parser of /seo/opengraph; allowed are opengraph, structured_data, html_meta.",
    });
    expect(await failure(PATH, { q: "shop.example", timeout_ms: "5" })).toMatchObject({
      error: "timeout_ms: must be a whole number from 1000 to 120000.",
    });
    expect(await failure(PATH, { q: "shop.example", rows: "nothing" })).toMatchObject({
      error: expect.stringMatching(/^rows: must be one of all, /),
    });
    expect((await json(PATH, { q: "shop.example/kettle", fancy: "1" }))["warnings"]).toEqual([
      expect.stringMatching(/^The parameter “fancy” is unknown/),
    ]);
  });

  test("fails as its page fails, and has no prompt", async () => {
    const { failure } = await over({ failing: "all" });
    expect(await failure(PATH, { q: "shop.example/kettle" })).toMatchObject({
      status: 502,
      code: "unreachable",
      error: expect.stringMatching(/^All 3 sources failed\. .*\bopengraph: unreachable \(/),
    });
    expect(await failure(PATH, { q: "http://127.0.0.1/" })).toMatchObject({ status: 403, code: "forbidden-target" });
    expect(await failure(`${PATH}/llm`, { q: "shop.example" })).toMatchObject({ status: 404, code: "not-found" });
  });

  test("lets go of the page when its client leaves", async () => {
    const { leave, open } = await over({ ...WORLD, hanging: ["cdn.example"] });
    await leave(PATH, { q: "shop.example/kettle" });
    expect(open()).toBe(0);
  });

  test("answers with what came when the time is up", BY_THE_CLOCK, async () => {
    const { json } = await over({ ...WORLD, hanging: ["cdn.example"] });
    const answer = await json(PATH, { q: "shop.example/kettle", timeout_ms: "1000" });
    expect(answer["open_graph"]).toMatchObject({ title: "A kettle that sings" });
    expect(answer["open_graph"]).not.toHaveProperty("image_ok");
    expect(answer["verdict"]).toMatchObject({ errors: 3 });
  });
});
