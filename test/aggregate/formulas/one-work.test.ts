import { describe, expect, it } from "vitest";
import { isPreprint, oneByWork, type WorkIdentity } from "../../../src/aggregate/formulas/one-work.ts";

const work = (title: string, more: Omit<WorkIdentity, "title"> = {}): WorkIdentity => ({ title, ...more });
const by = (name: string, year: number) => ({ authors: [{ name }], year });
const sizes = (...records: readonly WorkIdentity[]): readonly number[] =>
  oneByWork(records).map(({ length }) => length);

describe("oneByWork", () => {
  it("takes the same identifier for the same work, whatever the titles", () => {
    expect(sizes(work("a", { doi: "10.1/x" }), work("b", { doi: "10.1/x" }))).toEqual([2]);
    expect(sizes(work("a", { pmid: "7" }), work("b", { pmid: "7" }))).toEqual([2]);
    expect(sizes(work("a", { arxivId: "1706.03762" }), work("b", { doi: "10.48550/arxiv.1706.03762" }))).toEqual([2]);
    expect(sizes(work("a", { pmid: "7" }), work("a", { arxivId: "7" }))).toEqual([1, 1]);
  });

  it("takes the same title, first author and about the same year for the same work", () => {
    expect(
      sizes(
        work("Deep Learning: a Review", by("Yann LeCun", 2015)),
        work("Deep learning – A review.", by("LeCun Y", 2016)),
        work("Deep Learning, a review", { ...by("LeCun, Yann", 2015), doi: "10.1/x" }),
      ),
    ).toEqual([3]);
  });

  it("does not where the author is another, the years are apart, or either is not told", () => {
    const review = work("Deep learning", by("Yann LeCun", 2015));
    expect(sizes(review, work("Deep learning", by("Ian Goodfellow", 2015)))).toEqual([1, 1]);
    expect(sizes(review, work("Deep learning", by("Yann LeCun", 2017)))).toEqual([1, 1]);
    expect(sizes(review, work("Deep learning", { year: 2015 }))).toEqual([1, 1]);
    expect(sizes(review, work("Deep learning", { authors: [{ name: "Yann LeCun" }] }))).toEqual([1, 1]);
    expect(sizes(work("", by("A B", 2015)), work("…", by("A B", 2015)))).toEqual([1, 1]);
  });

  it("reads family names in either order, with particles, numbers and diacritics", () => {
    const same = (a: string, b: string) => sizes(work("T", by(a, 2020)), work("T", by(b, 2020))).length === 1;
    expect(same("Jan van der Berg", "van der Berg J")).toBe(true);
    expect(same("Zhang Wei", "Wei Zhang")).toBe(true);
    expect(same("Wei Wang 0001", "Wang W")).toBe(true);
    expect(same("Gödel K", "Kurt Godel")).toBe(true);
    expect(same("J.-P. Serre", "Serre JP")).toBe(true);
    expect(same("Martin Luther King Jr.", "King ML")).toBe(true);
    expect(same("Anna Berg", "Otto Bergmann")).toBe(false);
  });

  it("parts works of the same title by their DOIs, but for a preprint and what became of it", () => {
    const editorial = by("Anna Berg", 2020);
    expect(
      sizes(work("Editorial", { ...editorial, doi: "10.1/a" }), work("Editorial", { ...editorial, doi: "10.1/b" })),
    ).toEqual([1, 1]);
    const preprint = { ...editorial, doi: "10.1101/b", type: "preprint" };
    expect(sizes(work("Result", { ...editorial, doi: "10.1/a" }), work("Result", preprint))).toEqual([2]);
  });

  it("joins what a later record shows to be one", () => {
    const groups = oneByWork([
      work("Attention", { arxivId: "1706.03762" }),
      work("Other", { doi: "10.1/o" }),
      work("Attention is all you need", { doi: "10.1/x" }),
      work("Attention!", { doi: "10.1/x", arxivId: "1706.03762" }),
      work("Attention again", { arxivId: "1706.03762" }),
    ]);
    expect(groups.map((group) => group.map(({ title }) => title))).toEqual([
      ["Attention", "Attention is all you need", "Attention!", "Attention again"],
      ["Other"],
    ]);
  });

  it("is empty of nothing", () => {
    expect(oneByWork([])).toEqual([]);
  });
});

describe("isPreprint", () => {
  it("knows preprints by their type, and arXiv's by their DOI", () => {
    expect(isPreprint(work("a", { type: "posted-content" }))).toBe(true);
    expect(isPreprint(work("a", { doi: "10.48550/arxiv.1706.03762" }))).toBe(true);
    expect(isPreprint(work("a", { type: "journal-article", doi: "10.1/x" }))).toBe(false);
    expect(isPreprint(work("a"))).toBe(false);
  });
});
