import { describe, expect, it } from "vitest";
import { newestYear, type Rent, rentOf, type Sale } from "../../src/aggregate/dwellings.ts";
import { rentIn as livingRent } from "../../src/aggregate/france/living/housing.ts";
import { rentIn as estimatedRent } from "../../src/aggregate/realestate/estimate/rents.ts";

const rent = (rentM2: number, more: Partial<Rent> = {}): Rent => ({
  source: "loyers",
  segment: "apartment",
  year: 2025,
  rentM2,
  referenceSurface: 52,
  ...more,
});

describe("the rent of a commune", () => {
  it("is the indicator, with the bounds of its prediction", () => {
    const own = rent(15, { lowM2: 12, highM2: 18, observations: 200, estimatedOn: "commune" });
    expect(rentOf([own, rent(12, { segment: "house" })], "apartment")).toEqual({
      segment: "apartment",
      rentM2: 15,
      lowM2: 12,
      highM2: 18,
      n: 200,
      level: "commune",
      year: 2025,
      surface: 52,
    });
    expect(rentOf([own], "house")).toBeUndefined();
  });

  it("is the mean of the arrondissements, weighted by their advertisements, without bounds", () => {
    const parts = [
      rent(30, { observations: 100, lowM2: 25, highM2: 35, estimatedOn: "commune" }),
      rent(20, { observations: 300, estimatedOn: "maille" }),
    ];
    // (30 × 100 + 20 × 300) / 400
    expect(rentOf(parts, "apartment")).toEqual({
      segment: "apartment",
      rentM2: 22.5,
      n: 400,
      level: "maille",
      year: 2025,
      surface: 52,
      weighted: true,
      arrondissements: 2,
    });
  });

  it("has no number of advertisements where not all of its parts tell theirs", () => {
    expect(rentOf([rent(30, { observations: 100 }), rent(20)], "apartment")).not.toHaveProperty("n", 100);
  });

  it("is told as that of one arrondissement, or of some of them, where no more are known", () => {
    const parts = [rent(30, { observations: 100 }), rent(20)];
    expect(livingRent(parts.slice(0, 1), 20)[0]?.nature).toContain("d'un seul des 20 arrondissements");
    expect(livingRent(parts, 20)[0]?.nature).toContain("moyenne de 2 des 20 arrondissements, non pondérée");
    expect(livingRent(parts.slice(0, 1), 1)[0]?.nature).not.toContain("arrondissement");
    const wanted = { dwelling: "apartment", surface: 52, rooms: undefined } as const;
    expect(estimatedRent(parts.slice(0, 1), wanted, 3000, 20)[0]?.note).toContain(
      "Of one of 20 arrondissements alone.",
    );
    expect(estimatedRent(parts, wanted, 3000, 20)[0]?.note).toContain(
      "The mean of 2 of 20 arrondissements, not weighted",
    );
  });

  it("is a plain mean where not all of them say how many advertisements there were", () => {
    expect(rentOf([rent(30, { observations: 100 }), rent(20)], "apartment")?.rentM2).toBe(25);
    expect(rentOf([rent(30, { observations: 0 }), rent(20, { observations: 0 })], "apartment")?.rentM2).toBe(25);
  });
});

describe("the newest year of sales", () => {
  const years = (type: string, ...sold: readonly (readonly [year: number, count: number, price: number])[]) => ({
    type,
    years: sold.map(([year, count, medianPriceM2]) => ({ year, count, medianPriceM2 })),
  });
  const summary = (...trends: ReturnType<typeof years>[]): Sale => ({ source: "dvf", kind: "summary", trends });

  it("has the kind with most sales first, and a kind without any in it has no price and no trend", () => {
    const newest = newestYear(
      summary(
        years("Maison", [2025, 5, 3000], [2024, 5, 2500]),
        years("Appartement", [2024, 9, 4000], [2023, 9, 3900]),
      ),
    );
    expect(newest?.year).toBe(2025);
    expect(newest?.kinds[0]).toMatchObject({ dwelling: "house", n: 5, median: 3000 });
    expect(newest?.kinds[0].oneYear).toBeCloseTo(20, 4);
    expect(newest?.kinds[1]).toEqual({ dwelling: "apartment", n: 0, median: undefined });
  });

  it("is none without a sale of a single dwelling", () => {
    expect(newestYear(summary())).toBeUndefined();
    expect(newestYear({ source: "dvf", kind: "summary" })).toBeUndefined();
    expect(newestYear(summary(years("Dépendance", [2025, 3, 100])))).toBeUndefined();
  });
});
