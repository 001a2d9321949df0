import { describe, expect, it } from "vitest";
import { SourceError } from "../../../src/errors.ts";
import { checked, mod11, mod97 } from "../../../src/sources/company/numbers.ts";
import { luhn } from "../../../src/sources/kit/requests/siren.ts";

describe("check digits", () => {
  it("fit numbers that were given out, and no neighbour of theirs", () => {
    expect([luhn("303265045"), luhn("303265046")]).toEqual([true, false]);
    expect([mod97("HWUPKR0MPOU8FGXBT394"), mod97("HWUPKR0MPOU8FGXBT349")]).toEqual([true, false]);
    const norway = [3, 2, 7, 6, 5, 4, 3, 2];
    expect([mod11("923609016", norway), mod11("923690016", norway)]).toEqual([true, false]);
    const finland = [7, 9, 10, 5, 8, 4, 2];
    expect([mod11("01120389", finland), mod11("01120398", finland)]).toEqual([true, false]);
  });

  it("make a mistyped number a bad query that names it", () => {
    expect(checked("923609016", "organisation number", true)).toBe("923609016");
    expect(() => checked("923609017", "organisation number", false)).toThrow(
      new SourceError("bad-query", "q: “923609017” is no organisation number: its check digit does not fit."),
    );
  });
});
