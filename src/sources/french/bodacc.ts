import { z } from "zod";
import { defineSource } from "../define.ts";
import { listOf, numeric } from "../kit/readers/json.ts";
import { query } from "../kit/requests/query.ts";
import { type Registration, registrationIn, understoodNumber } from "../kit/requests/siren.ts";
import { embedded, leavesOf, literal, records, Text } from "../kit/services/opendatasoft.ts";
import { isoDate } from "../kit/values/dates.ts";
import { IsoDate } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { FrenchItem } from "./item.ts";

interface Input {
  readonly text: string;
  readonly number: Registration | undefined;
  readonly family: string | undefined;
}

/** A number's spaced and unspaced forms, as a list or in one text. */
const Numbers = z.union([z.string().transform((text) => text.split(",")), z.array(z.string())]).nullish();

const Person = z.looseObject({
  typePersonne: Text,
  denomination: Text,
  nom: Text,
  prenom: Text,
  formeJuridique: Text,
  numeroImmatriculation: listOf(z.looseObject({ numeroIdentification: Text })),
});

const Tree = embedded(z.unknown());

const Row = z.object({
  id: z.string(),
  commercant: Text,
  familleavis: Text,
  familleavis_lib: Text,
  typeavis_lib: Text,
  dateparution: Text,
  tribunal: Text,
  registre: Numbers,
  ville: Text,
  cp: Text,
  numerodepartement: Text,
  departement_nom_officiel: Text,
  region_nom_officiel: Text,
  publicationavis: Text,
  parution: Text,
  numeroannonce: numeric.nullish(),
  url_complete: Text,
  jugement: embedded(z.looseObject({ famille: Text, nature: Text, date: Text, complementJugement: Text }).nullish()),
  listepersonnes: embedded(z.looseObject({ personne: listOf(Person) }).nullish()),
  acte: Tree,
  modificationsgenerales: Tree,
  radiationaurcs: Tree,
  depot: Tree,
});

const sirenIn = (numbers: readonly string[] | null | undefined): string | undefined =>
  numbers?.map((number) => number.replace(/\s/g, "")).find((number) => /^\d{9}$/.test(number));

const partyOf = (person: z.output<typeof Person>) => ({
  name: person.denomination || [person.prenom, person.nom].filter(Boolean).join(" "),
  legalForm: person.formeJuridique,
  siren: sirenIn(person.numeroImmatriculation.flatMap(({ numeroIdentification }) => numeroIdentification ?? [])),
});

function itemOf(row: z.output<typeof Row>) {
  const family = row.familleavis_lib || row.familleavis;
  const place = [row.publicationavis, row.parution, row.numeroannonce];
  return {
    title: row.commercant,
    url:
      webUrl(row.url_complete) ??
      (place.every(Boolean) ? `https://www.bodacc.fr/annonce/detail-annonce/${place.join("/")}` : undefined),
    snippet: [family, row.tribunal].filter(Boolean).join(" – "),
    id: row.id,
    siren: sirenIn(row.registre),
    family,
    familyCode: row.familleavis,
    noticeType: row.typeavis_lib,
    date: isoDate(row.dateparution),
    court: row.tribunal,
    publication: row.publicationavis,
    issue: row.parution,
    noticeNumber: row.numeroannonce,
    city: row.ville,
    postcode: row.cp,
    departmentCode: row.numerodepartement,
    department: row.departement_nom_officiel,
    region: row.region_nom_officiel,
    judgment: row.jugement && {
      family: row.jugement.famille,
      nature: row.jugement.nature,
      date: isoDate(row.jugement.date),
      text: row.jugement.complementJugement,
    },
    details: leavesOf({
      acte: row.acte,
      modificationsgenerales: row.modificationsgenerales,
      radiationaurcs: row.radiationaurcs,
      depot: row.depot,
    }),
    parties: row.listepersonnes?.personne.map(partyOf),
  };
}

/** The register's numbers are a facet, the name is a text. */
const conditionOf = ({ text, number, family }: Input) => ({
  refine: [...(number ? [`registre:"${number.siren}"`] : []), ...(family ? [`familleavis:"${family}"`] : [])],
  where: number ? undefined : `search(commercant,${literal(text)})`,
  order_by: "dateparution desc",
});

const notices = records({
  portal: "bodacc-datadila.opendatasoft.com",
  dataset: "annonces-commerciales",
  row: Row,
  item: itemOf,
});

export const bodacc = defineSource({
  id: "bodacc",
  title: "BODACC: commercial notices (insolvency, sales, filings)",
  docs: "https://bodacc-datadila.opendatasoft.com/explore/dataset/annonces-commerciales/api/",
  terms: "no key; 50,000 requests a day; Licence Ouverte 2.0",
  query: query({
    describe: "a company's SIREN, SIRET or French VAT number, or its name",
    example: "880878145",
    options: z.object({
      family: z
        .string()
        .regex(/^[a-z_]{2,40}$/, "a code of the bulletin")
        .optional()
        .describe(
          "one family of notices, by the code in familyCode: collective for insolvency, dpc for filed accounts …",
        ),
    }),
    parse: (text, { family }): Input => ({ text, number: registrationIn(text), family }),
  }),
  item: FrenchItem.extend({
    title: z.string().optional().describe("the company, or the trader"),
    date: IsoDate.optional().describe("of the notice"),
    family: z.string().optional().describe("Procédures collectives, Dépôts des comptes, Radiations …"),
    familyCode: z.string().optional(),
    noticeType: z.string().optional().describe("Avis initial, Avis rectificatif …"),
    court: z.string().optional(),
    publication: z.string().optional().describe("A sales and insolvency, B changes and strikings off, C accounts"),
    issue: z.string().optional(),
    noticeNumber: z.number().optional(),
    departmentCode: z.string().optional(),
    judgment: z
      .object({
        family: z.string().optional(),
        nature: z.string().optional(),
        date: IsoDate.optional(),
        text: z.string().optional(),
      })
      .optional(),
    details: z
      .record(z.string(), z.string())
      .optional()
      .describe("what the notice says of an act, a change, a striking off or filed accounts, by the upstream's names"),
    parties: z
      .array(z.object({ name: z.string().optional(), legalForm: z.string().optional(), siren: FrenchItem.shape.siren }))
      .optional(),
  }),
  polite: { concurrency: 2 },
  read: (input, context) => {
    context.notice(understoodNumber(input.text, input.number, "a name"));
    return notices({ condition: conditionOf(input) }, context);
  },
});
