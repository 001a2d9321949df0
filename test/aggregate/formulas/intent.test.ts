import { describe, expect, test } from "vitest";
import { searchIntent } from "../../../src/aggregate/formulas/intent.ts";

describe("search intent", () => {
  test("best running shoes, with shopping and questions among the results", () => {
    const found = searchIntent("best running shoes", "en", { features: ["shopping", "people_also_ask"] });
    expect(found.primary).toBe("commercial");
    expect(found.scores.commercial).toBeCloseTo(0.6667, 4);
    expect(found.scores.transactional).toBeCloseTo(0.1667, 4);
    expect(found.scores.informational).toBeCloseTo(0.1667, 4);
    expect([found.scores.local, found.scores.navigational]).toEqual([0, 0]);
    expect(found.evidence).toEqual([
      "“best” in the query (commercial)",
      "shopping among the results",
      "people_also_ask among the results",
    ]);
  });

  test.each([
    ["how to tie a tie", "en", "informational"],
    ["iphone 15 vs pixel 8", "en", "commercial"],
    ["cheap flights", "en", "transactional"],
    ["pharmacy near me", "en", "local"],
    ["gmail login", "en", "navigational"],
    ["qu'est-ce que la TVA", "fr", "informational"],
    ["assurance vélo pas chère", "fr", "informational"],
    ["assurance vélo pas cher", "fr", "transactional"],
    ["boulangerie près de chez moi", "fr", "local"],
    ["Laufschuhe kaufen", "de", "transactional"],
    ["günstige Flüge Testsieger", "de-AT", "commercial"],
    ["qué es el SEO", "es", "informational"],
    ["pizzeria vicino a me", "it", "local"],
    ["melhores tênis de corrida", "pt", "commercial"],
    ["купить велосипед", "ru", "transactional"],
    ["личный кабинет сбербанк", "ru", "navigational"],
    ["Laufschuhe buy", "de", "transactional"],
  ])("%s (%s) is %s", (query, language, intent) => expect(searchIntent(query, language).primary).toBe(intent));

  test("one hit a class, of whole words only", () => {
    expect(searchIntent("best top review", "en").scores.commercial).toBe(1);
    expect(searchIntent("bestie stopwatch", "en").evidence).toEqual([]);
  });

  test("nothing to go by is informational, without evidence", () =>
    expect(searchIntent("coffee", "en")).toMatchObject({
      primary: "informational",
      scores: { informational: 1 },
      evidence: [],
    }));

  test("ties go to the intent nearest to an action", () => {
    expect(searchIntent("buy best", "en").primary).toBe("transactional");
    expect(searchIntent("how to review", "en").primary).toBe("commercial");
  });

  test("a local pack counts three, and a site asked for by its name too", () => {
    expect(searchIntent("pizza", "en", { features: ["local_pack", "ads_top"] }).scores).toMatchObject({ local: 0.75 });
    const named = { features: [], firstUrl: "https://www.credit-agricole.fr/particulier", firstHasSitelinks: true };
    expect(searchIntent("Crédit Agricole", "fr", named)).toMatchObject({
      primary: "navigational",
      evidence: ["the first result's domain is the query"],
    });
    expect(searchIntent("crédit", "fr", { features: [], firstUrl: named.firstUrl }).evidence).toEqual([]);
  });
});
