import { describe, expect, it } from "vitest";
import { type Row, Rows } from "../../src/web/app/views/crawl/rows.ts";

const rowOf = (n: number): Row => ({
  url: `https://h${n % 7}.example/päge/${n}`,
  title: n % 3 === 0 ? "" : `Page ${n} 🦦`,
  depth: n % 5,
  status: n % 11 === 0 ? "not-found" : "ok",
  chars: n * 1_000,
  ...(n % 11 === 0 ? { error: `Nothing is at ${n}.` } : { page: n }),
});

describe("rows of a crawl in buffers", () => {
  it("are as they were put in, over many chunks, the first page too", () => {
    const rows = new Rows();
    const put = Array.from({ length: 30_000 }, (_, n) => rowOf(n + 1));
    for (const row of [{ ...rowOf(0), page: 0 }, ...put]) rows.push(row);
    expect(rows.length).toBe(30_001);
    expect(rows.at(0)).toEqual({ ...rowOf(0), page: 0 });
    expect(put.map((_, n) => rows.at(n + 1))).toEqual(put);
  });

  it("are undefined beyond their ends", () => {
    const rows = new Rows();
    rows.push(rowOf(1));
    expect([rows.at(-1), rows.at(1)]).toEqual([undefined, undefined]);
  });

  it("hold no more of a text than is shown, and no text runs into the next", () => {
    const rows = new Rows();
    rows.push({ ...rowOf(1), url: "€".repeat(100_000), title: "a\0b" });
    rows.push(rowOf(2));
    expect(rows.at(0)).toMatchObject({ url: "€".repeat(2_000), title: "ab" });
    expect(rows.at(1)).toEqual(rowOf(2));
  });
});
