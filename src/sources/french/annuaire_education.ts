import { filter } from "rxjs";
import { z } from "zod";
import { defineSource } from "../define.ts";
import { branch } from "../kit/compose/steps.ts";
import { figure } from "../kit/readers/json.ts";
import type { Commune, Place } from "../kit/services/communes.ts";
import { districtsOf } from "../kit/services/insee-codes.ts";
import { type AskedRows, around, literal, oneOf, records } from "../kit/services/opendatasoft.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, HttpUrl } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import type { ReadContext } from "../source.ts";
import { atCommune, centreOf, writtenPostcode } from "./at-place.ts";
import { FrenchItem } from "./item.ts";
import { atPlace, placeOr } from "./near.ts";
import { metresFrom } from "./point.ts";
import { Text } from "./tabular.ts";

/** "0810012Y": the number of a school (UAI). */
const isUai = ({ text }: Place): boolean => /^\d{7}[A-Z]$/i.test(text);

/** 1 and 0, as numbers or as text. */
const Flag = figure.transform((value) => (typeof value === "number" ? value > 0 : undefined));

const Row = z.object({
  identifiant_de_l_etablissement: z.string(),
  nom_etablissement: z.string(),
  type_etablissement: Text.nullish(),
  statut_public_prive: Text.nullish(),
  libelle_nature: Text.nullish(),
  adresse_1: Text.nullish(),
  code_postal: Text.nullish(),
  code_commune: Text.nullish(),
  nom_commune: Text.nullish(),
  libelle_departement: Text.nullish(),
  libelle_region: Text.nullish(),
  libelle_academie: Text.nullish(),
  telephone: Text.nullish(),
  web: Text.nullish(),
  fiche_onisep: Text.nullish(),
  restauration: Flag,
  hebergement: Flag,
  ulis: Flag,
  segpa: Flag,
  nombre_d_eleves: figure,
  date_ouverture: Text.nullish(),
  date_maj_ligne: Text.nullish(),
  siren_siret: Text.nullish(),
  etat: Text.nullish(),
  latitude: figure,
  longitude: figure,
});

function itemOf(row: z.output<typeof Row>, { from }: AskedRows) {
  const { latitude, longitude, code_commune: insee, identifiant_de_l_etablissement: uai } = row;
  const number = row.siren_siret?.replace(/\s/g, "");
  return {
    title: row.nom_etablissement,
    url: insee ? `https://www.education.gouv.fr/annuaire/${insee}/${uai}` : undefined,
    id: uai,
    type: row.type_etablissement,
    sector: row.statut_public_prive,
    nature: row.libelle_nature,
    address: row.adresse_1,
    postcode: row.code_postal,
    insee,
    city: row.nom_commune,
    department: row.libelle_departement,
    region: row.libelle_region,
    academy: row.libelle_academie,
    phone: row.telephone,
    website: webUrl(row.web),
    careersPage: webUrl(row.fiche_onisep),
    canteen: row.restauration,
    boarding: row.hebergement,
    ulis: row.ulis,
    segpa: row.segpa,
    pupils: row.nombre_d_eleves,
    date: isoDate(row.date_ouverture),
    updatedAt: isoDate(row.date_maj_ligne),
    siret: number?.length === 14 ? number : undefined,
    siren: number && number.length >= 9 ? number.slice(0, 9) : undefined,
    state: row.etat,
    latitude,
    longitude,
    distanceMetres: metresFrom(from, latitude, longitude),
  };
}

const everyRow = records({
  portal: "data.education.gouv.fr",
  dataset: "fr-en-annuaire-education",
  row: Row,
  item: itemOf,
});

/** Sections of a school (SEGPA, vocational ones) are listed beside it as if they were one. */
const schools = (asked: AskedRows, context: ReadContext) =>
  everyRow(asked, context).pipe(filter(({ nature }) => !nature?.startsWith("SECTION")));

const byNumber = ({ text }: Place, context: ReadContext) =>
  everyRow({ condition: { where: `identifiant_de_l_etablissement=${literal(text.toUpperCase())}` } }, context);

function ofPostcode(asked: Place & { readonly commune: Commune }, context: ReadContext) {
  const { commune } = asked;
  const postcode = writtenPostcode(asked, commune);
  const where = postcode ? `code_postal=${literal(postcode)}` : oneOf("code_commune", districtsOf(commune.insee));
  return schools({ condition: { where }, from: centreOf(commune) }, context);
}

export const annuaireEducation = defineSource({
  id: "annuaire_education",
  title: "Annuaire de l'éducation: schools of France",
  docs: "https://data.education.gouv.fr/explore/dataset/fr-en-annuaire-education/api/",
  terms: "Licence Ouverte 2.0; 50,000 requests a day",
  query: placeOr("a school's name or number (0810012Y)", "Carmaux"),
  item: FrenchItem.extend({
    type: z.string().optional().describe("Ecole, Collège, Lycée, Médico-social …"),
    sector: z.string().optional().describe("Public or Privé"),
    nature: z.string().optional(),
    academy: z.string().optional(),
    website: HttpUrl.optional(),
    careersPage: HttpUrl.optional().describe("the school's page of ONISEP"),
    canteen: z.boolean().optional(),
    boarding: z.boolean().optional(),
    ulis: z.boolean().optional().describe("has a class for pupils with disabilities"),
    segpa: z.boolean().optional().describe("has a section for pupils with great difficulties"),
    pupils: Count.optional(),
    state: z.string().optional(),
  }),
  polite: { concurrency: 2 },
  read: branch(
    isUai,
    byNumber,
    branch(
      ({ kind }) => kind === "digits",
      atCommune(ofPostcode),
      atPlace(schools, {
        inCommune: (commune) => ({
          condition: { where: oneOf("code_commune", districtsOf(commune.insee)) },
          from: centreOf(commune),
        }),
        byWords: (text) => ({ condition: { where: `search(${literal(text)})` } }),
        near: (from) => ({ condition: around("position", from, "3km"), from }),
      }),
    ),
  ),
});
