import { expect, it } from "vitest";
import { bounded } from "../../src/metrics/bounded.ts";

it("the first values of a label pass, later ones are told together", () => {
  const name = bounded(2);
  expect(["a", "b", "c", "a", "d", "b"].map(name)).toEqual(["a", "b", "other", "a", "other", "b"]);
});
