import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { type Bench, bench, type Page, type World } from "./support.ts";
import { HOSTS as REGISTERS, registered } from "./worlds/laiterie.ts";
import { commune, HOSTS, NOW } from "./worlds/valfleuri.ts";

const RECORDINGS = join(import.meta.dirname, "../../../shared/recordings/french");

const recorded = (path: string, contentType = "application/json"): Page => ({
  body: readFileSync(join(RECORDINGS, path)),
  headers: { "content-type": contentType },
});

let at: Bench | undefined;
afterEach(() => at?.close());
const over = async (world: World): Promise<Bench> => {
  at = await bench({ now: () => NOW, ...world });
  return at;
};

const town = (name: string, code: string, longitude: number, latitude: number) =>
  commune(name, code, { centre: { type: "Point", coordinates: [longitude, latitude] } });

/** The towns whose real answers are played. */
const TOWNS = [
  town("Nancy", "54395", 6.17, 48.7),
  town("Boulogne-Billancourt", "92012", 2.24, 48.84),
  town("Carmaux", "81060", 2.16, 44.05),
  town("Paris 8e", "75108", 2.31, 48.87),
];

/** Real answers of several towns. */
const places: World["hosts"] = {
  ...HOSTS,
  "geo.api.gouv.fr": ({ searchParams }) => ({
    body: TOWNS.filter(({ code }) => code === searchParams.get("code")),
  }),
  "files.data.gouv.fr": ({ pathname }) =>
    pathname.includes("/2025/") ? recorded("dvf/boulogne-2025-excerpt.body.csv", "text/csv") : undefined,
  "ressources.data.sncf.com": () => recorded("gares/nancy-3km.body.json"),
  "tabular-api.data.gouv.fr": (url, request) =>
    url.pathname.includes("eb76d20a-8501-400e-b336-d85724de5435")
      ? recorded("irve/nancy-box.body.json")
      : HOSTS["tabular-api.data.gouv.fr"]?.(url, request),
  "data.education.gouv.fr": () => recorded("annuaire_education/carmaux-v1.body.json"),
  "www.georisques.gouv.fr": (url, request) =>
    url.pathname.endsWith("/resultats_rapport_risque")
      ? recorded("georisques/report-paris-8e.body.json")
      : HOSTS["www.georisques.gouv.fr"]?.(url, request),
};

describe.skipIf(!existsSync(RECORDINGS))("the French analyses over real answers", () => {
  test("/france/living reads sales, stations, charging stations, schools and risks", async () => {
    const { json } = await over({ hosts: places });
    const living = (insee: string, sources: string) => json("/france/living", { q: `insee:${insee}`, sources });
    expect(await living("92012", "dvf")).toMatchObject({
      // 425,200 € of 44 m² and 500,000 € of 52 m²: 9,664 and 9,615 €/m².
      immobilier: {
        prix_m2: 9640,
        type_bien: "appartement",
        ventes_n: 2,
        annee: 2025,
        petit_echantillon: true,
        derniere_vente: "2025-01-03",
      },
    });
    expect(await living("54395", "gares,irve")).toMatchObject({
      transports: {
        gares: [{ nom: "Nancy", dans_la_commune: true, distance_km: 1.2, niveau: "nationale", uic: "87141002" }],
        bornes_electriques: 2,
        points_de_charge: 9,
        puissance_max_kw: 200,
      },
    });
    expect(await living("81060", "annuaire_education")).toMatchObject({
      ecoles: { total: 1, lycees: 1, publiques: 1, liste: [{ nom: "Lycée polyvalent Jean Jaurès" }] },
    });
    expect(await living("75108", "georisques")).toMatchObject({ risques: ["Séisme", "Radon", "Pollution des sols"] });
  });

  test("/realestate/estimate reads sales of several lots as one each", async () => {
    const { json } = await over({ hosts: places });
    const answer = await json("/realestate/estimate", { q: "insee:92012", sources: "dvf", surface: "50" });
    expect(answer).toMatchObject({
      price_m2: { apartment: { median: 9640, n: 2 }, through: "2025-01-03", since: "2023-01-03" },
      recent_transactions: [
        {
          date: "2025-01-03",
          price: { amount: 500_000 },
          surface_m2: 52,
          price_m2: 9615,
          address: "14 RUE DE LA BELLE FEUILLE",
        },
        { date: "2025-01-02", price: { amount: 425_200 }, surface_m2: 44, price_m2: 9664 },
      ],
    });
  });

  test("/france/company reads a register's record and legal notices", async () => {
    const { json } = await over({
      hosts: {
        ...REGISTERS,
        "recherche-entreprises.api.gouv.fr": ({ searchParams }) =>
          searchParams.get("q") === "552032534"
            ? recorded("recherche_entreprises/danone.body.json")
            : { body: { results: [registered({ siren: "880878145" })] } },
        "bodacc-datadila.opendatasoft.com": () => recorded("bodacc/ganymede-v1.body.json"),
      },
    });
    const danone = await json("/france/company", { q: "FR27552032534", sources: "recherche_entreprises" });
    expect(danone).toMatchObject({
      company: {
        name: "DANONE",
        siren: "552032534",
        legal_form: "SA à conseil d'administration",
        headcount_band: "1,000–1,999",
        status: "active",
        created: "1955-01-01",
        labels: ["finess"],
        address: "59-61 RUE LA FAYETTE 75009 PARIS",
        establishments: 19,
        establishments_open: 3,
      },
      finances: [{ year: 2024, turnover: 27_376_000_000, net_income: 0, currency: "EUR" }],
      flags: [],
    });
    expect(danone["directors"]).toHaveLength(13);
    const struckOff = await json("/france/company", { q: "880878145", sources: "bodacc" });
    expect(struckOff).toMatchObject({
      legal_notices: {
        n: 3,
        from: "2021-08-11",
        to: "2022-11-23",
        by_family: [
          { family: "Dépôts des comptes", n: 2 },
          { family: "Radiations", n: 1 },
        ],
        insolvency: { open: false },
        last_accounts: "2022-05-08",
      },
      flags: [{ id: "accounts-missing", level: "amber" }, { id: "loss" }, { id: "turnover-fell" }],
    });
  });
});
