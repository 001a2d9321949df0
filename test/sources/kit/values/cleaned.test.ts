import { describe, expect, it } from "vitest";
import { decimalOf } from "../../../../src/sources/kit/values/decimal.ts";
import { IsoDate, PlaceTime } from "../../../../src/sources/kit/values/fields.ts";
import { LanguageTag, languageTag, languageTags } from "../../../../src/sources/kit/values/languages.ts";
import { withoutMojibake } from "../../../../src/sources/kit/values/mojibake.ts";
import { withoutNoise } from "../../../../src/sources/kit/values/numbers.ts";

describe("text whose UTF-8 was read as something else", () => {
  it.each([
    ["vie privÃ©e", "vie privée"],
    ["nÂ° 2016", "n° 2016"],
    ["itâ€™s", "it’s"],
    ["Å\u0081Ã³dÅº", "Łódź"],
    ["Łódź cafÃ©", "Łódź café"],
    ["RamÃ\u00adrez", "Ramírez"],
    ["party ðŸŽ‰", "party 🎉"],
  ])("reads %j as %j", (written, text) => {
    expect(withoutMojibake(written)).toBe(text);
  });

  it.each(["NESCAFÉ®", "Türkiye", "MANHÃ", "São Tomé", "Spaß»", "日本", "Âge", "ÃO"])("leaves %j as it is", (text) => {
    expect(withoutMojibake(text)).toBe(text);
  });
});

describe("digits that binary fractions add", () => {
  it.each([
    [12.300000190734863, 12.3],
    [180.3000030517578, 180.3],
    [4.596675395965576, 4.5966754],
    [46.05645089999999, 46.0564509],
    [0.1 + 0.2, 0.3],
    [8.319294900000001, 8.3192949],
  ])("%d is %d", (noisy, plain) => {
    expect(withoutNoise(noisy)).toBe(plain);
  });

  it.each([0.1, 1 / 3, Math.PI, 3162079000000.5, 2 ** 40, 0.015625, 48.856613999, 1e-9])("leaves %d", (value) => {
    expect(withoutNoise(value)).toBe(value);
  });

  it("go from exact decimals too", () => {
    expect(decimalOf(180.3000030517578)).toBe("180.3");
    expect(decimalOf("180.3000030517578")).toBe("180.3000030517578");
  });
});

describe("times", () => {
  it.each([
    ["2026-11-21T13:00:00+01:00", "2026-11-21T12:00:00.000Z"],
    ["2026-11-21T13:00:00+0100", "2026-11-21T12:00:00.000Z"],
    ["2026-11-21T12:00:00Z", "2026-11-21T12:00:00.000Z"],
    ["2026-11-21T12:00:00", "2026-11-21"],
    ["2026-11", "2026-11"],
    ["-0044-03-15", "-0044-03-15"],
  ])("an instant %j is %j", (written, date) => {
    expect(IsoDate.parse(written)).toBe(date);
  });

  it("of a place keep its offset, to the second", () => {
    expect(PlaceTime.parse("2026-11-21T13:00+01:00")).toBe("2026-11-21T13:00:00+01:00");
    expect(PlaceTime.parse("2026-11-21T12:00:00.000Z")).toBe("2026-11-21T12:00:00Z");
    expect(PlaceTime.safeParse("2026-11-21T13:00:00").success).toBe(false);
  });
});

describe("languages", () => {
  it.each([
    ["eng", "en"],
    ["fre", "fr"],
    ["ger", "de"],
    ["FR", "fr"],
    ["en_us", "en-US"],
    ["English", "en"],
    ["français", "fr"],
    ["Deutsch", "de"],
    ["nrm", "nrm"],
    ["und", undefined],
    ["mul", undefined],
    ["español internacional", undefined],
    ["", undefined],
  ])("%j is %j", (written, tag) => {
    expect(languageTag(written)).toBe(tag);
  });

  it("stand once in a list, and in one form in every item", () => {
    expect(languageTags(["eng", "en", null, "other tongues", "fre"])).toEqual(["en", "fr"]);
    expect(LanguageTag.parse("zho")).toBe("zh");
  });
});
