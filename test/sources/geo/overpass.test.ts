import { lastValueFrom, toArray } from "rxjs";
import { describe, expect, it } from "vitest";
import { overpass } from "../../../src/sources/geo/overpass/index.ts";
import { kindOf } from "../../../src/sources/geo/overpass/kinds.ts";
import { reading } from "../kit/reading.ts";

describe("kinds of things", () => {
  it("are known in English and French, one or many, with and without accents", () => {
    const kinds = {
      "amenity=pharmacy": ["pharmacy", "pharmacies", "Pharmacie", "pharmacies"],
      "shop=bakery": ["bakery", "bakeries", "boulangerie", "boulangeries"],
      "tourism=museum": ["museum", "museums", "musée", "MUSÉES", "musees"],
      "amenity=place_of_worship": ["church", "churches", "églises", "places of worship"],
      "amenity=marketplace": ["market", "marché", "marchés"],
      "amenity=hospital": ["hospitals", "hôpital", "hôpitaux"],
      "railway=station": ["train stations", "gare", "gares"],
      "leisure=playground": ["playgrounds", "aires de jeux"],
      "tourism=gallery": ["gallery", "galleries", "galeries"],
      "historic=castle": ["castles", "châteaux"],
      "amenity=bus_station": ["amenity=bus_station"],
    };
    for (const [tag, words] of Object.entries(kinds))
      for (const word of words) {
        const { key, values = [] } = kindOf(word) ?? {};
        expect([word, `${key}=${values.join("|")}`]).toEqual([word, tag]);
      }
  });

  it("are letters only, so that no question can hide in one", () => {
    for (const words of ['amenity=x"]', "amenity=x);out", "a=b c", "shop~x", "unicorns", ""])
      expect(kindOf(words)).toBeUndefined();
  });
});

describe("what Overpass is asked", () => {
  const nantes = [
    { osm_type: "relation", osm_id: 59874, lat: "47.2", lon: "-1.5", display_name: "Nantes", category: "boundary" },
  ];
  const asked = async (q: string, options: Record<string, unknown> = {}) => {
    const context = reading(({ url }) => JSON.stringify(url.includes("nominatim") ? nantes : { elements: [] }));
    await lastValueFrom(overpass.open(q, options, context).pipe(toArray()));
    return { question: new URLSearchParams(String(context.asked.at(-1)?.body)).get("data"), ...context };
  };

  it("is bounded by a place's area, a number and a time", async () => {
    const { question, notices } = await asked("pharmacies in Nantes");
    expect(question).toBe('[out:json][timeout:25];nwr["amenity"~"^(pharmacy)$"](area:3600059874);out center tags 60;');
    expect(notices).toContainEqual({
      kind: "note",
      text: "understood as amenity=pharmacy in Nantes (relation 59874)",
    });
  });

  it("is bounded by a radius around a point, which needs no looking up", async () => {
    const { question, asked: requests } = await asked("tourism=museum|gallery near 47.2, -1.5", {
      radius: "3000",
      limit: "9",
    });
    expect(question).toBe(
      '[out:json][timeout:25];nwr["tourism"~"^(museum|gallery)$"](around:3000,47.2,-1.5);out center tags 9;',
    );
    expect(requests.length).toBe(1);
    expect((await asked("bars near Nantes")).question).toContain("(around:1500,47.2,-1.5)");
  });

  it("is nothing for what is no kind or no place", async () => {
    await expect(asked("unicorns in Nantes")).rejects.toMatchObject({ kind: "bad-query" });
    await expect(asked("pharmacies")).rejects.toMatchObject({ kind: "bad-query" });
    await expect(asked("bars near 91,0")).rejects.toMatchObject({ kind: "bad-query" });
  });

  it("says that a place is not known", async () => {
    const context = reading(() => "[]");
    expect(await lastValueFrom(overpass.open("bars in zzqx", {}, context).pipe(toArray()))).toEqual([]);
    expect(context.notices).toContainEqual({ kind: "note", text: "no place is known by the name of “zzqx”" });
  });
});
