import { COLUMNS } from "../../../src/sources/french/dvf/sale.ts";
import type { Page, World } from "../support.ts";

/*
 * A made-up commune of 8,000 inhabitants, Valfleuri in the Isère, as every French source answers of it. The figures that tests
 * expect are reckoned by hand from the rows below.
 */

export const NOW = Date.parse("2026-11-22T10:00:00Z");

export const commune = (name: string, code: string, more: object = {}) => ({
  nom: name,
  code,
  codesPostaux: ["38990"],
  population: 8000,
  surface: 1250,
  centre: { type: "Point", coordinates: [5.5, 45.2] },
  departement: { code: "38", nom: "Isère" },
  region: { code: "84", nom: "Auvergne-Rhône-Alpes" },
  epci: { code: "200000000", nom: "CC du Val" },
  ...more,
});

const VALFLEURI = commune("Valfleuri", "38999");
const NAMESAKE = commune("Valfleuri", "04998", {
  codesPostaux: ["04990"],
  population: 300,
  departement: { code: "04", nom: "Alpes-de-Haute-Provence" },
});

/** One sale of one dwelling: its price is the surface times the price per m². */
export const sale = (
  date: string,
  type: "Appartement" | "Maison",
  surface: number,
  priceM2: number,
  address = "RUE DES LILAS",
) => ({
  id_mutation: `${date}-${type}-${priceM2}`,
  date_mutation: date,
  nature_mutation: "Vente",
  valeur_fonciere: String(surface * priceM2),
  adresse_numero: "3",
  adresse_nom_voie: address,
  code_postal: "38990",
  code_commune: "38999",
  nom_commune: "Valfleuri",
  id_parcelle: `38999000AB${priceM2}`,
  lot1_numero: "1",
  type_local: type,
  surface_reelle_bati: String(surface),
  nombre_pieces_principales: "3",
  longitude: "5.5",
  latitude: "45.2",
});

export const csv = (rows: readonly Readonly<Record<string, string>>[]): Page => ({
  body: [COLUMNS.join(","), ...rows.map((row) => COLUMNS.map((column) => row[column] ?? "").join(","))].join("\n"),
  headers: { "content-type": "text/csv; charset=utf-8" },
});

const SALES: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> = {
  "2025": [
    sale("2025-02-01", "Appartement", 50, 4000),
    sale("2025-05-01", "Appartement", 40, 4600),
    sale("2025-09-01", "Appartement", 60, 4640, "AVENUE DU PARC"),
    sale("2025-12-20", "Appartement", 30, 5000),
    sale("2025-10-01", "Maison", 100, 3000, "CHEMIN DU BOIS"),
  ],
  "2024": [4400, 4500, 4600].map((price) => sale(`2024-06-${price / 100 - 30}`, "Appartement", 50, price)),
  "2021": [3900, 4000, 4100].map((price) => sale(`2021-06-${price / 100 - 20}`, "Appartement", 50, price)),
};

/** The sales of Montbois, the neighbour in the north. */
const NORTH: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> = {
  "2025": [5000, 5082, 5100].map((price) => ({
    ...sale("2025-04-01", "Appartement", 50, price),
    code_commune: "38998",
  })),
  "2024": [5000, 5000.5, 4990].map((price) => ({
    ...sale("2024-04-01", "Appartement", 50, price),
    code_commune: "38998",
  })),
};

const tabular = (data: readonly object[]): Page => ({
  body: { data, links: { next: null }, meta: { page: 1, total: data.length } },
});
const rows = (results: readonly object[]): Page => ({ body: { total_count: results.length, results } });

/** A rent of whichever commune is asked for. */
const rent = ({ searchParams }: URL, price: number): object => ({
  INSEE_C: (searchParams.get("INSEE_C__in") ?? searchParams.get("INSEE_C__exact") ?? "38999").split(",")[0],
  LIBGEO: "Valfleuri",
  DEP: "38",
  loypredm2: price,
  "lwr.IPm2": price - 3,
  "upr.IPm2": price + 3,
  TYPPRED: "commune",
  nbobs_com: 200,
  nbobs_mail: 900,
});

/** The files of data.gouv.fr by their ids. */
const FILES: Readonly<Record<string, (url: URL) => Page>> = {
  "55b34088-0964-415f-9df7-d87dd98a09be": (url) => tabular([rent(url, 15)]),
  "14a1fe11-b2d1-49b3-9f6b-83d12df9482c": (url) => tabular([rent(url, 17)]),
  "5e3b28a4-cf56-43a3-ae79-43cceeb27f8c": (url) => tabular([rent(url, 13)]),
  "129f764d-b613-44e4-952c-5ff50a8c9b73": (url) => tabular([rent(url, 12)]),
  "eb76d20a-8501-400e-b336-d85724de5435": () =>
    tabular([charging("A1", 45.201, 22, 2), charging("A2", 45.201, 50, 2), charging("B1", 45.203, 7.4, 1)]),
  "fffda7e9-0ea2-4c35-bba0-4496f3af935d": () =>
    tabular([physician(1, "SM54"), physician(1, "SM54"), physician(2, "SM53"), physician(3, "SM04")]),
  "796dfff7-cf54-493a-a0a7-ba3c2024c6f3": ({ searchParams }) =>
    tabular(searchParams.get("categ_code__exact") === "620" ? [establishment("1"), establishment("2")] : []),
};

const charging = (id: string, latitude: number, power: number, points: number): object => ({
  id_station_itinerance: `S${latitude}`,
  id_pdc_itinerance: id,
  nom_station: `Station ${latitude}`,
  code_insee_commune: "38999",
  nbre_pdc: points,
  puissance_nominale: power,
  consolidated_latitude: latitude,
  consolidated_longitude: 5.5,
});

const physician = (id: number, skill: string): object => ({
  "Identifiant PP": id,
  "Nom d'exercice": `Nom ${id}`,
  "Code savoir-faire": skill,
  "Code postal (coord. structure)": "38990",
});

const establishment = (id: string): object => ({ finess: `38000000${id}`, rs: "PHARMACIE", etat: "ACTUEL" });

const FACILITIES: readonly (readonly [domain: string, sub: string, type: string, count: number])[] = [
  ["_T", "_T", "_T", 400],
  ["A", "_T", "_T", 120],
  ["A", "A2", "A203", 6],
  ["B", "_T", "_T", 80],
  ["B", "B1", "_T", 4],
  ["B", "B2", "_T", 16],
  ["B", "B1", "B104", 1],
  ["B", "B2", "B207", 10],
  ["D", "D2", "D265", 9],
  ["D", "D2", "D266", 2],
  ["D", "D2", "D281", 20],
  ["D", "D3", "D307", 3],
  ["F", "F3", "_T", 5],
  ["F", "F3", "F303", 1],
];

const WORDS: Readonly<Record<string, string>> = {
  A203: "Banque, caisse d'épargne",
  B104: "Hypermarché et grand magasin",
  B207: "Boulangerie-pâtisserie",
  D265: "Médecin généraliste",
  D266: "Spécialiste en cardiologie",
  D281: "Infirmier",
  D307: "Pharmacie",
  F303: "Cinéma",
};

function melodi({ pathname }: URL): Page {
  if (pathname.startsWith("/melodi/range/"))
    return {
      body: {
        range: [
          {
            concept: { code: "FACILITY_TYPE" },
            values: Object.entries(WORDS).map(([code, fr]) => ({ code, label: { fr } })),
          },
        ],
      },
    };
  if (!pathname.endsWith("/DS_BPE")) return { body: { identifier: "DS_POPULATIONS_REFERENCE", observations: [] } };
  return {
    body: {
      observations: FACILITIES.map(([domain, sub, type, value]) => ({
        dimensions: {
          GEO: "2025-COM-38999",
          TIME_PERIOD: "2024",
          BPE_MEASURE: "FACILITIES",
          FACILITY_DOM: domain,
          FACILITY_SDOM: sub,
          FACILITY_TYPE: type,
        },
        measures: { OBS_VALUE_NIVEAU: { value } },
      })),
    },
  };
}

const station = (name: string, insee: string, lat: number, segment: string): object => ({
  id: name,
  nom: name,
  codes_uic: `87${insee}`,
  segment_drg: segment,
  codeinsee: insee,
  position_geographique: { lat, lon: 5.5 },
});

const OWN = station("Valfleuri", "38999", 45.209, "B");

const stop = (name: string, lat: number, network: string): object => ({
  properties: { stop_name: name, stop_id: name, location_type: 0, dataset_id: 1, dataset_title: network },
  geometry: { coordinates: [5.5, lat] },
});

const school = (name: string, type: string, nature: string, sector = "Public", state = "OUVERT"): object => ({
  identifiant_de_l_etablissement: `038${name}`,
  nom_etablissement: name,
  type_etablissement: type,
  statut_public_prive: sector,
  libelle_nature: nature,
  adresse_1: "1 rue de l'École",
  code_commune: "38999",
  etat: state,
});

const green = (id: number, tags: object): object => ({ type: "way", id, center: { lat: 45.2, lon: 5.5 }, tags });

function culture({ pathname }: URL): Page {
  if (pathname.includes("museofile"))
    return rows([
      { identifiant: "M1", nom_officiel: "Musée du Val", adresse: "2 place Haute", url: "musee.example.fr" },
    ]);
  return rows([
    {
      reference: "PA1",
      titre_editorial_de_la_notice: "Église",
      siecle_de_la_campagne_principale_de_construction: ["12e siècle"],
    },
    { reference: "PA2", titre_editorial_de_la_notice: "Halle" },
  ]);
}

function risks({ pathname }: URL): Page {
  if (pathname.endsWith("/zonage_sismique"))
    return { body: { results: 1, data: [{ code_insee: "38999", zone_sismicite: "4 - MOYENNE", code_zone: "4" }] } };
  if (pathname.endsWith("/radon"))
    return { body: { results: 1, data: [{ code_insee: "38999", classe_potentiel: "2" }] } };
  const risk = (libelle: string, present: boolean) => ({ libelle, present, libelleStatutCommune: "Risque Existant" });
  return {
    body: {
      url: "https://www.georisques.gouv.fr/rapport?codeInsee=38999",
      commune: { libelle: "Valfleuri", codeInsee: "38999" },
      risquesNaturels: {
        inondation: risk("Inondation", true),
        seisme: risk("Séisme", true),
        avalanche: risk("Avalanche", false),
      },
      risquesTechnologiques: { icpe: risk("Installations industrielles classées (ICPE)", true) },
    },
  };
}

const certificate = (number: string, consumption: number): object => ({
  numero_dpe: number,
  date_etablissement_dpe: "2026-10-01",
  etiquette_dpe: "D",
  conso_5_usages_par_m2_ep: consumption,
});

function energy({ pathname }: URL): Page {
  if (pathname.endsWith("/values_agg"))
    return {
      body: {
        total: 300,
        aggs: [
          { value: "D", total: 200 },
          { value: "A", total: 100 },
        ],
      },
    };
  return { body: { total: 300, results: [certificate("1", 100), certificate("2", 250), certificate("3", 180)] } };
}

const MONTBOIS = commune("Montbois", "38998", { centre: { type: "Point", coordinates: [5.5, 45.245] } });
const VALBAS = commune("Valbas", "38997", { centre: { type: "Point", coordinates: [5.5, 45.128] } });
const ELSEWHERE = commune("Moselbourg", "57999", { codesPostaux: ["57990"] });
const BY_CODE: Readonly<Record<string, object>> = {
  "38999": VALFLEURI,
  "38990": VALFLEURI,
  "38998": MONTBOIS,
  "38997": VALBAS,
  "57999": ELSEWHERE,
};

/** The communes by how they are asked for: Montbois lies to the north, Valbas to the south. */
function register({ searchParams }: URL): Page {
  const latitude = Number(searchParams.get("lat"));
  if (latitude) return { body: [latitude > 45.21 ? MONTBOIS : latitude < 45.19 ? VALBAS : VALFLEURI] };
  if (searchParams.get("nom")?.toLowerCase().startsWith("valfleuri")) return { body: [NAMESAKE, VALFLEURI] };
  const code = searchParams.get("code") ?? searchParams.get("codePostal");
  const found = BY_CODE[code ?? ""];
  return { body: found ? [found] : [] };
}

/** The hosts of the French sources. */
export const HOSTS: NonNullable<World["hosts"]> = {
  "geo.api.gouv.fr": register,
  "files.data.gouv.fr": ({ pathname }) => {
    const [year = "", , , file] = pathname.split("/").slice(4);
    const sold = file === "38999.csv" ? SALES[year] : file === "38998.csv" ? NORTH[year] : undefined;
    return sold && csv(sold);
  },
  "tabular-api.data.gouv.fr": (url) => FILES[url.pathname.split("/")[3] ?? ""]?.(url),
  "api.insee.fr": melodi,
  "ressources.data.sncf.com": ({ searchParams }) =>
    rows(
      searchParams.get("where")?.startsWith("within")
        ? [OWN, station("Grandville", "38185", 45.272, "A"), station("Loinville", "38186", 45.335, "C")]
        : [OWN],
    ),
  "transport.data.gouv.fr": () => ({
    body: {
      features: [
        stop("Mairie", 45.2027, "TAG"),
        stop("Lycée", 45.2045, "Cars Région"),
        stop("Bout du bourg", 45.2095, "TAG"),
      ],
    },
  }),
  "data.education.gouv.fr": () =>
    rows([
      school("Les Lilas", "Ecole", "ECOLE MATERNELLE"),
      school("Jules Ferry", "Ecole", "ECOLE DE NIVEAU ELEMENTAIRE"),
      school("Du Val", "Collège", "COLLEGE"),
      school("Sainte-Anne", "Lycée", "LYCEE D ENSEIGNEMENT GENERAL", "Privé"),
      school("Ancienne", "Ecole", "ECOLE MATERNELLE", "Public", "FERME"),
      school("Centre", "Médico-social", "INSTITUT"),
    ]),
  "overpass-api.de": () => ({
    body: {
      elements: [
        green(1, { leisure: "park", name: "Parc de la Tour" }),
        green(2, { leisure: "garden" }),
        green(3, { leisure: "playground", name: "Les Balançoires" }),
        green(4, { landuse: "forest" }),
      ],
    },
  }),
  "data.culture.gouv.fr": culture,
  "www.georisques.gouv.fr": risks,
  "data.ademe.fr": energy,
  "data.geopf.fr": () => ({
    body: {
      features: [{ properties: { label: "3 Rue des Lilas 38990 Valfleuri", type: "housenumber", citycode: "38999" } }],
    },
  }),
  "hubeau.eaufrance.fr": () => ({
    body: {
      data: [
        {
          code_prelevement: "P1",
          date_prelevement: "2026-09-15T08:00:00Z",
          conclusion_conformite_prelevement: "Eau conforme aux exigences de qualité",
          conformite_limites_bact_prelevement: "C",
          conformite_limites_pc_prelevement: "C",
        },
      ],
    },
  }),
  "air-quality-api.open-meteo.com": () => ({
    body: {
      latitude: 45.2,
      longitude: 5.5,
      utc_offset_seconds: 3600,
      current_units: { time: "iso8601", pm2_5: "μg/m³", nitrogen_dioxide: "μg/m³" },
      current: { time: "2026-11-22T11:00", european_aqi: 32, pm2_5: 8.5, nitrogen_dioxide: 14 },
    },
  }),
  "api-lannuaire.service-public.gouv.fr": () =>
    rows([
      {
        id: "1",
        nom: "Mairie - Valfleuri",
        code_insee_commune: ["38999"],
        adresse: JSON.stringify([
          { type_adresse: "Adresse", numero_voie: "1 place", code_postal: "38990", nom_commune: "Valfleuri" },
        ]),
        telephone: JSON.stringify([{ valeur: "04 00 00 00 00" }]),
        site_internet: JSON.stringify([{ valeur: "https://valfleuri.example.fr" }]),
        pivot: "[]",
      },
    ]),
};
