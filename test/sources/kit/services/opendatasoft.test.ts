import { lastValueFrom, toArray } from "rxjs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  around,
  embedded,
  leavesOf,
  literal,
  oneOf,
  Point,
  records,
} from "../../../../src/sources/kit/services/opendatasoft.ts";
import { answer, reading } from "../reading.ts";

const names = records({
  portal: "up.example",
  dataset: "names",
  row: z.object({ name: z.string() }),
  item: ({ name }) => name,
});
const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => ({ name: `n${from + i}` }));

describe("records", () => {
  it("asks page by page until the rows are told to be over", async () => {
    const context = reading(
      ({ url }) => {
        const offset = Number(new URL(url).searchParams.get("offset"));
        return answer(JSON.stringify({ total_count: 25, results: rows(offset, Math.min(25, offset + 20)) }), { url });
      },
      { pages: 5 },
    );
    const read = await lastValueFrom(names({ condition: { where: "a=1" } }, context).pipe(toArray()));
    expect(read).toHaveLength(25);
    expect(context.asked.map(({ url }) => url)).toEqual([
      "https://up.example/api/explore/v2.1/catalog/datasets/names/records?where=a%3D1&limit=20&offset=0",
      "https://up.example/api/explore/v2.1/catalog/datasets/names/records?where=a%3D1&limit=20&offset=20",
    ]);
  });

  it("reads the older interface's rows, and knows no other shape", async () => {
    const older = { nhits: 1, records: [{ recordid: "1", fields: { name: "n" } }] };
    const read = (body: unknown) =>
      lastValueFrom(
        names(
          { condition: {} },
          reading(() => JSON.stringify(body)),
        ).pipe(toArray()),
      );
    expect(await read(older)).toEqual(["n"]);
    await expect(read({ records: [{ name: "n" }] })).rejects.toMatchObject({ kind: "changed" });
    await expect(read({ nhits: 1, records: [{ fields: { nom: "n" } }] })).rejects.toMatchObject({ kind: "changed" });
  });
});

describe("conditions", () => {
  it("hold what was asked for within quotes", () => {
    expect(literal('a" or "1"="1\\')).toBe('"a  or  1 = 1 "');
    expect(oneOf("code", ["1", "2"])).toBe('(code="1" or code="2")');
    expect(around("place", { latitude: 48, longitude: 2 }, "3km")).toEqual({
      where: "within_distance(place, geom'POINT(2 48)', 3km)",
      order_by: "distance(place, geom'POINT(2 48)')",
    });
  });
});

describe("values", () => {
  it("reads points of both interfaces, and JSON within a text", () => {
    expect(Point.parse({ lat: "48", lon: 2 })).toEqual({ latitude: 48, longitude: 2 });
    expect(Point.parse([48, 2])).toEqual({ latitude: 48, longitude: 2 });
    const tree = embedded(z.object({ a: z.number() }).nullish());
    expect(tree.parse('{"a":1}')).toEqual({ a: 1 });
    expect(tree.parse("")).toBeNull();
    expect(tree.safeParse("{").success).toBe(false);
  });

  it("takes the ends of a tree by their names, and of a deep or wide one no more than its bounds", () => {
    expect(leavesOf({ a: { b: "x", c: "" }, d: [1, null], e: undefined })).toEqual({ "a.b": "x", "d.0": "1" });
    expect(leavesOf({ a: null })).toBeUndefined();
    expect(Object.keys(leavesOf({ a: rows(0, 500) }) ?? {})).toHaveLength(100);
    let deep: object = { end: 1 };
    for (let i = 0; i < 10_000; i += 1) deep = { deep };
    expect(leavesOf(deep)).toBeUndefined();
  });
});
