import { describe, expect, it } from "vitest";
import { countriesApart, countryOf } from "../../../src/sources/statistics/countries.ts";

const apart = (q: string) => {
  const { words, countries } = countriesApart(q);
  return [words, ...countries.map(({ iso3 }) => iso3)];
};

describe("countriesApart", () => {
  it("finds a country by code or name, last or first, in English and French", () => {
    expect(apart("unemployment USA")).toEqual(["unemployment", "USA"]);
    expect(apart("NY.GDP.MKTP.CD FR")).toEqual(["NY.GDP.MKTP.CD", "FRA"]);
    expect(apart("life expectancy South Korea")).toEqual(["life expectancy", "KOR"]);
    expect(apart("GDP cote d'ivoire")).toEqual(["GDP", "CIV"]);
    expect(apart("chômage Allemagne")).toEqual(["chômage", "DEU"]);
    expect(apart("France GDP")).toEqual(["GDP", "FRA"]);
    expect(apart("united kingdom")).toEqual(["", "GBR"]);
  });

  it("takes several codes, and no word for one", () => {
    expect(apart("GDP JPN;US")).toEqual(["GDP", "JPN", "USA"]);
    expect(apart("births per woman in")).toEqual(["births per woman in"]);
    expect(apart("GDP EUU")).toEqual(["GDP EUU"]);
  });

  it("knows every country of ISO 3166-1 by its codes", () => {
    expect(countryOf("vut")?.name).toBe("Vanuatu");
    expect(countryOf("Türkiye")?.iso2).toBe("TR");
    expect(countryOf("XX")).toBeUndefined();
  });
});
