import { describe, expect, it } from "vitest";
import { textOfHtml } from "../../../../src/sources/kit/html/dom.ts";
import { isoDate, unixMillis, unixSeconds } from "../../../../src/sources/kit/values/dates.ts";
import { durationSeconds, numberIn } from "../../../../src/sources/kit/values/numbers.ts";
import { anyDate, leadingDate, relativeDate } from "../../../../src/sources/kit/values/relative-dates.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");

describe("unixSeconds and unixMillis", () => {
  it.each([
    [unixSeconds(1603034693), "2020-10-18T15:24:53.000Z"],
    [unixSeconds("1603034693"), "2020-10-18T15:24:53.000Z"],
    [unixMillis(1603034693123), "2020-10-18T15:24:53.123Z"],
    [unixSeconds(-86400), "1969-12-31T00:00:00.000Z"],
  ])("%s", (read, iso) => expect(read).toBe(iso));

  it.each([0, "", "0x", null, undefined, Number.NaN, 1e16])("%s is no time", (value) =>
    expect(unixSeconds(value)).toBeUndefined(),
  );
});

describe("isoDate", () => {
  it.each([
    ["1998", "1998"],
    ["1998-04", "1998-04"],
    ["1998-4-3", "1998-04-03"],
    ["2025-06-23T00:00:00.0000000", "2025-06-23T00:00:00.000Z"],
    ["2025-06-23 10:20", "2025-06-23T10:20:00.000Z"],
    ["2025-06-23T10:20:30+02:00", "2025-06-23T08:20:30.000Z"],
    ["2025-06-23T10:20:30+02", "2025-06-23T08:20:30.000Z"],
    ["2025-06-23 10:20:30 UTC", "2025-06-23T10:20:30.000Z"],
    ["Wed, 02 Oct 2002 13:00:00 GMT", "2002-10-02T13:00:00.000Z"],
    ["Wed, 02 Oct 02 08:00:00 EST", "2002-10-02T13:00:00.000Z"],
    ["Jul 16, 2025", "2025-07-16"],
    ["July 16th, 2025 at 3:05 PM", "2025-07-16T15:05:00.000Z"],
    ["16 July 2025", "2025-07-16"],
    ["Sept. 3, 2021", "2021-09-03"],
    ["14 août 2023", "2023-08-14"],
    ["3. Dezember 2024", "2024-12-03"],
    ["5 de enero de 2022", "2022-01-05"],
    ["March 2020", "2020-03"],
    ["02.08.2025", "2025-08-02"],
    ["2026年2月4日", "2026-02-04"],
    ["2025/08/02", "2025-08-02"],
    ["20250802", "2025-08-02"],
  ])("%s", (written, iso) => expect(isoDate(written)).toBe(iso));

  it.each([
    "",
    null,
    undefined,
    "soon",
    "2025-02-30",
    "31 Feb 2025",
    "2025-13-01",
    "20251301",
    "12/05/2025",
    "Marketing 2020",
    "Decathlon 5, 2020",
    "x".repeat(1000),
  ])("%s is no date", (written) => expect(isoDate(written)).toBeUndefined());

  it("keeps the day when the time is impossible", () => expect(isoDate("2025-06-23T29:00Z")).toBe("2025-06-23"));
});

describe("relativeDate", () => {
  it.each([
    ["5 days ago", "2026-11-16"],
    ["yesterday", "2026-11-20"],
    ["2 weeks ago", "2026-11-07"],
    ["an hour ago", "2026-11-21T11:00:00.000Z"],
    ["30 mins ago", "2026-11-21T11:30:00.000Z"],
  ])("%s", (written, iso) => expect(relativeDate(written, NOW)).toBe(iso));

  it.each(["days ago", "five days ago", "5 parsecs ago", "", null])("%s is none", (written) =>
    expect(relativeDate(written, NOW)).toBeUndefined(),
  );

  it("anyDate reads either form", () => {
    expect(anyDate("3 days ago", NOW)).toBe("2026-11-18");
    expect(anyDate("Nov 3, 2026", NOW)).toBe("2026-11-03");
  });
});

describe("leadingDate", () => {
  it.each([
    ["Jul 16, 2025 — What it does.", { publishedAt: "2025-07-16", snippet: "What it does." }],
    ["5 days ago · What it does.", { publishedAt: "2026-11-16", snippet: "What it does." }],
    ["13 Mar 2026 ... What it does.", { publishedAt: "2026-03-13", snippet: "What it does." }],
    ["1984 — a novel by George Orwell.", { snippet: "1984 — a novel by George Orwell." }],
    ["Well-known - and loved.", { snippet: "Well-known - and loved." }],
    [undefined, { snippet: undefined }],
  ])("%s", (snippet, parts) => expect(leadingDate(snippet, NOW)).toEqual(parts));
});

describe("numberIn", () => {
  it.each([
    ["1,234 results", 1234],
    ["about 1 234 567", 1234567],
    ["12.3K", 12300],
    ["4M views", 4_000_000],
    ["-5.5 °C", -5.5],
    ["−3", -3],
    ["10 minutes", 10],
    ["0", 0],
  ])("%s", (written, value) => expect(numberIn(written)).toBe(value));

  it("reads a decimal comma where it is said to be one", () => {
    expect(numberIn("1 234,5 €", ",")).toBe(1234.5);
    expect(numberIn("1.234.567", ",")).toBe(1234567);
  });

  it.each(["none", "", null, undefined, "1.2.3"])("%s is none", (written) => expect(numberIn(written)).toBeUndefined());
});

describe("durationSeconds", () => {
  it.each([
    ["1:09:50", 4190],
    ["45:44", 2744],
    ["PT1H2M3S", 3723],
    ["P1DT1S", 86401],
    ["90", 90],
    [12.5, 12.5],
  ])("%s", (written, seconds) => expect(durationSeconds(written)).toBe(seconds));

  it.each(["PT", "P", "long", "", null, Number.NaN])("%s is none", (written) =>
    expect(durationSeconds(written)).toBeUndefined(),
  );
});

describe("textOfHtml", () => {
  it("takes tags out and resolves entities once", () => {
    expect(textOfHtml("What does <b>List&lt;T&gt;</b> do?<br>It &amp;lt; holds.")).toBe(
      "What does List<T> do? It &lt; holds.",
    );
  });

  it.each(["", "  ", "<p></p>", null, undefined])("%s has no text", (html) => expect(textOfHtml(html)).toBeUndefined());
});
