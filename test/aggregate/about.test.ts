import { of } from "rxjs";
import { describe, expect, test } from "vitest";
import { isAbout, onlyAbout } from "../../src/aggregate/about.ts";
import type { Item } from "../../src/sources/source.ts";
import { virtualTime } from "../marbles/virtualTime.ts";

describe("rows of the entity that was asked about", () => {
  const about = { name: "Castelrive (63998)", keys: { insee: ["63998", "63999"], siren: "880878145" } };

  test("are those whose own keys are the entity's; a row without a key cannot be told apart", () => {
    expect(isAbout({ source: "s", insee: "63999" }, about)).toBe(true);
    expect(isAbout({ source: "s", insee: "63000" }, about)).toBe(false);
    expect(isAbout({ source: "s", title: "no key" }, about)).toBe(true);
    expect(isAbout({ source: "s", siret: "88087814500012" }, about)).toBe(true);
    expect(isAbout({ source: "s", siret: "55210055400012" }, about)).toBe(false);
    expect(isAbout({ source: "s", insee: "63998", siren: "552100554" }, about)).toBe(false);
    expect(isAbout({ source: "s", sirens: ["552100554", "880878145"] }, about)).toBe(true);
  });

  test("are compared as keys are written, with blanks, case and the forms of a DOI", () => {
    expect(isAbout({ source: "s", doi: "https://doi.org/10.1/ABC" }, { name: "x", keys: { doi: "10.1/abc" } })).toBe(
      true,
    );
    expect(isAbout({ source: "s", vat: "FR 40 303 265 045" }, { name: "x", keys: { vat: "FR40303265045" } })).toBe(
      true,
    );
    expect(isAbout({ source: "s", gtin: "0012345678905" }, { name: "x", keys: { gtin: "12345678905" } })).toBe(true);
    expect(isAbout({ source: "s", countryCode: "CH" }, { name: "x", keys: { country: "pt" } })).toBe(false);
  });

  test("lie near the place where they have coordinates", () => {
    const near = { name: "x", near: { latitude: 45, longitude: 4, km: 10 } };
    expect(isAbout({ source: "s", latitude: 45.05, longitude: 4 }, near)).toBe(true);
    expect(isAbout({ source: "s", latitude: 46, longitude: 4 }, near)).toBe(false);
    expect(isAbout({ source: "s" }, near)).toBe(true);
  });

  test("are what the analysis itself knows of names and status", () => {
    const open = { name: "x", is: (row: Item) => row["status"] !== "closed" };
    expect(isAbout({ source: "s", status: "open" }, open)).toBe(true);
    expect(isAbout({ source: "s", status: "closed" }, open)).toBe(false);
  });
});

test("rows of others are left out and counted once the answer ends, fails or nobody listens", () => {
  const rows = { a: { source: "s", insee: "1" }, x: { source: "s", insee: "2" } };
  const counts: number[] = [];
  const about = { name: "x", keys: { insee: "1" } };
  virtualTime(({ hot, expectObservable }) => {
    const left = (count: number) => void counts.push(count);
    expectObservable(hot("-a-x-a|", rows).pipe(onlyAbout(about, left))).toBe("-a---a|", rows);
    expectObservable(hot("-x-x-#", rows).pipe(onlyAbout(about, left))).toBe("-----#");
    expectObservable(hot("-x-a---", rows).pipe(onlyAbout(about, left)), "----!").toBe("---a", rows);
  });
  expect(counts.toSorted()).toEqual([1, 1, 2]);
  of(rows.a)
    .pipe(onlyAbout(about, (count) => counts.push(count)))
    .subscribe();
  expect(counts).toHaveLength(3);
});
