import { describe, expect, it } from "vitest";
import { endsIn } from "../../../../src/sources/kit/requests/ends.ts";

describe("the ends of a journey", () => {
  it("stand on either side of a word or an arrow", () => {
    const ends = { from: "Nantes", to: "Lyon Part-Dieu" };
    for (const q of [
      "Nantes to Lyon Part-Dieu",
      "from Nantes TO Lyon Part-Dieu",
      "Nantes → Lyon Part-Dieu",
      "Nantes->Lyon Part-Dieu",
    ])
      expect(endsIn(q)).toEqual(ends);
    expect(endsIn("49.0,2.57 to 48.8,2.37")).toEqual({ from: "49.0,2.57", to: "48.8,2.37" });
  });

  it("are two, or none", () => {
    for (const q of ["Nantes", "Toronto", "Stoke-on-Trent", "to Lyon", "Nantes to "]) expect(endsIn(q)).toBeUndefined();
  });
});
