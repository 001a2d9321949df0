import { describe, expect, it } from "vitest";
import { matchOf } from "../../../src/aggregate/formulas/same-product.ts";
import { PRODUCT_PAIRS } from "./product-pairs.ts";
import { FIFTH_PAIRS } from "./product-pairs-fifth.ts";
import { FOURTH_PAIRS } from "./product-pairs-fourth.ts";
import { HELD_PAIRS } from "./product-pairs-held.ts";
import { SIXTH_PAIRS } from "./product-pairs-sixth.ts";
import { THIRD_PAIRS } from "./product-pairs-third.ts";

/** What is taken wrongly: titles of something else that count, and titles of the product that do not. */
function judged(pairs: typeof PRODUCT_PAIRS) {
  const told = Object.entries(pairs).flatMap(([name, { same, other }]) =>
    Object.entries({ same, other }).flatMap(([kind, titles]) =>
      titles
        .split("\n")
        .map((title) => ({ title, is: kind === "same", matched: matchOf({ name }, { title }) !== undefined })),
    ),
  );
  const right = told.filter(({ is, matched }) => is && matched).length;
  return {
    n: told.length,
    precision: right / told.filter(({ matched }) => matched).length,
    recall: right / told.filter(({ is }) => is).length,
    counted: told.filter(({ is, matched }) => !is && matched).map(({ title }) => title),
    missed: told.filter(({ is, matched }) => is && !matched).map(({ title }) => title),
  };
}

describe("labelled titles", () => {
  it.each([
    ["those that the rules were made with", PRODUCT_PAIRS],
    ["those that were written afterwards", HELD_PAIRS],
    ["a third set", THIRD_PAIRS],
    ["a fourth", FOURTH_PAIRS],
    ["a fifth", FIFTH_PAIRS],
    ["a sixth", SIXTH_PAIRS],
  ])("%s: few of something else count, and few of the product do not", (_name, pairs) => {
    const { n, precision, recall } = judged(pairs);
    expect(n).toBeGreaterThan(70);
    expect(precision).toBeGreaterThanOrEqual(0.98);
    expect(recall).toBeGreaterThanOrEqual(0.98);
  });

  it("what is still taken wrongly: a generation that is written as an ordinal", () => {
    const others = [PRODUCT_PAIRS, HELD_PAIRS, FOURTH_PAIRS, FIFTH_PAIRS, SIXTH_PAIRS].map(judged);
    expect(others).toMatchObject(others.map(() => ({ counted: [], missed: [] })));
    expect(judged(THIRD_PAIRS)).toMatchObject({
      counted: [],
      missed: ["Apple AirPods Pro (2nd Generation) with MagSafe case"],
    });
  });
});
