import { afterAll, describe, expect, it } from "vitest";
import { sources } from "../../src/sources/registry.ts";
import { casesOf } from "../support/replayed-source.ts";

/*
 * What no item of any source may say, over every fixture of the project and every real recording where
 * ../shared/recordings is. CONTRACT=packages or CONTRACT=packages/crates narrows it.
 */
const only = process.env["CONTRACT"];

const TAG =
  /<\/?(?:a|abbr|b|big|blockquote|br|cite|code|dd|del|div|dl|dt|em|font|h[1-6]|hr|i|img|ins|li|mark|ol|p|pre|q|s|section|small|span|strike|strong|sub|sup|table|tbody|td|th|tr|tt|u|ul|jats:\w+|mml:\w+)(?:\s[^<>]*)?\/?>/i;
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i;
const ABSENCE = /^(?:None|null|undefined|NaN|N\/A|\[object Object\])$/;
const MOJIBAKE = /[ÂÃ][\u0080-\u00bf]|â[€\u0080]|ð[Ÿ\u009f]|\ufffd/;
const ZONELESS = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/;
/** Instants in UTC, or times by the clocks of a place. */
const OFFSET = /^\d{4}-\d{2}-\d{2}T[\d:.]+[+-]\d{2}:?\d{2}$/;

/** Fields that are times where something takes place: with that place's offset (`PlaceTime`). */
const PLACE_TIMES = new Set(
  "departure arrival scheduledDeparture expectedDeparture sunrise sunset time start end startsAt endsAt".split(" "),
);

/** Fields that name more than one year, or a day of each. */
const SPANS = new Set(["years", "fiscalYearEnd"]);
const LANGUAGES = /^languages?$|Language$/;
/** A tag of three letters whose language has one of two: `eng` is `en`. */
const hasShorter = (tag: string): boolean => /^[a-z]{3}$/.test(tag) && Intl.getCanonicalLocales(tag)[0] !== tag;

/** What is handed over as it stands in somebody's page or file, by the path in the item; everything else is a value. */
const AS_IT_STANDS = [
  /^page\/structured_data \.data\b/,
  /^page\/(opengraph|html_meta) \.raw\b/,
  /^page\/\w+ \.warnings\[\]$/,
  /^(code\/github_issues|code\/gitlab) \.(snippet|content)$/,
  /^domain\/whois \.raw$/,
];
/** Questions on HTML speak of elements: what stands escaped in the answer was written by a person. */
const SPEAKS_OF_MARKUP = /&lt;|&amp;lt;|&#60;|&#0*3c;|\\u0026lt;/i;

/** Every text and number in a value, with its path. */
function* leaves(value: unknown, path = ""): Generator<readonly [path: string, leaf: string | number]> {
  if (typeof value === "string" || typeof value === "number") yield [path, value];
  else if (Array.isArray(value)) for (const entry of value) yield* leaves(entry, `${path}[]`);
  else if (typeof value === "object" && value !== null)
    for (const [name, entry] of Object.entries(value)) yield* leaves(entry, `${path}.${name}`);
}

/** More digits than a measure of 32 bits has, or than a decimal of 64: what binary fractions leave behind. */
function isNoise(value: number): boolean {
  if (Number.isInteger(value)) return false;
  const digits = value.toExponential().replace(/e.*|\D/g, "");
  return (
    (digits.length > 9 && Math.fround(value) === value) || (digits.length > 15 && /(0{5,}|9{5,})\d{1,2}$/.test(digits))
  );
}

function faultOf(leaf: string | number, path: string, body: () => string): string | undefined {
  if (typeof leaf === "number") return isNoise(leaf) ? "noise" : undefined;
  const name = /\w+(?=(\[\])*$)/.exec(path)?.[0] ?? "";
  if (MOJIBAKE.test(leaf)) return "mojibake";
  if (ABSENCE.test(leaf) && !["title", "name", "id"].includes(name)) return "absence";
  if (ZONELESS.test(leaf)) return "no zone";
  if (OFFSET.test(leaf) && !PLACE_TIMES.has(name)) return "offset";
  if (/[yY]ear$/.test(name) && !SPANS.has(name)) return "a year as text";
  if (LANGUAGES.test(name) && hasShorter(leaf)) return "a language of three letters";
  if (TAG.test(leaf) || ENTITY.test(leaf)) return SPEAKS_OF_MARKUP.test(body()) ? undefined : "markup";
  return undefined;
}

describe("what is looked for", () => {
  it.each([
    ["<i>Pinus</i> contorta", ".title", "markup"],
    ["Roots &amp; cones", ".title", "markup"],
    ["None", ".videos[].url", "absence"],
    ["null", ".license", "absence"],
    ["CafÃ© SÃ¶hne", ".company", "mojibake"],
    ["2026-11-21T12:00:00", ".publishedAt", "no zone"],
    ["2026-11-21T12:00:00+02:00", ".publishedAt", "offset"],
    ["2024", ".year", "a year as text"],
    ["eng", ".languages[]", "a language of three letters"],
    [271.5299987792969, ".price", "noise"],
    [0.1 + 0.2, ".price", "noise"],
  ])("%j at %s is %s", (leaf, path, fault) => expect(faultOf(leaf, path, () => "")).toBe(fault));

  it.each([
    ["AT&T < IBM", ".title"],
    ["None", ".title"],
    ["2026-11-21T12:00:00.000Z", ".publishedAt"],
    ["2026-11-21T12:00:00+02:00", ".departure"],
    ["fil", ".language"],
    [12.5, ".price"],
  ])("%j at %s is none", (leaf, path) => expect(faultOf(leaf, path, () => "")).toBeUndefined());
});

const recorded = { items: 0, leaves: 0 };

describe.each(
  sources
    .map((source) => ({ place: `${source.category}/${source.id}`, source }))
    .filter(({ place, source }) => !only || only === place || only === source.category),
)("$place", ({ place, source }) => {
  it("says nothing in markup, in damaged text, in a time without a zone, in noise or by another type than the others", async () => {
    const faults = new Map<string, string>();
    for (const { name, recording, run } of casesOf(source)) {
      const { items } = await run();
      recorded.items += items.length;
      const body = () => Buffer.from(recording.body()).toString("utf8");
      for (const item of items)
        for (const [path, leaf] of leaves(item)) {
          recorded.leaves += 1;
          if (AS_IT_STANDS.some((pattern) => pattern.test(`${place} ${path}`))) continue;
          const fault = faultOf(leaf, path, body);
          if (fault && !faults.has(`${fault} ${path}`))
            faults.set(`${fault} ${path}`, `${name}: ${String(leaf).slice(0, 120)}`);
        }
    }
    expect(Object.fromEntries(faults)).toEqual({});
  });
});

afterAll(() => {
  process.stdout.write(`\n${recorded.leaves} values of ${recorded.items} items looked at\n`);
});
