import { describe, expect, it } from "vitest";
import { overTime } from "../../src/web/app/kit/over-time.ts";
import { Visited } from "../../src/web/app/views/crawl/visited.ts";

const day = (n: number): number => Date.UTC(2026, 0, n) / 1000;

describe("what rows say over time", () => {
  it("is a chart for each number, in the order of time, with a hole where a row has none", () => {
    const rows = [
      { date: "2026-01-03", price: 3, volume: 30, rank: 1 },
      { date: "2026-01-01", price: 1, volume: 10, rank: 2 },
      { date: "2026-01-02", price: null, volume: 20, rank: 3 },
    ];
    expect(overTime(rows)).toEqual([
      { name: "price", times: [day(1), day(2), day(3)], series: [{ name: "price", values: [1, undefined, 3] }] },
      { name: "volume", times: [day(1), day(2), day(3)], series: [{ name: "volume", values: [10, 20, 30] }] },
    ]);
  });

  it("is a line for each of a few kinds, told apart by the text that makes their times unique", () => {
    const rows = [2020, 2021, 2022].flatMap((year) =>
      ["France", "Spain"].map((country, at) => ({ unit: "%", country, year, value: year + at })),
    );
    const [chart] = overTime(rows);
    expect(chart?.series).toEqual([
      { name: "France", values: [2020, 2021, 2022] },
      { name: "Spain", values: [2021, 2022, 2023] },
    ]);
  });

  it.each([
    [
      "two rows only",
      [
        { date: "2026-01-01", n: 1 },
        { date: "2026-01-02", n: 2 },
      ],
    ],
    [
      "no time",
      [
        { title: "a", n: 1 },
        { title: "b", n: 2 },
        { title: "c", n: 3 },
      ],
    ],
    ["a time that one lacks", [{ date: "2026-01-01", n: 1 }, { n: 2 }, { date: "2026-01-03", n: 3 }]],
    [
      "words where a date should be",
      [
        { date: "soon", n: 1 },
        { date: "now", n: 2 },
        { date: "later", n: 3 },
      ],
    ],
    ["nothing that changes", [1, 2, 3].map((n) => ({ date: `2026-01-0${n}`, n: 1 }))],
    ["numbers that identify", [1, 2, 3].map((n) => ({ date: `2026-01-0${n}`, id: n, user_id: n, latitude: n }))],
    ["several rows a day that nothing tells apart", [1, 2, 3, 1, 2, 3].map((n) => ({ date: `2026-01-0${n}`, n }))],
  ])("is nothing of %s", (_, rows) => {
    expect(overTime(rows)).toEqual([]);
  });
});

describe("the pace of a job", () => {
  const page = { url: "https://a.example/", title: "A", depth: 0, chars: 1 };

  it("counts what comes while it is followed, by the second, and not what was there before", () => {
    let now = 1_000_000;
    const visited = new Visited(() => now);
    visited.take("state", { pages: { kept: 2, failed: 1 } }, "0.0");
    for (const id of ["1.0", "2.0"]) visited.take("page", page, id);
    visited.take("failed", { ...page, code: "timeout" }, "2.1");
    expect(visited.pace()).toEqual({ times: [], pages: [] });
    for (const id of ["3.1", "4.1"]) visited.take("page", page, id);
    now += 2_000;
    visited.take("page", page, "5.1");
    now += 1_000;
    expect(visited.pace()).toEqual({ times: [1000, 1001, 1002], pages: [2, 0, 1] });
    expect(visited.rows.length).toBe(6);
    visited.take("page", { ...page, bytes: 300 }, "6.1");
    visited.take("page", { ...page, bytes: 200 }, "7.1");
    expect(visited.bytes).toBe(500);
  });

  it("keeps a quarter of an hour", () => {
    let now = 0;
    const visited = new Visited(() => now);
    for (let second = 0; second < 2_000; second++) {
      now = second * 1000;
      visited.take("page", page, `${second + 1}.0`);
    }
    const { times } = visited.pace();
    expect([times[0], times.at(-1)]).toEqual([1100, 1998]);
  });
});
