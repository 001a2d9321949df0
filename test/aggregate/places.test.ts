import { describe, expect, test } from "vitest";
import { exhibitionsIn } from "../../src/aggregate/culture/events/list.ts";
import { windowOf } from "../../src/aggregate/culture/events/when.ts";
import { isSureAddress } from "../../src/aggregate/places/address.ts";
import { Day } from "../../src/aggregate/places/day.ts";
import { onceByName, placed } from "../../src/aggregate/places/near.ts";

describe("a day", () => {
  test.each(["2027-02-28", "2028-02-29", "2026-12-31"])("%s is one", (day) =>
    expect(Day("a day").safeParse(day).success).toBe(true),
  );
  test.each(["2027-02-30", "2027-02-29", "2026-13-01", "2026-6-1"])("%s is none", (day) =>
    expect(Day("a day").safeParse(day).success).toBe(false),
  );
});

describe("entries of one name", () => {
  const at = (latitude: number) => ({ latitude, longitude: 4 });
  const near = placed({ name: "Ibis" }, at(45));
  const far = placed({ name: "ibis", stars: 4 }, at(45.03));

  test("are one where they are near, and what the first does not say the later one adds", () => {
    expect(onceByName([near, placed({ name: "Ibis", stars: 3 }, at(45.001))])).toEqual([{ name: "Ibis", stars: 3 }]);
  });

  test("are two where they lie kilometres apart: neither has what is known of the other", () => {
    expect(onceByName<{ name: string; stars?: number }>([near, far])).toEqual([
      { name: "Ibis" },
      { name: "ibis", stars: 4 },
    ]);
  });

  test("without a place join the only one of the name, and none where there are several", () => {
    const guide = { name: "Ibis", price: "€80" };
    expect(onceByName<{ name: string; price?: string }>([near, guide])).toEqual([{ name: "Ibis", price: "€80" }]);
    expect(onceByName<{ name: string; price?: string }>([near, far, guide])).toHaveLength(2);
  });
});

test("an exhibition of single days is not on between them, one that skips days of a week is", () => {
  const window = windowOf("2026-11-22", "2026-12-22", Date.parse("2026-11-22T12:00:00Z"));
  const shown = (...days: readonly string[]) =>
    exhibitionsIn(
      [
        {
          title: "Show",
          category: "exhibition",
          occurrences: days.map((day) => ({ start: `${day}T10:00`, end: `${day}T18:00` })),
          next: "2026-11-25",
          url: "https://example.org/show",
          source: "openagenda",
        },
      ],
      window,
    );
  expect(shown("2026-10-01", "2026-11-28")).toEqual([]);
  expect(shown("2026-11-20", "2026-11-24")).toHaveLength(1);
});

test("an address of a low score is a guess", () => {
  expect(isSureAddress({ source: "adresse", certainty: 0.21 })).toBe(false);
  expect(isSureAddress({ source: "adresse", certainty: 0.97 })).toBe(true);
});
