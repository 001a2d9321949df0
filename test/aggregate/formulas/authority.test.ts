import { expect, test } from "vitest";
import { authority } from "../../../src/aggregate/formulas/authority.ts";

test.each([
  [1, 100],
  [1_000, 50],
  [50_000, 22],
  [1_000_000, 0],
  [5_000_000, 0],
])("rank %i is an authority of %i", (rank, score) => expect(authority(rank)).toBe(score));

test("what is no rank has none", () => expect([authority(0), authority(Number.NaN)]).toEqual([undefined, undefined]));
