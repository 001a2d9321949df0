import { z } from "zod";
import { defineSource } from "../define.ts";
import { query } from "../kit/requests/query.ts";
import { type Registration, registrationIn, understood, understoodNumber } from "../kit/requests/siren.ts";
import { embedded, literal, Point, records, Text } from "../kit/services/opendatasoft.ts";
import { isoDate } from "../kit/values/dates.ts";
import { HttpUrl, IsoDate } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { FrenchItem } from "./item.ts";

interface Input {
  readonly text: string;
  /** Number in the national register of associations: W, then the department's two characters and seven digits. */
  readonly rna: string | undefined;
  readonly number: Registration | undefined;
}

const Row = z.object({
  id: z.coerce.string().nullish(),
  titre: Text,
  titre_nouveau: Text,
  titre_ancien: Text,
  titre_search: Text,
  numero_rna: Text,
  typeavis: Text,
  source: Text,
  dateparution: Text,
  datedeclaration: Text,
  objet: Text,
  association_type_libelle: Text,
  domaine_activite_libelle_categorise: z.union([z.string(), z.array(z.string())]).nullish(),
  siege_social: embedded(z.object({ complGeographique: Text, codePostal: Text, commune: Text }).nullish()),
  adresse_actuelle: Text,
  codepostal_actuel: Text,
  commune_actuelle: Text,
  departement_code: Text,
  departement_libelle: Text,
  region_libelle: Text,
  geo_point: Point,
  siteweb: Text,
  dca_siren: Text,
});

const joined = (...parts: readonly (string | null | undefined)[]): string =>
  parts.flatMap((part) => part?.trim().replace(/,$/, "") || []).join(" ");

function itemOf(row: z.output<typeof Row>) {
  const seat = row.siege_social;
  const postcode = seat?.codePostal || row.codepostal_actuel;
  const activity = row.domaine_activite_libelle_categorise;
  return {
    title: row.titre || row.titre_nouveau || row.titre_search,
    url: row.id
      ? `https://www.journal-officiel.gouv.fr/pages/associations-detail-annonce/?q.id=id:${row.id}`
      : undefined,
    snippet: row.objet,
    id: row.id,
    rna: row.numero_rna,
    siren: row.dca_siren?.replace(/\s/g, ""),
    kind: row.typeavis,
    notice: row.source,
    date: isoDate(row.dateparution),
    declared: isoDate(row.datedeclaration),
    formerTitle: row.titre_ancien,
    type: row.association_type_libelle,
    activity: typeof activity === "string" ? [activity] : activity,
    address: joined(seat?.complGeographique || row.adresse_actuelle, postcode, seat?.commune || row.commune_actuelle),
    postcode,
    city: row.commune_actuelle || seat?.commune,
    departmentCode: row.departement_code,
    department: row.departement_libelle,
    region: row.region_libelle,
    latitude: row.geo_point?.latitude,
    longitude: row.geo_point?.longitude,
    website: webUrl(row.siteweb),
  };
}

function whereOf({ text, rna, number }: Input): string {
  if (rna) return `numero_rna=${literal(rna)}`;
  return number ? `dca_siren=${literal(number.siren)}` : `search(${literal(text)})`;
}

const notices = records({
  portal: "journal-officiel-datadila.opendatasoft.com",
  dataset: "jo_associations",
  row: Row,
  item: itemOf,
});

export const associations = defineSource({
  id: "associations",
  title: "Journal officiel: associations register (JOAFE)",
  docs: "https://journal-officiel-datadila.opendatasoft.com/explore/dataset/jo_associations/api/",
  terms: "no key; 50,000 requests a day; Licence Ouverte 2.0",
  query: query({
    describe: "an association's number (RNA: W and nine characters), its SIREN for the accounts it filed, or words",
    example: "W643000551",
    parse: (text): Input => {
      const code = text.replace(/\s/g, "").toUpperCase();
      return { text, rna: /^W\d[\dA-Z]\d{7}$/.test(code) ? code : undefined, number: registrationIn(text) };
    },
  }),
  item: FrenchItem.extend({
    date: IsoDate.optional().describe("of the notice"),
    rna: z.string().optional().describe("number in the national register of associations"),
    kind: z.string().optional().describe("Création, Modification, Dissolution …"),
    notice: z.string().optional().describe("joafe: a notice, dca: filed accounts"),
    declared: IsoDate.optional(),
    formerTitle: z.string().optional(),
    type: z.string().optional().describe("kind of association, e.g. Associations loi du 1er juillet 1901"),
    activity: z.array(z.string()).optional(),
    departmentCode: z.string().optional(),
    website: HttpUrl.optional(),
  }),
  polite: { concurrency: 2 },
  read: (input, context) => {
    const { text, rna, number } = input;
    context.notice(rna ? understood(text, `the RNA number ${rna}`) : understoodNumber(text, number, "words"));
    return notices({ condition: { where: whereOf(input), order_by: "dateparution desc" } }, context);
  },
});
