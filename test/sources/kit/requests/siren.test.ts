import { describe, expect, it } from "vitest";
import { registrationIn, understoodNumber } from "../../../../src/sources/kit/requests/siren.ts";

describe("registrationIn", () => {
  it("tells a SIREN and a SIRET from a name, however they are spaced", () => {
    expect(registrationIn("552032534")).toEqual({ siren: "552032534", siret: undefined });
    expect(registrationIn(" 404 833 048\u00a000022 ")).toEqual({ siren: "404833048", siret: "40483304800022" });
    expect(registrationIn("404.833.048")).toEqual({ siren: "404833048", siret: undefined });
    for (const name of ["Danone", "1001 piles", "55203253", "5520325340", "W643000551"])
      expect(registrationIn(name)).toBeUndefined();
  });

  it("takes the SIREN out of a French VAT number", () => {
    expect(registrationIn("FR27 552032534")).toEqual({ siren: "552032534", siret: undefined });
  });

  it("refuses a number whose check digit is wrong", () => {
    expect(() => registrationIn("552032535")).toThrow("552032535 is no SIREN: its check digit is wrong.");
    expect(() => registrationIn("40483304800018")).toThrow("40483304800018 is no SIRET: its check digit is wrong.");
    expect(() => registrationIn("FR27552032535")).toThrow("552032535 is no SIREN");
  });

  it("takes establishments of La Poste whose digits' sum is a multiple of five, and its head office by Luhn's digit", () => {
    expect(registrationIn("356 000 000 00001")).toEqual({ siren: "356000000", siret: "35600000000001" });
    expect(registrationIn("35600000000048")).toEqual({ siren: "356000000", siret: "35600000000048" });
    expect(() => registrationIn("35600000000002")).toThrow("35600000000002 is no SIRET");
    // The exception is La Poste's alone: the digits' sum of this one is 35.
    expect(() => registrationIn("40483304800001")).toThrow("40483304800001 is no SIRET");
  });
});

describe("understoodNumber", () => {
  it("says which number, or what else", () => {
    expect(understoodNumber("x", { siren: "552032534" }, "a name").text).toBe("x understood as the SIREN 552032534");
    expect(understoodNumber("x", { siren: "404833048", siret: "40483304800022" }, "a name").text).toBe(
      "x understood as the SIRET 40483304800022",
    );
    expect(understoodNumber("Danone", undefined, "a name").text).toBe("Danone understood as a name");
  });
});
