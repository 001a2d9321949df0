import { z } from "zod";
import { defineSource } from "../define.ts";
import { listOf } from "../kit/readers/json.ts";
import type { Commune } from "../kit/services/communes.ts";
import { type AskedRows, around, literal, oneOf, Point, records, Text } from "../kit/services/opendatasoft.ts";
import { isoDate } from "../kit/values/dates.ts";
import { HttpUrl } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { excerpt } from "../kit/values/text.ts";
import { centreOf } from "./at-place.ts";
import { FrenchItem } from "./item.ts";
import { atPlace, placeOr } from "./near.ts";
import { metresFrom } from "./point.ts";

/** A list; in older releases a text of parts. */
const Parts = z.union([z.string().transform((text) => text.split(";")), listOf(z.string())]).nullish();

const Row = z.object({
  identifiant: z.string(),
  nom_officiel: z.string(),
  adresse: Text,
  lieu: Text,
  code_postal: Text,
  ville: Text,
  departement: Text,
  region: Text,
  telephone: Text,
  url: Text,
  categorie: Text,
  domaine_thematique: Parts,
  themes: Parts,
  artiste: Text,
  personnage_phare: Text,
  histoire: Text,
  atout: Text,
  interet: Text,
  protection_batiment: Text,
  protection_espace: Text,
  refmer: Text,
  annee_creation: z.coerce.string().nullish(),
  date_de_mise_a_jour: Text,
  coordonnees: Point,
});

const parts = (list: readonly string[] | null | undefined): string[] =>
  (list ?? []).flatMap((part) => part.trim() || []);

const itemOf = (row: z.output<typeof Row>, { from }: AskedRows) => ({
  title: row.nom_officiel,
  url: `https://pop.culture.gouv.fr/notice/museo/${encodeURIComponent(row.identifiant)}`,
  snippet: excerpt(row.histoire || row.atout || row.interet),
  id: row.identifiant,
  address: [row.adresse, row.lieu].filter(Boolean).join(", "),
  postcode: row.code_postal,
  city: row.ville,
  department: row.departement,
  region: row.region,
  phone: row.telephone,
  website: webUrl(row.url?.replace(/^(?!https?:\/\/)/i, "https://")),
  category: row.categorie,
  domains: parts(row.domaine_thematique),
  themes: parts(row.themes),
  artist: row.artiste,
  figure: row.personnage_phare,
  buildingProtection: row.protection_batiment,
  areaProtection: row.protection_espace,
  monuments: parts(row.refmer?.split(";")),
  created: row.annee_creation,
  updatedAt: isoDate(row.date_de_mise_a_jour),
  ...row.coordonnees,
  distanceMetres: metresFrom(from, row.coordonnees?.latitude, row.coordonnees?.longitude),
});

/** The data set knows towns, not arrondissements: these are told by their postal codes. */
function inCommune({ name, postcodes }: Commune): string {
  const [, town] = /^(\p{L}+) \d{1,2}e?r? Arrondissement$/iu.exec(name) ?? [];
  return town ? `ville=${literal(town)} and ${oneOf("code_postal", postcodes)}` : `ville=${literal(name)}`;
}

const museums = records({
  portal: "data.culture.gouv.fr",
  dataset: "musees-de-france-base-museofile",
  row: Row,
  item: itemOf,
});

export const musees = defineSource({
  id: "musees",
  title: "Museofile: museums labelled Musée de France",
  docs: "https://data.culture.gouv.fr/explore/dataset/musees-de-france-base-museofile/api/",
  terms: "no key; 50,000 requests a day; Licence Ouverte 2.0",
  query: placeOr("a museum's name", "Rennes"),
  item: FrenchItem.extend({
    website: HttpUrl.optional(),
    category: z.string().optional().describe("further labels, e.g. Maison des Illustres"),
    domains: z.array(z.string()).optional(),
    themes: z.array(z.string()).optional(),
    artist: z.string().optional(),
    figure: z.string().optional().describe("the person it is about"),
    buildingProtection: z.string().optional(),
    areaProtection: z.string().optional(),
    monuments: z.array(z.string()).optional().describe("references in the base Mérimée"),
    created: z.string().optional().describe("year, as it is written"),
  }),
  polite: { concurrency: 2 },
  read: atPlace(museums, {
    inCommune: (its) => ({ condition: { where: inCommune(its) }, from: centreOf(its) }),
    byWords: (text) => ({ condition: { where: `search(${literal(text)})` } }),
    near: (from) => ({ condition: around("coordonnees", from, "10km"), from }),
  }),
});
