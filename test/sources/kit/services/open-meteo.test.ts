import { lastValueFrom, of, toArray } from "rxjs";
import { describe, expect, it } from "vitest";
import { coordinatesIn } from "../../../../src/sources/kit/requests/coordinates.ts";
import {
  type AskedSpot,
  atSpot,
  measured,
  rowsOf,
  type Spot,
  spotQuery,
  zoned,
} from "../../../../src/sources/kit/services/open-meteo.ts";
import { reading } from "../reading.ts";

describe("a place as it is asked for", () => {
  it("may be two numbers", () => {
    expect(coordinatesIn("47.2,-1.55")).toEqual({ latitude: 47.2, longitude: -1.55 });
    expect(coordinatesIn("-33 , 151")).toEqual({ latitude: -33, longitude: 151 });
    for (const words of ["Nantes", "47.2", "1,2,3", "47.2 N,1.5 W"]) expect(coordinatesIn(words)).toBeUndefined();
  });

  it("must lie on the globe", () => {
    expect(() => spotQuery("where", "Nantes").parse("91,0", {})).toThrow(/no latitude,longitude/);
    expect(() => coordinatesIn("0,181")).toThrow(/no latitude,longitude/);
  });
});

describe("atSpot", () => {
  const there = atSpot((input: AskedSpot & { readonly spot: Spot }) => of(input.spot));
  const read = (context: ReturnType<typeof reading>, input: AskedSpot) =>
    lastValueFrom(there(input, context).pipe(toArray()));

  it("takes coordinates as they are", async () => {
    const context = reading(() => "");
    const spot = { latitude: 1, longitude: 2 };
    expect(await read(context, { text: "1,2", spot })).toEqual([spot]);
    expect(context.asked).toEqual([]);
  });

  it("looks words up and says what it understood", async () => {
    const found = { name: "Nantes", latitude: 47.2, longitude: -1.55, country: "France", admin1: null };
    const context = reading(() => JSON.stringify({ results: [found] }));
    const spot = { latitude: 47.2, longitude: -1.55, place: "Nantes", country: "France" };
    expect(await read(context, { text: "nantes" })).toEqual([spot]);
    expect(context.notices).toContainEqual({ kind: "note", text: "understood as Nantes, France (47.2, -1.55)" });
  });

  it("gives nothing for an unknown place, and fails for a changed answer", async () => {
    const context = reading(() => '{"generationtime_ms":0.4}');
    expect(await read(context, { text: "zzqx" })).toEqual([]);
    expect(context.notices).toContainEqual({ kind: "note", text: "no place is known by the name of “zzqx”" });
    await expect(
      read(
        reading(() => "{}"),
        { text: "zzqx" },
      ),
    ).rejects.toMatchObject({ kind: "changed" });
  });
});

describe("series", () => {
  it("are read by place, in metric units, and keep what is missing apart", () => {
    const rows = rowsOf({ time: ["a", "b"], heat: [50, null] });
    expect(rows).toEqual([
      { time: "a", heat: 50 },
      { time: "b", heat: null },
    ]);
    expect(rows.map((row) => measured(row, { heat: "°F" })("heat"))).toEqual([10, undefined]);
    expect(measured({ heat: 50 }, undefined)("heat")).toBe(50);
  });

  it("have local times, which get their zone", () => {
    expect(zoned("2026-03-04T06:48", -18_000)).toBe("2026-03-04T06:48-05:00");
    expect(zoned("2026-03-04T06:48", 20_700)).toBe("2026-03-04T06:48+05:45");
    expect(zoned("2026-03-04T06:48", undefined)).toBe("2026-03-04T06:48+00:00");
    expect(zoned("2026-03-04", 0)).toBeUndefined();
    expect(zoned(null, 0)).toBeUndefined();
  });
});
