import { join } from "node:path";
import { lastValueFrom, toArray } from "rxjs";
import { describe, expect, it } from "vitest";
import { bestMatch } from "../../../src/replay/match.ts";
import { loadRecordings } from "../../../src/replay/recordings.ts";
import { type Line, notePrice, type Prices, priceOf, saleOf } from "../../../src/sources/french/dvf/sale.ts";
import { recentOf, trendsOf } from "../../../src/sources/french/dvf/trends.ts";
import { newest } from "../../../src/sources/kit/compose/newest.ts";
import { place } from "../../../src/sources/kit/services/communes.ts";
import { departmentOf, districtsOf } from "../../../src/sources/kit/services/insee-codes.ts";
import { sources } from "../../../src/sources/registry.ts";
import { runSource } from "../../../src/sources/run.ts";
import type { Notice } from "../../../src/sources/source.ts";
import { createCache } from "../../../src/upstream/cache.ts";
import { memoryStore } from "../../../src/upstream/cache-store.ts";
import { replayUpstream } from "../../support/replay-upstream.ts";
import { marbles } from "../kit/reading.ts";

const line = (cells: Line = {}): Line => ({
  id_mutation: "2025-1",
  date_mutation: "2025-03-02",
  nature_mutation: "Vente",
  valeur_fonciere: "300000",
  adresse_numero: "8",
  adresse_nom_voie: "RUE DU PARC",
  code_postal: "92100",
  code_commune: "92012",
  nom_commune: "Boulogne-Billancourt",
  id_parcelle: "920120000B0002",
  ...cells,
});
const flat = (lot: string, surface: string, cells: Line = {}): Line =>
  line({
    type_local: "Appartement",
    lot1_numero: lot,
    surface_reelle_bati: surface,
    nombre_pieces_principales: "2",
    ...cells,
  });

describe("saleOf", () => {
  it("counts the price once, and prices a square metre of a single dwelling", () => {
    const sale = saleOf([line({ type_local: "Dépendance", lot1_numero: "9" }), flat("1", "50")]);
    expect(sale).toMatchObject({
      title: "Appartement 50 m² – 8 RUE DU PARC",
      price: { amount: 300000, currency: "EUR" },
      surface: 50,
      rooms: 2,
      priceM2: 6000,
      type: "Appartement",
    });
  });

  it("gives no price per square metre for several dwellings, or for what is no sale", () => {
    expect(saleOf([flat("1", "50"), flat("2", "25")])).toMatchObject({ surface: 75, rooms: 4, priceM2: undefined });
    expect(saleOf([flat("1", "50", { nature_mutation: "Echange" })]).priceM2).toBeUndefined();
  });

  it("takes a dwelling that is repeated for each culture of its land for one", () => {
    const house = { type_local: "Maison", surface_reelle_bati: "100", nombre_pieces_principales: "5" };
    const sale = saleOf([
      line({ ...house, nature_culture: "sols", surface_terrain: "200" }),
      line({ ...house, nature_culture: "jardins", surface_terrain: "300" }),
    ]);
    expect(sale).toMatchObject({ surface: 100, land: 500, priceM2: 3000, rooms: 5 });
  });

  it("leaves absent what the lines do not say", () => {
    const sale = saleOf([line({ valeur_fonciere: "", adresse_numero: "", adresse_nom_voie: "" })]);
    expect(sale.price).toBeUndefined();
    expect(sale.surface).toBeUndefined();
    expect(sale.land).toBeUndefined();
    expect(sale.title).toBe("Vente");
  });
});

describe("newest", () => {
  const dates = { a: "2025-01-01", b: "2025-03-01", c: "2025-02-01", d: "2025-03-01" };
  const two = newest(2, (date: string) => date);

  it("hands the latest out at the end, the latest first", () => {
    marbles().run(({ cold, expectObservable }) => {
      expectObservable(cold("-a-b-c-|", dates).pipe(two)).toBe("-------(bc|)", dates);
      expectObservable(cold("-a|", dates).pipe(two)).toBe("--(a|)", dates);
      expectObservable(cold<string>("--|").pipe(two)).toBe("--|");
    });
  });

  it("passes errors on, and unsubscribes", () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      expectObservable(cold("-a-#", dates).pipe(two)).toBe("---#");
      const sales = cold("-a-b-c-|", dates);
      expectObservable(sales.pipe(two), "^--!").toBe("---");
      expectSubscriptions(sales.subscriptions).toBe("^--!");
    });
  });

  it("puts the later arrival of one day first, however many there are", () => {
    marbles().run(({ cold, expectObservable }) => {
      const sales = Object.fromEntries([..."abcdefg"].map((letter) => [letter, { day: "2025-01-01", letter }]));
      const byDay = newest(3, ({ day }: { day: string; letter: string }) => day);
      expectObservable(cold("(abcdefg|)", sales).pipe(byDay)).toBe("(gfe|)", sales);
    });
  });
});

describe("trendsOf", () => {
  it("compares the newest median with the year before and with four years before", () => {
    const prices: Prices = new Map();
    const sold = (date: string, valeur_fonciere: string) => {
      const sale = saleOf([flat("1", "100", { date_mutation: date, valeur_fonciere })]);
      for (const price of priceOf(sale)) notePrice(prices, price);
    };
    sold("2021-05-01", "400000");
    sold("2024-05-01", "600000");
    sold("2025-05-01", "500000");
    sold("2025-06-01", "700000");
    expect(trendsOf(prices)).toEqual([
      {
        type: "Appartement",
        years: [
          { year: 2025, count: 2, medianPriceM2: 6000 },
          { year: 2024, count: 1, medianPriceM2: 6000 },
          { year: 2021, count: 1, medianPriceM2: 4000 },
        ],
        change1YearPercent: 0,
        change5YearsPercent: 50,
      },
    ]);
  });
});

describe("recentOf", () => {
  const sold = (...prices: readonly (readonly [string, string, number])[]): Prices =>
    new Map([...Map.groupBy(prices, ([type]) => type)].map(([type, ofType]) => [type, ofType] as const));

  it("spreads the prices of two years, counted from the newest sale of a dwelling, in all and by type", () => {
    const recent = recentOf(
      sold(
        ["Appartement", "2025-12-30", 4000],
        ["Appartement", "2024-01-01", 1000],
        ["Appartement", "2024-02-01", 3000],
        ["Maison", "2023-12-31", 2000],
        ["Maison", "2023-12-30", 9000],
      ),
    );
    expect(recent).toEqual({
      since: "2023-12-30",
      through: "2025-12-30",
      prices: [
        { type: undefined, count: 4, medianPriceM2: 2500, lowerQuartileM2: 1750, upperQuartileM2: 3250 },
        { type: "Appartement", count: 3, medianPriceM2: 3000, lowerQuartileM2: 2000, upperQuartileM2: 3500 },
        { type: "Maison", count: 1, medianPriceM2: 2000, lowerQuartileM2: 2000, upperQuartileM2: 2000 },
      ],
    });
  });

  it("says nothing without a price", () => {
    expect(recentOf(new Map())).toBeUndefined();
  });
});

describe("place and its codes", () => {
  const kindOf = (q: string) => place("Nancy").parse(q, {}).kind;

  it("tells names, five digits and Corsican codes apart", () => {
    expect(["Nancy", "75007", "2a004", "2B033", "7500"].map(kindOf)).toEqual([
      "name",
      "digits",
      "insee",
      "insee",
      "name",
    ]);
  });

  it("knows the arrondissements and the departments", () => {
    expect(districtsOf("92012")).toEqual(["92012"]);
    expect([districtsOf("75056"), districtsOf("69123"), districtsOf("13055")].map(({ length }) => length)).toEqual([
      20, 9, 16,
    ]);
    expect(districtsOf("75056").at(-1)).toBe("75120");
    expect(["92012", "97411", "2A004"].map(departmentOf)).toEqual(["92", "974", "2A"]);
  });
});

describe("an answer of DVF", () => {
  it("is held, its years without a file and its note included: who asks again asks nothing upstream", async () => {
    const FIXTURES = join(import.meta.dirname, "../../fixtures");
    // Its sales of 2021 and 2025; the other years have no file.
    const own = loadRecordings(FIXTURES, "french/dvf").filter(({ meta }) => /^(items|step)$/.test(meta.case ?? ""));
    const replayed = replayUpstream((asked) => bestMatch(own, asked));
    const upstream = { ...replayed, cache: createCache(memoryStore(10_000_000)) };
    const source = sources.find(({ id }) => id === "dvf");
    if (!source) throw new Error("there is no source of that name");
    const ask = async () => {
      const notices: Notice[] = [];
      const env = {
        upstream,
        keys: {},
        now: () => Date.parse("2026-11-21T12:00:00Z"),
        onNotice: (_: string, said: Notice) => void notices.push(said),
      };
      const whole = { q: "Boulogne-Billancourt", pagecount: 1, noCache: false, options: {} };
      const items = await lastValueFrom(runSource(source, whole, env).pipe(toArray()));
      return { items, notes: notices.filter(({ kind }) => kind === "note") };
    };
    const first = await ask();
    const asked = replayed.asked.length;
    expect(asked).toBe(7);
    expect(first.notes).toEqual([
      { kind: "note", text: "Boulogne-Billancourt understood as Boulogne-Billancourt (92012)" },
    ]);
    expect(first.items.at(-1)).toMatchObject({ kind: "summary" });
    const again = await ask();
    expect(replayed.asked.length).toBe(asked);
    expect(again).toEqual(first);
  });
});
