import { describe, expect, test } from "vitest";
import type { Json } from "../support.ts";
import { kilometres, near, sum, tally, town, under } from "./reckoning.ts";

/*
 * What registers say of a company, a medicine and a city's events, reckoned once more from their rows.
 */

const { answer, raw, json } = town();

describe("/france/company", () => {
  const SIREN = "404833048";
  interface Registered {
    readonly finances: Readonly<Record<string, { readonly ca: number; readonly resultat_net: number }>>;
    readonly siege: { readonly latitude: string; readonly longitude: string; readonly adresse: string };
    readonly nombre_etablissements: number;
    readonly nombre_etablissements_ouverts: number;
  }
  const registered = async () =>
    (await json<{ results: Registered[] }>(`https://recherche-entreprises.api.gouv.fr/search?q=${SIREN}`)).results[0];

  test("accounts of each year, and what they warn of", async () => {
    const told = await answer("/france/company");
    const company = await registered();
    const years = Object.entries(company?.finances ?? {}).toSorted(([a], [b]) => Number(b) - Number(a));
    expect(told["finances"]).toEqual(
      years.map(([year, { ca, resultat_net }]) => ({
        year: Number(year),
        turnover: ca,
        net_income: resultat_net,
        currency: "EUR",
      })),
    );
    expect(told["company"]).toMatchObject({
      establishments: company?.nombre_etablissements,
      establishments_open: company?.nombre_etablissements_ouverts,
    });
    const [[newest, now] = ["", undefined], [, before] = ["", undefined]] = years;
    const fell = Math.round(100 * (1 - (now?.ca ?? 0) / (before?.ca ?? 1)));
    const sentences = (told["flags"] as Json[]).map(({ sentence }) => sentence);
    expect(sentences).toContain(`Its turnover fell by ${fell} % in ${newest}.`);
    expect((now?.resultat_net ?? 0) < 0).toBe(sentences.includes(`It made a loss in ${newest}.`));
  });

  test("notices by family, the proceeding that is open, contracts won", async () => {
    const told = await answer("/france/company");
    const { results } = await json<{ results: { dateparution: string; familleavis_lib: string; jugement?: string }[] }>(
      `https://bodacc-datadila.opendatasoft.com/api/explore/v2.1/x?siren=${SIREN}`,
    );
    const days = results.map(({ dateparution }) => dateparution).toSorted();
    const families = [...tally(results.map(({ familleavis_lib }) => familleavis_lib))];
    const judgment = JSON.parse(results.find(({ jugement }) => jugement)?.jugement ?? "{}") as Json;
    expect(told["legal_notices"]).toMatchObject({
      n: results.length,
      from: days[0],
      to: days.at(-1),
      by_family: families
        .toSorted(([a, x], [b, y]) => y - x || a.localeCompare(b))
        .map(([family, n]) => ({ family, n })),
      insolvency: { open: true, last: judgment["date"], nature: judgment["nature"] },
      last_accounts: results.find(({ familleavis_lib }) => familleavis_lib.startsWith("Dépôts"))?.dateparution,
    });
    const flags = (told["flags"] as Json[]).map(({ id }) => id);
    const changes = results.filter(
      ({ familleavis_lib, dateparution }) => familleavis_lib.startsWith("Modif") && dateparution > "2025-11-22",
    );
    expect(flags.includes("directors-changed")).toBe(changes.length >= 3);
    const awards = await json<{ results: { titulaire: string[] }[] }>(
      "https://boamp-datadila.opendatasoft.com/api/x?q=laiterie",
    );
    const won = awards.results.filter(({ titulaire }) =>
      titulaire.some((one) => /^laiterie du pré(?:\s|$)/i.test(one)),
    );
    expect(told["public_contracts"]).toMatchObject({ won_n: won.length, at_least: false });
  });

  test("sales at its door and near it", async () => {
    const told = (await answer("/france/company"))["real_estate"] as Json & { at_address: Json[] };
    const [header = "", ...lines] = (
      await raw("https://files.data.gouv.fr/geo-dvf/latest/csv/2025/communes/14/14258.csv")
    ).split("\n");
    const names = header.split(",");
    const rows = lines.map((line) => Object.fromEntries(line.split(",").map((cell, at) => [names[at] ?? "", cell])));
    const company = await registered();
    const office = [Number(company?.siege.latitude), Number(company?.siege.longitude)] as const;
    const sold = rows.map((row) => ({
      price: Number(row["valeur_fonciere"]),
      m2: Number(row["surface_reelle_bati"]),
      door: row["adresse_numero"] === "8" && /^R(?:UE)? DU PRE$/.test(row["adresse_nom_voie"] ?? ""),
      metres: 1_000 * kilometres(office, [Number(row["latitude"]), Number(row["longitude"])]),
    }));
    const near30 = sold.filter(({ metres, door }) => metres <= 30 || door);
    expect(told).toMatchObject({
      at_address_n: sold.filter(({ door }) => door).length,
      nearby_n: sold.filter(({ door, metres }) => !door && metres <= 30).length,
      commune_price_m2: under(
        sold.map(({ price, m2 }) => price / m2),
        0.5,
      ),
      commune_sales_n: sold.length,
    });
    const seen = told.at_address.map(({ price, distance_m, same_address }) => [
      (price as Json)["amount"],
      distance_m,
      same_address,
    ]);
    expect(new Set(seen.map(String))).toEqual(
      new Set(near30.map(({ price, metres, door }) => String([price, Math.round(metres), door]))),
    );
  });
});

describe("/health/drugs", () => {
  test("the label of the substance alone, not that of the combination", async () => {
    const told = await answer("/health/drugs");
    const { results } = await json<{ results: (Json & { openfda: { substance_name: string[] } })[] }>(
      "https://api.fda.gov/drug/label.json?search=ibuprofen",
    );
    const alone = results.filter(({ openfda }) => openfda.substance_name.join() === "IBUPROFEN");
    expect([results.length, alone.length]).toEqual([2, 1]);
    const of = (name: string) => alone.flatMap((one) => one[name] as string[]);
    expect(told["regulator_warnings"]).toMatchObject({
      boxed: of("boxed_warning")[0],
      contraindications: of("contraindications"),
      interactions: of("drug_interactions"),
      adverse_reactions: of("adverse_reactions"),
    });
    expect(told["drug"]).toMatchObject({ indications: of("indications_and_usage")[0] });
    const events = await json<{ results: { term: string; count: number }[] }>(
      "https://api.fda.gov/drug/event.json?search=ibuprofen",
    );
    expect((told["regulator_warnings"] as Json)["reported_reactions"]).toEqual(
      events.results.map(({ term, count }) => ({ reaction: term, reports: count })),
    );
  });

  test("the French register's prices, packs and shortages, of its files by their codes", async () => {
    const told = await answer("/health/drugs");
    const file = async (name: string) =>
      (await raw(`https://base-donnees-publique.medicaments.gouv.fr/download/file/${name}`))
        .split("\n")
        .map((line) => line.split("\t"));
    const substances = await file("CIS_COMPO_bdpm.txt");
    const codes = substances.filter(([, , , name]) => name === "IBUPROFÈNE").map(([code]) => code);
    expect((told["drug"] as Json)["cis"]).toEqual(codes);
    const names = new Map((await file("CIS_bdpm.txt")).map(([code = "", name = ""]) => [code, name]));
    const packs = (await file("CIS_CIP_bdpm.txt")).filter(([code]) => codes.includes(code));
    expect(told["prices"]).toMatchObject(
      packs.map(([code = "", , pack, , , , , , rate, price = ""]) => ({
        pack: `${names.get(code)}, ${pack}`,
        price_eur: Number(price.replace(",", ".")),
        reimbursement: rate,
      })),
    );
    const short = await file("CIS_CIP_Dispo_Spec.txt");
    const ema = await json<{ data: { supply_shortage_status: string }[] }>(
      "https://www.ema.europa.eu/en/documents/report/shortages-output-json-report_en.json",
    );
    expect((told["regulator_warnings"] as { shortages: Json[] }).shortages.map(({ status }) => status)).toEqual([
      ...short.map(([, , , status]) => status),
      ...ema.data.map((one) => one.supply_shortage_status),
    ]);
    const { totalCount } = await json<{ totalCount: number }>(
      "https://clinicaltrials.gov/api/v2/studies?query=ibuprofen",
    );
    expect((told["trials"] as Json)["recruiting"]).toBe(totalCount);
  });
});

test("/culture/events: what is on in those days, how far its stops are, and the counts", async () => {
  const told = await answer("/culture/events");
  const { results } = await json<{ results: Record<string, string>[] }>(
    "https://public.opendatasoft.com/api/explore/v2.1/x?q=lyon&offset=0",
  );
  const [from, to] = ["2026-11-23", "2026-12-02"];
  const within = (begin: string) => begin >= from && begin < to;
  const on = results.flatMap((row) => {
    const times = JSON.parse(row["timings"] ?? "[]") as { begin: string; end: string }[];
    const next = times.find(({ begin }) => within(begin))?.begin;
    return next === undefined ? [] : [{ row, times, next, title: String(row["title_fr"]).toLowerCase() }];
  });
  const once = on.filter(
    (one, place) => on.findIndex(({ title, next }) => title === one.title && next === one.next) === place,
  );
  const events = told["events"] as (Json & { title: string; next: string; how_to_get_there: Json })[];
  expect(events.map(({ title, next }) => `${next} ${title.toLowerCase()}`)).toEqual(
    once.map(({ title, next }) => `${next} ${title}`).toSorted(),
  );
  // From Friday evening to Sunday.
  const weekend = (begin: string) => begin >= "2026-11-27T18" && begin < "2026-11-30";
  for (const { next, on_weekend } of events) expect([next, on_weekend]).toEqual([next, weekend(next)]);
  const shows = once.filter(({ title, times }) => /exposition/.test(title) && times.length > 1);
  expect(told["counts"]).toEqual({
    events: once.length,
    exhibitions: shows.length,
    free: once.filter(({ row }) => /gratuit/i.test(row["conditions_fr"] ?? "")).length,
    weekend: once.filter(({ times }) => times.some(({ begin }) => weekend(begin))).length,
  });
  const point = async (url: string, read: (body: Json) => readonly [number, number]) => read(await json(url));
  const hall = [45.73, 4.825] as const;
  const stop = await point("https://transport.data.gouv.fr/api/gtfs-stops?lyon=4.8", (body) => {
    const [lon = 0, lat = 0] =
      (body as { features: { geometry: { coordinates: number[] } }[] }).features[0]?.geometry.coordinates ?? [];
    return [lat, lon];
  });
  const station = await point("https://ressources.data.sncf.com/api/x?lyon=45.7", (body) => {
    const place = (body as { results: { position_geographique: { lat: number; lon: number } }[] }).results[0]
      ?.position_geographique;
    return [place?.lat ?? 0, place?.lon ?? 0];
  });
  for (const { how_to_get_there } of events) {
    near(how_to_get_there["stop_distance_m"], 1_000 * kilometres(hall, stop), 0);
    near(how_to_get_there["station_distance_m"], 1_000 * kilometres(hall, station), 0);
  }
  const city = [45.7578, 4.832] as const;
  const { stations } = told["getting_there"] as { stations: Json[] };
  near(stations[0]?.["distance_km"], kilometres(city, station), 1);
  const far = (name: string, list: unknown) => (list as Json[]).find((one) => one["name"] === name)?.["distance_km"];
  near(far("Vieux pont", told["monuments"]), kilometres(city, [45.7578, 4.842]), 1);
  near(far("Musée des Eaux", told["museums"]), kilometres(city, [45.76, 4.832]), 1);
  expect(sum(events.map(({ how_to_get_there }) => Object.keys(how_to_get_there).length))).toBeGreaterThan(0);
});
