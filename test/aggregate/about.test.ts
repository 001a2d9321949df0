import { of } from "rxjs";
import { describe, expect, test } from "vitest";
import { isAbout, onlyAbout } from "../../src/aggregate/about.ts";
import { virtualTime } from "../marbles/virtualTime.ts";

describe("rows of the entity that was asked about", () => {
  const about = { name: "Castelrive (63998)", keys: { insee: ["63998", "63999"], siren: "880878145" } };

  test("are those whose own keys are the entity's; a row without a key cannot be told apart", () => {
    expect(isAbout({ insee: "63999" }, about)).toBe(true);
    expect(isAbout({ insee: "63000" }, about)).toBe(false);
    expect(isAbout({ title: "no key" }, about)).toBe(true);
    expect(isAbout({ siret: "88087814500012" }, about)).toBe(true);
    expect(isAbout({ siret: "55210055400012" }, about)).toBe(false);
    expect(isAbout({ insee: "63998", siren: "552100554" }, about)).toBe(false);
    expect(isAbout({ sirens: ["552100554", "880878145"] }, about)).toBe(true);
  });

  test("are compared as keys are written, with blanks, case and the forms of a DOI", () => {
    expect(isAbout({ doi: "https://doi.org/10.1/ABC" }, { name: "x", keys: { doi: "10.1/abc" } })).toBe(true);
    expect(isAbout({ vat: "FR 40 303 265 045" }, { name: "x", keys: { vat: "FR40303265045" } })).toBe(true);
    expect(isAbout({ gtin: "0012345678905" }, { name: "x", keys: { gtin: "12345678905" } })).toBe(true);
    expect(isAbout({ countryCode: "CH" }, { name: "x", keys: { country: "pt" } })).toBe(false);
  });

  test("lie near the place where they have coordinates", () => {
    const near = { name: "x", near: { latitude: 45, longitude: 4, km: 10 } };
    expect(isAbout({ latitude: 45.05, longitude: 4 }, near)).toBe(true);
    expect(isAbout({ latitude: 46, longitude: 4 }, near)).toBe(false);
    expect(isAbout({}, near)).toBe(true);
  });
});

test("rows of others are left out and counted once the answer ends, fails or nobody listens", () => {
  const rows = { a: { insee: "1" }, x: { insee: "2" } };
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
