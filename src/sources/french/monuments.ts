import { z } from "zod";
import { defineSource } from "../define.ts";
import { branch } from "../kit/compose/steps.ts";
import { understood } from "../kit/requests/siren.ts";
import type { Commune, Place } from "../kit/services/communes.ts";
import { departmentOf } from "../kit/services/insee-codes.ts";
import { type AskedRows, around, literal, oneOf, Point, records, Text, Texts } from "../kit/services/opendatasoft.ts";
import { isoDate } from "../kit/values/dates.ts";
import { excerpt } from "../kit/values/text.ts";
import type { Reader } from "../source.ts";
import { centreOf, codesUnder } from "./at-place.ts";
import { FrenchItem } from "./item.ts";
import { atPlace, placeOr } from "./near.ts";
import { metresFrom } from "./point.ts";

const Row = z.object({
  reference: z.string(),
  titre_editorial_de_la_notice: Text,
  denomination_de_l_edifice: Texts,
  typologie_de_la_protection: Texts,
  nature_de_la_protection: Texts,
  date_et_typologie_de_la_protection: Texts,
  precision_de_la_protection: Texts,
  siecle_de_la_campagne_principale_de_construction: Texts,
  commune_forme_editoriale: Texts,
  departement_en_lettres: Texts,
  region: Texts,
  cog_insee_lors_de_la_protection: Texts,
  adresse_forme_editoriale: Texts,
  historique: Text,
  statut_juridique_de_l_edifice: Texts,
  date_de_la_derniere_mise_a_jour: Text,
  coordonnees_au_format_wgs84: Point,
});

const all = (texts: readonly string[]): string => texts.join(", ");

function itemOf(row: z.output<typeof Row>, { from }: AskedRows) {
  const kind = all(row.denomination_de_l_edifice);
  const point = row.coordonnees_au_format_wgs84;
  return {
    title: row.titre_editorial_de_la_notice || kind,
    url: `https://pop.culture.gouv.fr/notice/merimee/${encodeURIComponent(row.reference)}`,
    snippet: excerpt(row.historique),
    id: row.reference,
    kind,
    protection: all(row.typologie_de_la_protection),
    protectionAct: all(row.nature_de_la_protection),
    protectionHistory: all(row.date_et_typologie_de_la_protection),
    protectedParts: all(row.precision_de_la_protection),
    centuries: row.siecle_de_la_campagne_principale_de_construction,
    city: all(row.commune_forme_editoriale),
    department: all(row.departement_en_lettres),
    region: all(row.region),
    insee: row.cog_insee_lors_de_la_protection[0],
    address: all(row.adresse_forme_editoriale),
    ownership: all(row.statut_juridique_de_l_edifice),
    updatedAt: isoDate(row.date_de_la_derniere_mise_a_jour),
    ...point,
    distanceMetres: metresFrom(from, point?.latitude, point?.longitude),
  };
}

const monumentsAt = records({
  portal: "data.culture.gouv.fr",
  dataset: "liste-des-immeubles-proteges-au-titre-des-monuments-historiques",
  row: Row,
  item: itemOf,
});

/** Codes are those of the day of protection: a commune that has merged since is found by its name. */
function inCommune(its: Commune): string {
  const codes = oneOf("cog_insee_lors_de_la_protection", codesUnder(its));
  const named = `commune_forme_editoriale=${literal(its.name)}`;
  return `${codes} or (${named} and departement_format_numerique=${literal(departmentOf(its.insee))})`;
}

const REFERENCE = /^[PI]A\d[\dAB]\d{6}$/i;

const byReference: Reader<Place, ReturnType<typeof itemOf>> = ({ text }, context) => {
  context.notice(understood(text, "a reference of the base Mérimée"));
  return monumentsAt({ condition: { where: `reference=${literal(text.toUpperCase())}` } }, context);
};

export const monuments = defineSource({
  id: "monuments",
  title: "Mérimée: protected historic monuments",
  docs: "https://data.culture.gouv.fr/explore/dataset/liste-des-immeubles-proteges-au-titre-des-monuments-historiques/api/",
  terms: "no key; 50,000 requests a day; Licence Ouverte 2.0",
  query: placeOr("a monument's name, its reference (PA00088718)", "Nogent-sur-Marne"),
  item: FrenchItem.extend({
    insee: FrenchItem.shape.insee.describe("INSEE code of the commune on the day of protection"),
    kind: z.string().optional().describe("église, château, maison …"),
    protection: z.string().optional().describe("classé MH, inscrit MH …"),
    protectionAct: z.string().optional().describe("arrêté, décret …"),
    protectionHistory: z.string().optional().describe("dates and kinds of protection"),
    protectedParts: z.string().optional(),
    centuries: z.array(z.string()).optional().describe("of the main building campaign"),
    ownership: z.string().optional(),
  }),
  polite: { concurrency: 2 },
  read: branch(
    ({ text }) => REFERENCE.test(text),
    byReference,
    atPlace(monumentsAt, {
      inCommune: (its) => ({ condition: { where: inCommune(its) }, from: centreOf(its) }),
      byWords: (text) => ({ condition: { where: `search(${literal(text)})` } }),
      near: (from) => ({ condition: around("coordonnees_au_format_wgs84", from, "1000m"), from }),
    }),
  ),
});
