import type { Json, World } from "../support.ts";
import { type Bicycles, bicyclesOf } from "./bicycles.ts";

export const PATH = "/culture/events";
/** A Sunday. */
export const NOW = Date.parse("2026-11-22T09:00:00Z");

interface Written {
  readonly uid: number;
  readonly title: string;
  readonly times: readonly (readonly [begin: string, end: string])[];
  readonly more?: Json;
}

/** An event as OpenAgenda's data set has it. */
export const agenda = ({ uid, title, times, more }: Written) => ({
  uid: String(uid),
  title_fr: title,
  canonicalurl: `https://openagenda.com/events/${uid}`,
  firstdate_begin: times[0]?.[0],
  lastdate_end: times.at(-1)?.[1],
  timings: JSON.stringify(times.map(([begin, end]) => ({ begin, end }))),
  location_name: "Halle Tony",
  location_address: "20 place Docteurs",
  location_postalcode: "69007",
  location_city: "Lyon",
  location_coordinates: { lat: 45.73, lon: 4.825 },
  ...more,
});

const EVENTS = [
  agenda({
    uid: 1,
    title: "Exposition : Fleuves",
    times: [
      ["2026-11-01T10:00:00+01:00", "2026-11-01T18:00:00+01:00"],
      ["2026-11-21T10:00:00+01:00", "2026-11-21T18:00:00+01:00"],
      ["2026-11-25T10:00:00+01:00", "2026-11-25T18:00:00+01:00"],
      ["2026-12-20T10:00:00+01:00", "2026-12-20T18:00:00+01:00"],
    ],
    more: {
      conditions_fr: "Gratuit",
      description_fr: "Photos de fleuves. Écrivez à info@eaux.example.org pour venir.",
    },
  }),
  agenda({
    uid: 2,
    title: "Nuit du jazz",
    times: [["2026-11-27T20:30:00+01:00", "2026-11-27T23:00:00+01:00"]],
    more: {
      keywords_fr: ["concert", "jazz"],
      conditions_fr: "12 €",
      location_access_fr: "Tram T1",
      location_name: "Le Sucre",
    },
  }),
  agenda({ uid: 3, title: "Atelier d'écriture", times: [["2026-11-27T10:00:00+01:00", "2026-11-27T12:00:00+01:00"]] }),
  // Announced twice.
  agenda({
    uid: 4,
    title: "NUIT DU JAZZ",
    times: [["2026-11-27T20:30:00+01:00", "2026-11-27T23:00:00+01:00"]],
    more: { location_name: "Le Sucre", registration: '[{"type":"link","value":"https://billets.example/4"}]' },
  }),
  // Over before the days that are asked for.
  agenda({ uid: 5, title: "Passé", times: [["2026-11-02T10:00:00+01:00", "2026-11-02T12:00:00+01:00"]] }),
];

export const rows = (results: readonly unknown[]) => ({ body: { total_count: results.length, results } });

export const LYON = {
  place_id: 1,
  osm_type: "relation",
  osm_id: 120965,
  lat: "45.7578",
  lon: "4.8320",
  name: "Lyon",
  display_name: "Lyon, Métropole de Lyon, France",
  category: "boundary",
  type: "administrative",
  addresstype: "city",
  address: { city: "Lyon", country: "France", country_code: "fr" },
};

export const VELOV: Bicycles = {
  id: "velov",
  name: "Vélo'v",
  location: { latitude: 45.76, longitude: 4.84, city: "Lyon", country: "FR" },
  stations: [{ id: "b", name: "Place du Sucre", latitude: 45.7301, longitude: 4.8252 }],
};

export const HOSTS: NonNullable<World["hosts"]> = {
  "nominatim.openstreetmap.org": () => ({ body: [LYON] }),
  "public.opendatasoft.com": (url) => rows(url.searchParams.get("offset") === "0" ? EVENTS : []),
  "data.culture.gouv.fr": ({ pathname }) =>
    rows(
      pathname.includes("musees")
        ? [
            {
              identifiant: "M1",
              nom_officiel: "Musée des Eaux",
              adresse: "1 quai",
              ville: "Lyon",
              coordonnees: { lat: 45.76, lon: 4.832 },
            },
          ]
        : [
            {
              reference: "PA00117780",
              titre_editorial_de_la_notice: "Vieux pont",
              denomination_de_l_edifice: ["pont"],
              typologie_de_la_protection: ["inscrit MH"],
              siecle_de_la_campagne_principale_de_construction: ["18e siècle"],
              coordonnees_au_format_wgs84: { lat: 45.7578, lon: 4.842 },
            },
          ],
    ),
  "ressources.data.sncf.com": () =>
    rows([{ nom: "Lyon Perrache", id: "1", position_geographique: { lat: 45.7485, lon: 4.8262 } }]),
  "transport.data.gouv.fr": () => ({
    body: {
      features: [
        {
          properties: { stop_name: "Halle", stop_id: "s1", location_type: 0, dataset_title: "TCL" },
          geometry: { coordinates: [4.825, 45.7309] },
        },
      ],
    },
  }),
  "overpass-api.de": () => ({
    body: {
      elements: [
        {
          type: "node",
          id: 9,
          lat: 45.7578,
          lon: 4.852,
          tags: { name: "Château du Parc", tourism: "museum", historic: "castle", opening_hours: "Tu-Su 10:00-18:00" },
        },
        { type: "node", id: 10, lat: 45.7, lon: 4.8, tags: { tourism: "museum" } },
      ],
    },
  }),
  "en.wikivoyage.org": ({ searchParams }) =>
    searchParams.get("action") === "query"
      ? {
          body: {
            query: {
              pages: [
                { title: "Lyon", index: 1, extract: "Lyon is a city.", coordinates: [{ lat: 45.76, lon: 4.84 }] },
              ],
            },
          },
        }
      : {
          body: "==Get in==\nTrains from Paris take two hours.\n==See==\n* {{see|name=Basilica|lat=45.7623|long=4.8226|content=On the hill.}}\n",
          headers: { "content-type": "text/plain" },
        },
  "en.wikipedia.org": () => ({ body: { query: { geosearch: [], pages: [] } } }),
  "api.citybik.es": bicyclesOf(VELOV),
};
export const WORLD: World = { hosts: HOSTS, now: () => NOW };
export const Q = { q: "Lyon", start: "2026-11-23", end: "2026-12-01" };
