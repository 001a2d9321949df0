import { describe, expect, it } from "vitest";
import { qualifiersIn } from "../../../src/sources/kit/requests/qualifiers.ts";

describe("qualifiersIn", () => {
  it("takes named values out, quoted ones with their blanks", () => {
    expect(qualifiersIn('  expo  city:Lyon photo near:45.7,4.8 tag:"two  words"', ["city", "near", "tag"])).toEqual({
      text: "expo photo",
      said: { city: "Lyon", near: "45.7,4.8", tag: "two  words" },
    });
  });

  it("knows names in whatever case, and the last of two", () => {
    expect(qualifiersIn("CITY:Lyon objectnumber:SK-C-5 city:Nice", ["city", "objectNumber"])).toEqual({
      text: "",
      said: { city: "Nice", objectNumber: "SK-C-5" },
    });
  });

  it("leaves other colons, names without a value and quotes that do not close", () => {
    const q = 'city: 10:30 who:"Vermeer" http://city:80/ city:"Ly';
    expect(qualifiersIn(q, ["city"])).toEqual({ text: q, said: {} });
  });
});
