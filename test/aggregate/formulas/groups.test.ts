import { describe, expect, test } from "vitest";
import { averageLink, cosine, groupFor, semanticGroups } from "../../../src/aggregate/formulas/groups.ts";

/** The paragraphs of a 0/1 vector. */
const at = (vector: string) => new Set([...vector].flatMap((bit, index) => (bit === "1" ? [index] : [])));
const member = (text: string, vector: string, tfidf = 0.1, prominence = 1) => ({
  text,
  tfidf,
  prominence,
  paragraphs: at(vector),
});

describe("semantic groups", () => {
  test("cosine of 1100 and 1000, average link with 0011", () => {
    expect(cosine(at("1100"), at("1000"))).toBeCloseTo(Math.SQRT1_2, 4);
    expect(averageLink([at("1100"), at("1000")], [at("0011")])).toBe(0);
    expect(cosine(at("0000"), at("1000"))).toBe(0);
  });

  test("terms of the same paragraphs are a group, named after what distinguishes most; strangers stay out", () => {
    const groups = semanticGroups([
      member("cushion", "1100", 0.2, 2),
      member("foam", "1000", 0.4, 1),
      member("marathon", "0011", 0.3, 1),
    ]);
    expect(groups.map(({ label, members, weight }) => [label, members.map(({ text }) => text), weight])).toEqual([
      ["foam", ["cushion", "foam"], 0.75],
    ]);
  });

  test("a merged pair is as alike to others as its members are on average", () => {
    // b–c 1; a–b = a–c = 1/√2 · … : 1100 with 1000 0.7071; d with b and c 0, with a 0.5: mean with all three 0.1667, too little.
    const groups = semanticGroups([member("a", "1100"), member("b", "1000"), member("c", "1000"), member("d", "0111")]);
    expect(groups.map(({ members }) => members.map(({ text }) => text).toSorted())).toEqual([["a", "b", "c"]]);
  });

  test("of equal pairs the first in the alphabet is merged", () => {
    // a–b and b–c are alike by 0.5, a–c by 0: once a and b are one, c is alike to them by 0.25 only.
    const groups = semanticGroups([member("c", "0110"), member("b", "1010"), member("a", "1001")]);
    expect(groups.map(({ members }) => members.map(({ text }) => text).toSorted())).toEqual([["a", "b"]]);
  });

  test("the weightiest group first; none of nothing", () => {
    const groups = semanticGroups([
      member("a", "1000", 0.1, 1),
      member("b", "1000", 0.2, 1),
      member("x", "0001", 0.2, 3),
      member("y", "0001", 0.1, 3),
    ]);
    expect(groups.map(({ label, weight }) => [label, weight])).toEqual([
      ["x", 0.75],
      ["b", 0.25],
    ]);
    expect([semanticGroups([]), semanticGroups([member("a", "1")])]).toEqual([[], []]);
  });

  test("a question joins the group with which it shares most words", () => {
    const groups = [{ keys: new Set(["shoe", "trail"]) }, { keys: new Set(["shoe", "foam", "sole"]) }];
    expect(groupFor(new Set(["foam", "shoe", "why"]), groups)).toBe(groups[1]);
    expect(groupFor(new Set(["shoe"]), groups)).toBe(groups[0]);
    expect(groupFor(new Set(["hat"]), groups)).toBeUndefined();
  });
});
