import { join } from "node:path";
import { lastValueFrom, toArray } from "rxjs";
import { describe, expect, it } from "vitest";
import { bestMatch } from "../../../src/replay/match.ts";
import { loadRecordings } from "../../../src/replay/recordings.ts";
import { parse as healthWords } from "../../../src/sources/french/annuaire_sante.ts";
import { codesUnder, postcodesOf } from "../../../src/sources/french/at-place.ts";
import { boxAround } from "../../../src/sources/french/point.ts";
import { type Commune, placeIn } from "../../../src/sources/kit/services/communes.ts";
import { plainName, wholeOf } from "../../../src/sources/kit/services/insee-codes.ts";
import { metresBetween } from "../../../src/sources/kit/values/distance.ts";
import { sources } from "../../../src/sources/registry.ts";
import { runSource } from "../../../src/sources/run.ts";
import type { Notice } from "../../../src/sources/source.ts";
import { replayUpstream } from "../../support/replay-upstream.ts";

const commune = (insee: string, postcodes: readonly string[]): Commune => ({
  name: "",
  insee,
  postcodes: [...postcodes],
  siren: undefined,
  population: undefined,
  hectares: undefined,
  longitude: undefined,
  latitude: undefined,
  department: undefined,
  departmentCode: undefined,
  region: undefined,
  regionCode: undefined,
  epci: undefined,
  epciCode: undefined,
  matchScore: undefined,
});

describe("the words of a place", () => {
  it("are a code, coordinates or a name", () => {
    expect(placeIn("59350")).toEqual({ text: "59350", kind: "digits" });
    expect(placeIn("insee:59350")).toEqual({ text: "59350", kind: "insee" });
    expect(placeIn("INSEE: 2a004")).toEqual({ text: "2A004", kind: "insee" });
    expect(placeIn("48.85, -2.3")).toMatchObject({ kind: "point", point: { latitude: 48.85, longitude: -2.3 } });
    expect(placeIn("L'Haÿ-les-Roses")).toEqual({ text: "L'Haÿ-les-Roses", kind: "name" });
    expect(() => placeIn("insee:7510")).toThrow("five characters");
    expect(() => placeIn("98.85,2.3")).toThrow("no latitude,longitude");
  });

  it("may name an arrondissement", () => {
    const codes = ["Paris 11", "paris 1er", "Lyon 3e", "LYON 9ème arrondissement", "Marseille 16e arr."].map(placeIn);
    expect(codes.map(({ text }) => text)).toEqual(["75111", "75101", "69383", "69389", "13216"]);
    expect(["Paris 21", "Lyon 10", "Paris"].map((q) => placeIn(q).kind)).toEqual(["name", "name", "name"]);
  });

  it("may have a postal code or a department beside a name", () => {
    expect(placeIn("44000 Nantes")).toEqual({ text: "Nantes", kind: "name", postcode: "44000" });
    expect(placeIn("Nantes 44000")).toEqual({ text: "Nantes", kind: "name", postcode: "44000" });
    expect(placeIn("Saint-Denis (974)")).toEqual({ text: "Saint-Denis", kind: "name", department: "974" });
  });
});

describe("a profession beside a place", () => {
  it("stands before or behind it, in one word or two", () => {
    const read = (q: string) => {
      const { text, profession } = healthWords(q, {});
      return [text, profession?.code, profession?.skills];
    };
    expect(read("05600 médecin généraliste")).toEqual(["05600", "10", "SM53,SM54"]);
    expect(read("Médecin généraliste Nantes")).toEqual(["Nantes", "10", "SM53,SM54"]);
    expect(read("75007 médecin")).toEqual(["75007", "10", undefined]);
    expect(read("sages-femmes L'Haÿ les Roses")).toEqual(["L'Haÿ les Roses", "50", undefined]);
    expect(read("Saint-Malo")).toEqual(["Saint-Malo", undefined, undefined]);
  });

  it("may be an option, in words or as its code", () => {
    expect(healthWords("Nantes", { profession: "kiné" }).profession?.code).toBe("70");
    expect(healthWords("Nantes", { profession: "91" }).profession?.code).toBe("91");
    expect(() => healthWords("Nantes", { profession: "astrologer" })).toThrow("give its code");
  });
});

describe("names and codes", () => {
  it("are compared without accents, case and hyphens", () => {
    expect(plainName("Saint-Étienne")).toBe(plainName("st etienne"));
    expect(plainName("Œuilly")).toBe(plainName("oeuilly"));
    expect(plainName("Sainte-Foy")).not.toBe(plainName("St Foy"));
  });

  it("know the whole commune of an arrondissement, and all codes under one", () => {
    expect(["75107", "69381", "13216", "92012"].map(wholeOf)).toEqual(["75056", "69123", "13055", "92012"]);
    expect(codesUnder(commune("69123", []))).toHaveLength(10);
    expect(codesUnder(commune("92012", []))).toEqual(["92012"]);
  });

  it("keep the postal code that was written, or take all", () => {
    const nantes = commune("44109", ["44000", "44100"]);
    expect(postcodesOf(placeIn("44100"), nantes)).toEqual(["44100"]);
    expect(postcodesOf(placeIn("44000 Nantes"), nantes)).toEqual(["44000"]);
    expect(postcodesOf(placeIn("insee:44109"), nantes)).toEqual(["44000", "44100"]);
  });
});

describe("distances", () => {
  it("stay within the box around them", () => {
    const spot = { latitude: 48.7, longitude: 6.17 };
    const { south, north, west, east } = boxAround(spot, 1000);
    expect(metresBetween(spot, { latitude: north, longitude: 6.17 })).toBe(1000);
    expect(metresBetween(spot, { latitude: south, longitude: 6.17 })).toBe(1000);
    expect(metresBetween(spot, { latitude: 48.7, longitude: east })).toBe(1000);
    expect(metresBetween(spot, { latitude: 48.7, longitude: west })).toBe(1000);
  });
});

describe("what was understood", () => {
  const noticed = async (id: string, q: string) => {
    const own = loadRecordings(join(import.meta.dirname, "../../fixtures"), `french/${id}`);
    const source = sources.find((one) => one.id === id && one.category === "french");
    if (!source) throw new Error("there is no source of that name");
    const notes: string[] = [];
    const env = {
      upstream: replayUpstream((asked) => bestMatch(own, asked)),
      keys: {},
      onNotice: (_: string, said: Notice) => void (said.kind === "note" && notes.push(said.text)),
    };
    await lastValueFrom(runSource(source, { q, pagecount: 1, noCache: false, options: {} }, env).pipe(toArray()));
    return notes;
  };

  it("is said, with the other communes of a postal code", async () => {
    expect(await noticed("carburants", "57430")).toContain(
      "57430 understood as Sarralbe (57628), the largest of 2 communes: also Willerwald (57746)",
    );
  });

  it("is said of coordinates", async () => {
    expect(await noticed("irve", "48.698,6.2")).toContain("understood as the point 48.698, 6.2");
  });
});
