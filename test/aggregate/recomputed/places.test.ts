import { afterEach, describe, expect, test } from "vitest";
import { type Bench, bench, type Json, type World } from "../support.ts";
import * as trip from "../worlds/trip.ts";
import { csv, NOW, sale, HOSTS as VALFLEURI } from "../worlds/valfleuri.ts";
import { DAY_MS, near, random, under } from "./reckoning.ts";

/*
 * Figures of dwellings and trips, reckoned once more over drawn worlds by code that shares nothing with the formulas.
 */

let at: Bench | undefined;
afterEach(() => at?.close());
const over = async (world: World): Promise<Bench> => {
  at = await bench(world);
  return at;
};

describe.each([1, 2, 3])("world %i", (seed) => {
  test("/realestate/estimate and /france/living: medians, quartiles, counts and trends of dwellings", async () => {
    const draw = random(seed);
    const sold = [2021, 2024, 2025].flatMap((year) =>
      Array.from({ length: 25 + Math.floor(draw() * 10) }, () => {
        const type = draw() < 0.7 ? ("Appartement" as const) : ("Maison" as const);
        const day = new Date(Date.UTC(year, 0, 1) + Math.floor(draw() * 364) * DAY_MS).toISOString().slice(0, 10);
        return { day, type, surface: 20 + Math.floor(draw() * 100), price: 2_000 + Math.floor(draw() * 4_000) };
      }),
    );
    const hosts: World["hosts"] = {
      ...VALFLEURI,
      "files.data.gouv.fr": ({ pathname }) => {
        const year = pathname.split("/")[4];
        if (!pathname.endsWith("/38999.csv")) return undefined;
        const rows = sold.filter(({ day }) => day.startsWith(String(year)));
        return rows.length > 0
          ? csv(
              rows.map(({ day, type, surface, price }, place) => ({
                ...sale(day, type, surface, price),
                id_mutation: `${year}-${place}`,
              })),
            )
          : undefined;
      },
    };
    const { json } = await over({ hosts, now: () => NOW });
    const answer = await json("/realestate/estimate", { q: "Valfleuri" });
    const told = answer["price_m2"] as Record<string, Json>;

    const through =
      sold
        .map(({ day }) => day)
        .sort()
        .at(-1) ?? "";
    const since = `${Number(through.slice(0, 4)) - 2}${through.slice(4)}`;
    expect([told["since"], told["through"]]).toEqual([since, through]);
    const recent = sold.filter(({ day }) => day > since);
    for (const [name, type] of [
      ["all", undefined],
      ["apartment", "Appartement"],
      ["house", "Maison"],
    ] as const) {
      const prices = recent.filter((one) => type === undefined || one.type === type).map(({ price }) => price);
      expect(told[name]?.["n"]).toBe(prices.length);
      near(told[name]?.["median"], under(prices, 0.5), 0);
      near(told[name]?.["q1"], under(prices, 0.25), 0);
      near(told[name]?.["q3"], under(prices, 0.75), 0);
    }

    const ofYear = (year: number) =>
      sold.filter(({ day, type }) => day.startsWith(String(year)) && type === "Appartement").map(({ price }) => price);
    const [old, before, newest] = [2021, 2024, 2025].map((year) => under(ofYear(year), 0.5)) as [
      number,
      number,
      number,
    ];
    const trends = answer["trends"] as Json;
    expect(trends["type"]).toBe("apartment");
    near(trends["one_year_pct"], (newest / before - 1) * 100, 1);
    near(trends["five_year_pct"], (newest / old - 1) * 100, 1);
    near(trends["annualised_pct"], ((newest / old) ** (1 / 4) - 1) * 100, 1);

    const living = (await json("/france/living", { q: "Valfleuri" }))["immobilier"] as Json;
    near(living["prix_m2"], newest, 0);
    near(living["evolution_1an"], (newest / before - 1) * 100, 1);
    near(living["evolution_5ans"], (newest / old - 1) * 100, 1);
    // The rent of a flat is 15 € a m²: what it is a year, by the price of the last 24 months.
    const flats = recent.filter(({ type }) => type === "Appartement").map(({ price }) => price);
    near((answer["rent"] as Json)["gross_yield_pct"], (15 * 12 * 100) / under(flats, 0.5), 1);
  });

  test("/travel/trip: weather's means, budget, distances", async () => {
    const draw = random(seed + 200);
    const rain = Array.from({ length: 20 }, () => Math.round(draw() * 40) / 10);
    const warm = rain.map(() => 10 + Math.round(draw() * 150) / 10);
    const [people, nights] = [1 + Math.floor(draw() * 5), 1 + Math.floor(draw() * 5)];
    const { json } = await over({
      ...trip.WORLD,
      hosts: {
        ...trip.HOSTS,
        "api.open-meteo.com": (url) => {
          const { body } = trip.weather(url) as { body: Json & { daily: Json & { time: string[] } } };
          const of = (values: readonly number[]) => body.daily.time.map((_, place) => values[place] ?? 0);
          return {
            body: {
              ...body,
              daily: {
                ...body.daily,
                temperature_2m_max: of(warm),
                temperature_2m_min: of(warm.map((one) => one - 6)),
                precipitation_sum: of(rain),
              },
            },
          };
        },
      },
    });
    const end = new Date(Date.parse("2026-11-25") + nights * DAY_MS).toISOString().slice(0, 10);
    const answer = await json(trip.PATH, { q: "Lisbon", start: "2026-11-25", end, people: String(people) });
    // The forecast begins on the 22nd.
    const its = (values: readonly number[]) => values.slice(3, 3 + nights + 1);
    const weather = answer["weather"] as Json;
    const mean = its(warm).reduce((sum, one) => sum + one, 0) / (nights + 1);
    near(weather["mean_max_c"], mean, 1);
    near(weather["mean_min_c"], mean - 6, 1);
    expect(weather["rainy_days"]).toBe(its(rain).filter((one) => one >= 1).length);

    const days = nights + 1;
    const wanted = {
      accommodation: 100 * Math.ceil(people / 2) * nights * 0.9,
      food: 45 * people * days * 0.9,
      local_transport: 10 * people * days * 0.85,
      activities: 25 * people * days * 0.85,
    };
    const budget = answer["budget"] as Json & { lines: (Json & { item: keyof typeof wanted })[] };
    for (const { item, low, high } of budget.lines) {
      near(low, wanted[item] * 0.75, 2);
      near(high, wanted[item] * 1.25, 2);
    }
    const all = Object.values(wanted).reduce((sum, one) => sum + one, 0);
    near(budget["total_low"], all * 0.75, 1);
    near(budget["per_person_high"], (all * 1.25) / people, 1);
    const [rossio] = (answer["accommodation"] as Json[]).filter(({ name }) => name === "Hotel Rossio");
    // Nine thousandths of a degree of a meridian of 40,030 km.
    near(rossio?.["distance_km"], (0.009 * 40_030.17) / 360, 1);
  });
});
