import { describe, expect, it } from "vitest";
import { supportOf } from "../../../src/pipelines/typed/passages.ts";

const PAGE = `# The Eurasian otter

The **Eurasian otter** (*Lutra lutra*) was described in [1758](https://wiki.example/1758) by Linnaeus.

## Figures

| | male | female |
|---|---|---|
| length | 102 cm | 94 cm |
| weight | 9,5 kg | 6.25 kg |

Some 1,234,500 live in Europe; 35 % of them in the north. It was last counted on 5 March 2024.

Its closest relatives are the hairy-nosed otter and the Japanese otter, which died out in the last century.

Shop: mat 12 €, bowl 12 €, leash 30 €.
- bowl, steel: 14.90 €
- leash, leather: 12 €
`;

const paths = (data: unknown, match = "exact") =>
  Object.fromEntries(
    supportOf({ data, page: PAGE })
      .passages.filter((one) => one.match === match)
      .flatMap(({ paths: all, text }) => all.map((path) => [path, text])),
  );

describe("the passages that values come from", () => {
  it("are word for word on the page, in its order, with all their values", () => {
    const data = { counted: "2024-03-05", latin: "Lutra lutra", name: "eurasian Otter", year: 1758 };
    const { passages, unverified } = supportOf({ data, page: PAGE });
    for (const { text } of passages) expect(PAGE).toContain(text);
    expect(unverified).toEqual([]);
    expect(passages).toEqual([
      { paths: ["/latin", "/name", "/year"], text: expect.stringMatching(/^The \*\*Eurasian/), match: "exact" },
      { paths: ["/counted"], text: expect.stringMatching(/5 March 2024\.$/), match: "exact" },
    ]);
  });

  it("hold numbers however they are written", () => {
    const numbers = { male: 9.5, female: 6.25, living: 1234500, north: 0.35, share: 35 };
    expect(paths(numbers)).toEqual({
      "/male": "| weight | 9,5 kg | 6.25 kg |",
      "/female": "| weight | 9,5 kg | 6.25 kg |",
      "/living": expect.stringMatching(/^Some/),
      "/north": expect.stringMatching(/^Some/),
      "/share": expect.stringMatching(/^Some/),
    });
  });

  it("are those where the other values of the object stand", () => {
    const goods = [
      { name: "bowl", price: 14.9 },
      { name: "leash", price: 12 },
    ];
    expect(paths({ goods })).toEqual({
      "/goods/0/name": "- bowl, steel: 14.90 €",
      "/goods/0/price": "- bowl, steel: 14.90 €",
      "/goods/1/name": expect.stringMatching(/leash/),
      "/goods/1/price": expect.stringMatching(/leash/),
    });
  });

  it("say the same in other words, or are not there", () => {
    const data = {
      relatives: "The closest relatives are the Japanese and the hairy-nosed otter.",
      legs: 4,
      alive: true,
    };
    const { passages, unverified } = supportOf({ data, page: PAGE });
    expect(passages).toEqual([{ paths: ["/relatives"], text: expect.stringMatching(/^Its closest/), match: "words" }]);
    expect(unverified).toEqual(["/legs"]);
  });

  it("hold a value by itself, not within a longer one", () => {
    expect(supportOf({ data: ["uras", 23, "175", 10], page: PAGE }).unverified).toEqual(["/0", "/1", "/2", "/3"]);
  });

  it("are addresses, escaped names, and texts of several lines", () => {
    const lines = "- bowl, steel: 14.90 €\n- leash, leather: 12 €";
    const { passages } = supportOf({ data: { "a/b": { "~c": "https://wiki.example/1758" }, lines }, page: PAGE });
    expect(passages.map((one) => one.paths)).toEqual([["/a~1b/~0c"], ["/lines"]]);
    expect(passages[1]?.text).toBe(lines);
  });

  it("are found in long lines and in scripts without spaces", () => {
    const filler = "This sentence says nothing. ".repeat(40);
    const { passages } = supportOf({
      data: { height: 828, place: "东京" },
      page: `${filler}It is 828 metres high. ${filler}\n水獺住在东京的河里。`,
    });
    expect(passages).toEqual([
      { paths: ["/height"], text: "It is 828 metres high.", match: "exact" },
      { paths: ["/place"], text: "水獺住在东京的河里。", match: "exact" },
    ]);
  });

  it("are looked for within bounds", () => {
    const deep = JSON.parse(`${"[".repeat(5_000)}1${"]".repeat(5_000)}`);
    expect(supportOf({ data: deep, page: PAGE })).toEqual({ passages: [], unverified: [], more: false });
    const many = Array.from({ length: 20_000 }, (_, index) => `value ${index}`);
    const { unverified, more } = supportOf({ data: many, page: "a ".repeat(30_000) });
    expect([unverified.length, more]).toEqual([300, true]);
    expect(supportOf({ data: null, page: "" })).toEqual({ passages: [], unverified: [], more: false });
  });
});
