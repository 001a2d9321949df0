import { afterEach, describe, expect, test } from "vitest";
import { type Bench, bench, type Json, type Page, type World } from "./support.ts";
import { bicyclesOf, VALENBISI } from "./worlds/bicycles.ts";
import { HOSTS, PATH, place, Q, WORLD, weather } from "./worlds/trip.ts";

/*
 * What a trip's sources do not know, and what follows from that: an outage is not an answer, and figures of two years, of two
 * cities of one name or of no answer at all make no figure.
 */

let at: Bench | undefined;
afterEach(() => at?.close());
const over = async (world: World): Promise<Bench> => {
  at = await bench(world);
  return at;
};
const down: Page = { body: "down", status: 503, headers: { "content-type": "text/plain" } };
const nothing: Page = { body: [] };
const lineOf = (answer: Json, item: string) =>
  (answer["budget"] as Json & { lines: Json[] }).lines.find((line) => line["item"] === item);
const missingOf = (answer: Json) => ((answer["missing"] ?? []) as Json[]).map(({ section }) => section);

/** Places by their names, for the geocoder. */
const geocoder =
  (...known: readonly ReturnType<typeof place>[]) =>
  (url: URL): Page => {
    const found = known.find(({ name }) => name === url.searchParams.get("q"));
    return found ? { body: [found] } : nothing;
  };

describe("where a trip begins", () => {
  const lost = (url: URL): Page =>
    url.searchParams.get("q") === "Porto"
      ? down
      : (HOSTS["nominatim.openstreetmap.org"]?.(url, {} as never) ?? nothing);

  test("is not unknown where its geocoders are down", async () => {
    const { json } = await over({
      ...WORLD,
      hosts: {
        ...HOSTS,
        "nominatim.openstreetmap.org": lost,
        "photon.komoot.io": () => down,
        "geocoding-api.open-meteo.com": () => down,
      },
    });
    const answer = await json(PATH, { ...Q, q: "Porto to Lisbon" });
    expect(JSON.stringify(answer)).not.toContain("No place is known by the name");
    expect((answer["limits"] as string[]).some((limit) => limit.startsWith("“Porto” could not be looked up"))).toBe(
      true,
    );
    expect(answer["partial"]).toBe(true);
    expect(lineOf(answer, "transport_there")).toBeUndefined();
  });

  test("is told by its name where a source names its coordinates", async () => {
    const { json } = await over(WORLD);
    const answer = await json(PATH, { ...Q, q: "Porto to Lisbon" });
    const there = (answer["transport"] as { there: Json[] }).there;
    expect(there.map(({ from, to }) => [from, to])).toEqual([
      ["Porto", "Lisbon"],
      ["Porto", "Lisbon"],
    ]);
  });

  test("is not flown to from 18 km away where no router answers", async () => {
    const { json } = await over({
      ...WORLD,
      failing: ["router.project-osrm.org", "api.transitous.org"],
      hosts: {
        ...HOSTS,
        "nominatim.openstreetmap.org": geocoder(
          place("Versailles", 48.8014, 2.1301, "fr", "France"),
          place("Paris", 48.8566, 2.3522, "fr", "France"),
        ),
        "overpass-api.de": () => ({ body: { elements: [] } }),
      },
    });
    const line = lineOf(await json(PATH, { ...Q, q: "Versailles to Paris" }), "transport_there");
    expect(line?.["detail"]).toMatch(/^car, there and back, by 2\d km/);
    // 17.4 km as the crow flies and a quarter more, × 0.20 € × 2 ways, of one car for both.
    expect(line?.["high"]).toBeLessThan(15);
  });
});

describe("a trip's weather", () => {
  /** Days without what rain fell. */
  const rainless = (url: URL): Page => {
    const { body } = weather(url) as { body: { daily: Json } };
    const { precipitation_sum: _, ...daily } = body.daily;
    return { body: { ...body, daily } };
  };

  test.each([
    ["forecast", Q],
    ["typical", { ...Q, start: "2027-03-20", end: "2027-03-22" }],
  ])("has no rainy days told where rain is not told: %s", async (kind, asked) => {
    const { json } = await over({
      ...WORLD,
      hosts: { ...HOSTS, "api.open-meteo.com": rainless, "archive-api.open-meteo.com": rainless },
    });
    const told = (await json(PATH, asked))["weather"] as Json;
    expect(told["kind"]).toBe(kind);
    expect(told).not.toHaveProperty("rainy_days");
    for (const day of told["days"] as Json[]) expect(day).not.toHaveProperty("rain_mm");
  });

  test("is missing, and the answer partial, where one forecast is down and the others know nothing", async () => {
    const { json } = await over({
      ...WORLD,
      failing: ["api.open-meteo.com"],
      hosts: {
        ...HOSTS,
        "api.met.no": () => ({ body: "not found", status: 404 }),
        "wttr.in": () => ({ body: { weather: [] } }),
      },
    });
    const answer = await json(PATH, Q);
    expect(answer).not.toHaveProperty("weather");
    expect(missingOf(answer)).toContain("weather");
    expect(answer["partial"]).toBe(true);
  });

  test("of days across the 29th of February has each day's own, and the last one's", async () => {
    const warmerByDay = (url: URL): Page => {
      const { body } = weather(url) as { body: { daily: { time: string[] } & Json } };
      const { time } = body.daily;
      return {
        body: { ...body, daily: { ...body.daily, temperature_2m_max: time.map((day) => Number(day.slice(8))) } },
      };
    };
    const { json } = await over({ ...WORLD, hosts: { ...HOSTS, "archive-api.open-meteo.com": warmerByDay } });
    const told = (await json(PATH, { ...Q, start: "2028-02-27", end: "2028-03-02" }))["weather"] as Json;
    expect((told["days"] as Json[]).map(({ date, max_c }) => [date, max_c])).toEqual([
      ["2028-02-27", 27],
      ["2028-02-28", 28],
      // Of a year without that day, the one before.
      ["2028-02-29", 28],
      ["2028-03-01", 1],
      ["2028-03-02", 2],
    ]);
    // What is still to come is no past.
    expect(told["years"]).toEqual([2024, 2025, 2026]);
  });
});

describe("a trip's place", () => {
  test("has no bicycles of a city of its name in another country", async () => {
    const { json } = await over({
      ...WORLD,
      hosts: {
        ...HOSTS,
        "nominatim.openstreetmap.org": geocoder(place("Valencia", 10.1621, -68.0077, "ve", "Venezuela")),
        "overpass-api.de": () => ({ body: { elements: [] } }),
        "api.citybik.es": bicyclesOf(VALENBISI),
      },
    });
    const answer = await json(PATH, { ...Q, q: "Valencia" });
    expect(JSON.stringify(answer["transport"] ?? {})).not.toMatch(/valenbisi/i);
  });
});

describe("a country's price level", () => {
  const ratios = (rows: readonly (readonly [country: string, year: string, value: number])[]) => (): Page => ({
    body: [
      { page: 1, pages: 1, lastupdated: "2026-07-01" },
      rows.map(([id, date, value]) => ({
        indicator: { id: "PA.NUS.PPPC.RF", value: "Price level ratio" },
        country: { id, value: id },
        countryiso3code: "",
        date,
        value,
        unit: "",
        obs_status: "",
        decimal: 1,
      })),
    ],
  });
  const levelBy = async (rows: Parameters<typeof ratios>[0]) => {
    const { json } = await over({
      ...WORLD,
      failing: ["ec.europa.eu"],
      hosts: { ...HOSTS, "api.worldbank.org": ratios(rows) },
    });
    return (await json(PATH, Q))["budget"] as Json;
  };

  test("is of one year, the newest that both are told for", async () => {
    const rows = [
      ["PT", "2025", 0.6],
      ["PT", "2021", 0.55],
      ["EU", "2021", 0.5],
    ] as const;
    expect((await levelBy(rows))["price_level"]).toMatchObject({ value: 110, year: 2021, source: "worldbank" });
  });

  test("is unknown where the two are told for different years", async () => {
    const budget = await levelBy([
      ["PT", "2025", 0.6],
      ["EU", "2021", 0.5],
    ]);
    expect(budget).not.toHaveProperty("price_level");
    expect(budget["assumptions"]).toContain(
      "No price level of the country is known: prices are those of the EU's average.",
    );
  });
});
