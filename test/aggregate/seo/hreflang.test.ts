import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { loadRecordings } from "../../../src/replay/recordings.ts";
import { type Bench, bench, type Json, type World } from "../support.ts";
import { link, PATH, page, WORLD } from "../worlds/hreflang.ts";

const SHARED = join(import.meta.dirname, "../../../../shared/recordings");

let at: Bench | undefined;
afterEach(() => at?.close());
const over = async (world: World): Promise<Bench> => {
  at = await bench(world);
  return at;
};
const q = { q: "shop.example/en" };

const problemsIn = (answer: Json): readonly string[] =>
  (answer["problems"] as { severity: string; id: string; tags: string[] }[]).map(({ severity, id, tags }) =>
    `${severity} ${id} ${tags.join(",")}`.trim(),
  );

describe("/seo/hreflang", () => {
  test("lists the tags and tells what is wrong with each and all", async () => {
    const { json, asked } = await over(WORLD);
    const answer = await json(PATH, q);
    expect(answer).toMatchObject({
      tags: [
        { hreflang: "en", language: "en", language_name: "English", is_self: true, valid: true, from: "html" },
        { hreflang: "fr-CA", language: "fr", region: "CA", url: "https://shop.example/fr-ca", valid: false },
        { hreflang: "en-UK", region: "UK", valid: false },
        { hreflang: "nl", valid: true, x_default: false },
        { hreflang: "nl", valid: false },
      ],
      declared: {
        page_language: "de",
        languages: ["en", "fr", "nl"],
        regions: ["CA"],
        count: 5,
        x_default: false,
        self_reference: true,
      },
      canonical: { url: "https://shop.example/other", consistent: false },
      verdict: { valid: false, errors: 4, warnings: 2 },
      partial: false,
    });
    expect(problemsIn(answer)).toEqual([
      "error code-invalid en-UK",
      "error relative-url fr-CA",
      "error duplicate nl",
      "warning no-x-default",
      "error canonical-elsewhere",
      "warning language-differs",
    ]);
    expect(asked).toEqual(["https://shop.example/en"]);
  });

  test("reads the alternates for their return links", async () => {
    const { json } = await over(WORLD);
    const answer = await json(PATH, { ...q, reciprocal: "true" });
    const returned = (answer["tags"] as { hreflang: string; returns_link?: boolean }[]).map(
      ({ hreflang, returns_link }) => [hreflang, returns_link],
    );
    expect(returned).toEqual([
      ["en", undefined],
      ["fr-CA", true],
      ["en-UK", false],
      // They cannot be read.
      ["nl", undefined],
      ["nl", undefined],
    ]);
    expect(problemsIn(answer)).toContain("error no-return-link en-UK");
    expect(problemsIn(answer)).toContain("warning return-unread nl");
  });

  test("looks into the sitemap where that is asked for", async () => {
    const { json } = await over(WORLD);
    const answer = await json(PATH, { ...q, in_sitemap: "true" });
    expect((answer["tags"] as { from: string }[]).map(({ from }) => from)).toEqual([
      ...Array.from({ length: 5 }, () => "html"),
      "sitemap",
    ]);
    expect(answer).toMatchObject({
      declared: { languages: ["en", "fr", "nl", "sv"] },
      sources: [{}, {}, { id: "sitemap" }],
    });
  });

  test("finds nothing wrong with a good set, nor with none", async () => {
    const { json } = await over(WORLD);
    expect(await json(PATH, { q: "good.example" })).toMatchObject({
      problems: [],
      canonical: { consistent: true },
      verdict: { valid: true, errors: 0, warnings: 0 },
    });
    const none = await json(PATH, { q: "bare.example" });
    expect(none).toMatchObject({
      tags: [],
      declared: { page_language: "en", languages: [], count: 0, x_default: false, self_reference: false },
      problems: [],
      verdict: { valid: true, errors: 0, warnings: 0 },
      partial: false,
    });
    expect(none["limits"]).toContain("The page announces no alternates in other languages.");
  });

  test("says the same in every form, the tags first", async () => {
    const { csv, xml, sse } = await over(WORLD);
    const rows = await csv(PATH, q);
    expect(rows.map((row) => row["hreflang"])).toEqual(["en", "fr-CA", "en-UK", "nl", "nl"]);
    expect(rows[2]).toMatchObject({ problems: "UK is no country of ISO 3166-1: GB is meant.", valid: "false" });
    expect(await csv(PATH, { q: "bare.example" })).toEqual([]);
    expect(await xml(PATH, q)).toContain("<verdict><valid>false</valid><errors>4</errors>");
    const names = (await sse(PATH, q)).flatMap(({ event, data }) => (event === "section" ? [data["name"]] : []));
    expect(names.slice(0, 2)).toEqual(["understood", "tags"]);
  });

  test("asks the named sources only, and fails as its page fails", async () => {
    const { json } = await over(WORLD);
    const meta = await json(PATH, { ...q, sources: "html_meta" });
    expect(meta).toMatchObject({ canonical: { consistent: false }, partial: false });
    expect(meta).not.toHaveProperty("tags");
    expect(meta).not.toHaveProperty("missing");
    const tags = await json(PATH, { ...q, sources: "hreflang" });
    expect(tags).toMatchObject({ declared: { page_language: "de" }, verdict: { errors: 4 } });
    await at?.close();
    const { failure } = await over({ failing: "all" });
    expect(await failure(PATH, q)).toMatchObject({ status: 502, code: "unreachable" });
    expect(await failure(PATH, { q: "http://10.0.0.1/" })).toMatchObject({ status: 403, code: "forbidden-target" });
    expect(await failure(PATH, { q: "foo bar" })).toMatchObject({ error: "q: “foo bar” is not a URL." });
    expect(await failure(`${PATH}/llm`, q)).toMatchObject({ status: 404 });
  });

  test("does without the alternates that cannot be read", async () => {
    const gone = { ...WORLD.pages, "https://shop.example/fr-ca": { body: "", status: 500 } };
    const { json } = await over({ ...WORLD, pages: gone });
    expect(await json(PATH, { ...q, reciprocal: "true" })).toMatchObject({ declared: { count: 5 } });
  });

  test("lets go of the alternates when its client leaves", async () => {
    const { leave, open } = await over({
      pages: {
        "https://good.example/": {
          body: page("en", link("en", "https://good.example/") + link("fr", "https://slow.example/")),
        },
      },
      hanging: ["slow.example"],
    });
    await leave(PATH, { q: "good.example", reciprocal: "true" }, "understood");
    expect(open()).toBe(0);
  });
});

describe.skipIf(!existsSync(SHARED))("/seo/hreflang over recorded pages", () => {
  const of = (name: string) => loadRecordings(SHARED, "page/hreflang").filter((one) => one.name === name);

  test("of a hundred and one alternates that are in order but for their return links", async () => {
    const { json } = await over({ recordings: of("garmin") });
    const answer = await json(PATH, {
      q: "https://www.garmin.com/en-US/c/sports-fitness/activity-fitness-trackers/",
    });
    expect(answer).toMatchObject({
      declared: { count: 101, x_default: true, self_reference: true, page_language: "en" },
      canonical: { consistent: true },
    });
  });

  test("of a page without an x-default, and of one without alternates", async () => {
    const { json } = await over({ recordings: [...of("ergotron"), ...of("empty-astier")] });
    const [ergotron, astier] = [...of("ergotron"), ...of("empty-astier")].map(({ meta }) => meta.url);
    const answer = await json(PATH, { q: String(ergotron) });
    expect(answer).toMatchObject({ declared: { count: 57, x_default: false } });
    expect(problemsIn(answer)).toContain("warning no-x-default");
    expect(await json(PATH, { q: String(astier) })).toMatchObject({ tags: [], verdict: { valid: true } });
  });
});
