import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { figure, json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { rowsRemain } from "../kit/requests/further.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { type Registration, registrationIn, understoodNumber } from "../kit/requests/siren.ts";
import { emptyOn, type Judge } from "../kit/responses/answer.ts";
import { isoDate } from "../kit/values/dates.ts";
import { IsoDate } from "../kit/values/fields.ts";
import { FrenchItem } from "./item.ts";

const API = "https://api.insee.fr/api-sirene/3.11/siret";
const ROWS = 20;
/** Without a cursor no row further on is given. */
const FURTHEST = 1000;

interface Input {
  readonly text: string;
  readonly number: Registration | undefined;
}

const Text = z.union([z.string(), z.number().transform(String)]).nullish();

const Establishment = z.object({
  siren: z.string(),
  siret: z.string(),
  statutDiffusionEtablissement: Text,
  dateCreationEtablissement: Text,
  trancheEffectifsEtablissement: Text,
  anneeEffectifsEtablissement: figure,
  dateDernierTraitementEtablissement: Text,
  etablissementSiege: z.boolean().nullish(),
  uniteLegale: z
    .object({
      denominationUniteLegale: Text,
      denominationUsuelle1UniteLegale: Text,
      sigleUniteLegale: Text,
      prenomUsuelUniteLegale: Text,
      prenom1UniteLegale: Text,
      nomUniteLegale: Text,
      nomUsageUniteLegale: Text,
      etatAdministratifUniteLegale: Text,
      activitePrincipaleUniteLegale: Text,
      categorieJuridiqueUniteLegale: Text,
      categorieEntreprise: Text,
      dateCreationUniteLegale: Text,
    })
    .nullish(),
  adresseEtablissement: z
    .object({
      complementAdresseEtablissement: Text,
      numeroVoieEtablissement: Text,
      indiceRepetitionEtablissement: Text,
      typeVoieEtablissement: Text,
      libelleVoieEtablissement: Text,
      codePostalEtablissement: Text,
      libelleCommuneEtablissement: Text,
      libelleCommuneEtrangerEtablissement: Text,
      libellePaysEtrangerEtablissement: Text,
      codeCommuneEtablissement: Text,
    })
    .nullish(),
  periodesEtablissement: z
    .array(
      z.object({
        etatAdministratifEtablissement: Text,
        dateDebut: Text,
        enseigne1Etablissement: Text,
        denominationUsuelleEtablissement: Text,
        activitePrincipaleEtablissement: Text,
      }),
    )
    .nullish(),
});

/** What its holder does not let be published comes as "[ND]". */
const told = (value: string | null | undefined): string | undefined => (value && value !== "[ND]" ? value : undefined);

const joined = (...parts: readonly (string | null | undefined)[]): string | undefined =>
  parts.flatMap((part) => told(part) ?? []).join(" ") || undefined;

function itemOf(row: z.output<typeof Establishment>) {
  const { uniteLegale: unit, adresseEtablissement: place } = row;
  const period = row.periodesEtablissement?.[0];
  const city = told(place?.libelleCommuneEtablissement) ?? told(place?.libelleCommuneEtrangerEtablissement);
  const person = joined(
    told(unit?.prenomUsuelUniteLegale) ?? unit?.prenom1UniteLegale,
    told(unit?.nomUsageUniteLegale) ?? unit?.nomUniteLegale,
  );
  const address = joined(
    place?.numeroVoieEtablissement,
    place?.indiceRepetitionEtablissement,
    place?.typeVoieEtablissement,
    place?.libelleVoieEtablissement,
    place?.codePostalEtablissement,
    city,
    place?.libellePaysEtrangerEtablissement,
  );
  return {
    title: told(unit?.denominationUniteLegale) ?? person ?? told(unit?.denominationUsuelle1UniteLegale),
    url: `https://annuaire-entreprises.data.gouv.fr/etablissement/${row.siret}`,
    snippet: address,
    id: row.siret,
    siren: row.siren,
    siret: row.siret,
    acronym: told(unit?.sigleUniteLegale),
    isHeadOffice: row.etablissementSiege,
    status: period?.etatAdministratifEtablissement,
    statusSince: isoDate(period?.dateDebut),
    unitStatus: unit?.etatAdministratifUniteLegale,
    date: isoDate(row.dateCreationEtablissement),
    founded: isoDate(unit?.dateCreationUniteLegale),
    updatedAt: isoDate(row.dateDernierTraitementEtablissement),
    headcountCode: row.trancheEffectifsEtablissement,
    headcountYear: row.anneeEffectifsEtablissement ?? undefined,
    naf: told(period?.activitePrincipaleEtablissement) ?? unit?.activitePrincipaleUniteLegale,
    legalForm: unit?.categorieJuridiqueUniteLegale,
    size: unit?.categorieEntreprise,
    sign: told(period?.enseigne1Etablissement) ?? told(period?.denominationUsuelleEtablissement),
    diffusion: row.statutDiffusionEtablissement,
    addressDetail: told(place?.complementAdresseEtablissement),
    address,
    postcode: told(place?.codePostalEtablissement),
    city,
    insee: told(place?.codeCommuneEtablissement),
  };
}

/** An establishment by itself as a list of one. */
const Lone = z
  .object({ etablissement: z.looseObject({}) })
  .transform(({ etablissement }) => ({ header: { total: 1 }, etablissements: [etablissement] }));

const keyRefused: Judge = ({ status }) =>
  status === 401 || status === 403
    ? new SourceError("missing-key", `INSEE refused the key in INSEE_SIRENE_API_KEY (HTTP ${status}).`)
    : undefined;

const condition = ({ text, number }: Input): string =>
  number ? `siren:${number.siren}` : `denominationUniteLegale:"${text.replace(/["\\]/g, " ")}"`;

const establishments = json({
  pages: ({ page, key, ...asked }: Input & PageRequest) => {
    const headers = { "x-insee-api-key-integration": key };
    if (asked.number?.siret) return page > 1 ? undefined : get(`${API}/${asked.number.siret}`, {}, { headers });
    const debut = (page - 1) * ROWS;
    return debut > FURTHEST ? undefined : get(API, { q: condition(asked), nombre: ROWS, debut }, { headers });
  },
  judge: (response) => keyRefused(response) ?? emptyOn(404)(response),
  body: z.preprocess(
    (body) => Lone.safeParse(body).data ?? body,
    z.object({ header: z.object({ total: z.int().nullish() }).nullish(), etablissements: z.array(Establishment) }),
  ),
  items: ({ etablissements }) => etablissements.map(itemOf),
  next: ({ header, etablissements }, _input, response) =>
    rowsRemain(response, "debut", etablissements.length, header?.total),
});

export const sirene = defineSource({
  id: "sirene",
  title: "INSEE Sirene 3.11 (establishments register)",
  docs: "https://portail-api.insee.fr/catalog/all?q=sirene",
  terms: "free key; 30 requests a minute; Licence Ouverte 2.0",
  query: query({
    describe: "a company's SIREN or French VAT number for its establishments, a SIRET for the one, or a company's name",
    example: "418166096",
    parse: (text): Input => ({ text, number: registrationIn(text) }),
  }),
  key: { env: ["INSEE_SIRENE_API_KEY"], required: true, from: "https://portail-api.insee.fr/" },
  item: FrenchItem.extend({
    date: IsoDate.optional().describe("when the establishment was founded"),
    acronym: z.string().optional(),
    isHeadOffice: z.boolean().optional(),
    status: z.string().optional().describe("of the establishment: A active, F closed"),
    statusSince: IsoDate.optional().describe("since when it has been what it is now"),
    unitStatus: z.string().optional().describe("of the company: A active, C ceased"),
    founded: IsoDate.optional().describe("when the company was founded"),
    headcountCode: z
      .string()
      .optional()
      .describe("INSEE band of employees: 00 none, 01 1–2 … 53 10,000 and more, NN unknown"),
    headcountYear: z.int().optional(),
    naf: z.string().optional().describe("code of the main activity"),
    legalForm: z.string().optional().describe("INSEE code of the legal form, e.g. 5710"),
    size: z.string().optional().describe("PME, ETI or GE"),
    sign: z.string().optional().describe("the name over the door"),
    diffusion: z.string().optional().describe("O public, P partly"),
    addressDetail: z.string().optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 2000 },
  read: (input, context) => {
    context.notice(understoodNumber(input.text, input.number, "a name"));
    return establishments(input, context);
  },
});
