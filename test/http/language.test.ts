import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { App } from "../../src/http/app-context.ts";
import { marketIn, withLanguage } from "../../src/http/language.ts";
import { finders, finds, rows } from "./small-web.ts";
import { type Internet, internet, serverFor } from "./support.ts";

describe("a language as clients write it", () => {
  it.each([
    ["all", {}],
    ["auto", {}],
    ["", {}],
    ["fr", { language: "fr" }],
    ["FR", { language: "fr" }],
    ["fr-CA", { language: "fr", region: "CA" }],
    ["pt_BR", { language: "pt", region: "BR" }],
    ["zh-Hans-TW", { language: "zh", region: "TW" }],
    ["es-419", { language: "es" }],
    ["fra", { language: "fr" }],
    ["yue", {}],
    ["french", undefined],
    ["f", undefined],
    ["fr-", undefined],
    ["../..", undefined],
  ])("%s is read", (written, market) => {
    expect(marketIn(written)).toEqual(market);
  });

  const two = z
    .string()
    .regex(/^[a-z]{2}$/)
    .optional();
  const given = { q: "otter", language: "fr-CA" };

  it("is given to sources in the way that they take it", () => {
    expect(withLanguage(given, z.object({ language: two, region: z.string() }))).toEqual({
      q: "otter",
      language: "fr",
      region: "CA",
    });
    expect(withLanguage({ ...given, region: "FR" }, z.object({ language: two, region: z.string() }))).toMatchObject({
      region: "FR",
    });
    expect(withLanguage(given, z.object({ language: two }))).toEqual({ q: "otter", language: "fr" });
    expect(withLanguage(given, z.object({ language: z.string() }))).toBe(given);
    expect(withLanguage(given, z.object({}))).toBe(given);
    expect(withLanguage({ q: "otter", language: "french" }, z.object({ language: two }))).toHaveProperty(
      "language",
      "french",
    );
  });
});

describe("searches", () => {
  let net: Internet;
  let app: App;
  afterEach(async () => {
    await app.close();
    net.close();
  });

  it.each(["/search", "/search/alpha"])("%s take it", async (path) => {
    net = await internet({ "alpha.example": finds(rows.otter) });
    app = serverFor(net.gateway, finders(["alpha"]));
    for (const [language, wanted] of [
      ["all", "q=otter"],
      ["de-AT", "q=otter&region=AT&language=de"],
    ]) {
      const answer = await app.inject(`${path}?q=otter&language=${language}`);
      expect(answer.statusCode).toBe(200);
      expect(net.asked.at(-1)).toBe(`https://alpha.example/?${wanted}`);
    }
    const refused = await app.inject(`${path}?q=otter&language=german`);
    expect([refused.statusCode, refused.json().error]).toEqual([400, "language: a two-letter language code."]);
  });
});
