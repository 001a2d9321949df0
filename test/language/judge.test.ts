import { describe, expect, it } from "vitest";
import { judgedLanguage } from "../../src/language/judge.ts";
import { LABELLED } from "./short-queries.ts";

const ANSWERED = ["fr", "de", "es", "it", "pt", "ru"];

describe("the language of a short text", () => {
  it("is measured on at least 300 queries, symbols, names and identifiers", () => {
    expect(LABELLED.length).toBeGreaterThanOrEqual(300);
    expect(new Set(LABELLED.map(([language]) => language)).size).toBeGreaterThan(10);
  });

  it("is right in 99 of 100 cases where one is named", () => {
    const named = LABELLED.map(([language, query]) => ({ language, query, judged: judgedLanguage(query) })).filter(
      ({ judged }) => judged !== undefined,
    );
    const wrong = named.filter(({ language, judged }) => judged !== language);
    expect(wrong.length / named.length, JSON.stringify(wrong)).toBeLessThanOrEqual(0.01);
    expect(named.length).toBeGreaterThan(100);
  });

  it("is named for 8 of 10 whole questions of the languages that are answered", () => {
    const questions = LABELLED.filter(([language]) => ANSWERED.includes(language));
    const named = questions.filter(([language, query]) => judgedLanguage(query) === language);
    expect(named.length / questions.length).toBeGreaterThanOrEqual(0.8);
  });

  it("is that of a longer text", () => {
    expect(
      judgedLanguage(
        `Le conseil municipal a voté jeudi soir le budget de la commune. Les impôts locaux ne changeront pas, mais les
        travaux de la piscine sont reportés à l'année prochaine, faute de subventions.`,
      ),
    ).toBe("fr");
    expect(judgedLanguage("v2.0.1 Bug fixes v2.0.2 Bug fixes v2.0.3 Bug fixes")).toBeUndefined();
  });

  it("is none of a text of a million blanks, quickly", () => {
    const begun = performance.now();
    expect(judgedLanguage(`${"a.".repeat(500_000)}${" ".repeat(500_000)}`)).toBeUndefined();
    expect(performance.now() - begun).toBeLessThan(500);
  });
});
