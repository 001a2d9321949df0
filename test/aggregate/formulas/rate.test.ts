import { expect, it } from "vitest";
import { perThousand } from "../../../src/aggregate/formulas/rate.ts";

it("counts to a thousand inhabitants", () => {
  expect(perThousand(12, 8000)).toBe(1.5);
  expect(perThousand(0, 8000)).toBe(0);
});

it("has one decimal", () => {
  expect(perThousand(1, 3000)).toBe(0.3);
});

it("says nothing of fewer than 500 inhabitants", () => {
  expect([perThousand(3, 499), perThousand(3, 0), perThousand(3, 500)]).toEqual([undefined, undefined, 6]);
});
