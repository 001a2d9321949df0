import { filter, map } from "rxjs";
import { z } from "zod";
import { defineSource } from "../define.ts";
import { branch } from "../kit/compose/steps.ts";
import { figure } from "../kit/readers/json.ts";
import { query } from "../kit/requests/query.ts";
import { type Commune, type Place, placeIn } from "../kit/services/communes.ts";
import { isoDate } from "../kit/values/dates.ts";
import { atCommune, codesUnder, writtenPostcode } from "./at-place.ts";
import { FrenchItem } from "./item.ts";
import { among, rows, Text } from "./tabular.ts";

const RESOURCE = "796dfff7-cf54-493a-a0a7-ba3c2024c6f3";

const Options = z.object({
  category: z
    .string()
    .regex(/^\d{3,4}$/, "a category's code has three digits")
    .optional()
    .describe("code of the category: 620 pharmacy, 355 hospital, 500 home for the elderly"),
  emergency: z.stringbool().optional().describe("only establishments with an emergency unit or a mobile one (SMUR)"),
  name: z.string().min(2).max(100).optional().describe("part of the establishment's name"),
});

type Filters = z.output<typeof Options>;

/** A number of FINESS, or a place. */
type Asked = Place & Filters & { readonly number?: string | undefined };

const filtersOf = ({ category, emergency, name }: Filters) => ({
  categ_code__exact: category,
  san_urg__exact: emergency ? true : undefined,
  rs__contains: name?.toUpperCase(),
});

const Row = z.object({
  finess: Text,
  rs: z.string().nullish(),
  et_rs: z.string().nullish(),
  ej_rs: z.string().nullish(),
  siret: Text.nullish(),
  siren: Text.nullish(),
  etat: z.string().nullish(),
  categ_code: figure,
  categ_lib: z.string().nullish(),
  categ_domaine: z.string().nullish(),
  statut_jur_lib: z.string().nullish(),
  san_urg: z.boolean().nullish(),
  adresse_num_voie: Text.nullish(),
  adresse_type_voie: z.string().nullish(),
  adresse_nom_voie: z.string().nullish(),
  adresse_code_postal: Text.nullish(),
  adresse_lib_routage: z.string().nullish(),
  com_code: Text.nullish(),
  telephone: Text.nullish(),
  date_ouverture: z.string().nullish(),
  date_maj_finess: z.string().nullish(),
  geoloc_4326_lat: figure,
  geoloc_4326_long: figure,
  geoloc_precision: z.string().nullish(),
});

const itemOf = (row: z.output<typeof Row>) => ({
  title: row.rs || row.et_rs || row.finess,
  url: "https://finess.esante.gouv.fr/",
  id: row.finess,
  finess: row.finess,
  type: row.categ_lib,
  category: row.categ_lib,
  categoryCode: row.categ_code?.toString(),
  domain: row.categ_domaine,
  legalEntity: row.ej_rs,
  legalStatus: row.statut_jur_lib,
  emergency: row.san_urg,
  state: row.etat,
  siren: row.siren,
  siret: row.siret,
  address: [row.adresse_num_voie, row.adresse_type_voie, row.adresse_nom_voie].filter(Boolean).join(" "),
  postcode: row.adresse_code_postal,
  city: row.adresse_lib_routage,
  insee: row.com_code,
  phone: row.telephone,
  date: isoDate(row.date_ouverture),
  updatedAt: isoDate(row.date_maj_finess),
  latitude: row.geoloc_4326_lat,
  longitude: row.geoloc_4326_long,
  precision: row.geoloc_precision,
});

const byNumber = rows({
  resource: RESOURCE,
  filters: ({ number }: Asked) => ({ finess__exact: number }),
  row: Row,
});

const ofCommune = rows({
  resource: RESOURCE,
  filters: (asked: Asked & { readonly commune: Commune }) => {
    const postcode = writtenPostcode(asked, asked.commune);
    return {
      etat__exact: "ACTUEL",
      type__exact: "ET",
      ...(postcode ? { adresse_code_postal__exact: postcode } : among("com_code", codesUnder(asked.commune))),
      ...filtersOf(asked),
    };
  },
  row: Row,
});

const open = atCommune<Asked, z.output<typeof Row>>((asked, context) =>
  ofCommune(asked, context).pipe(filter(({ etat }) => etat !== "OBSOLETE")),
);

export const finess = defineSource({
  id: "finess",
  title: "FINESS: health and social establishments of France",
  docs: "https://www.data.gouv.fr/datasets/referentiel-finess-t-finess",
  terms: "Licence Ouverte 2.0; renewed every few months",
  query: query({
    describe:
      "a commune's name, postal code or INSEE code (insee:01034), or an establishment's number of nine characters",
    example: "Belley",
    options: Options,
    parse: (q, options): Asked => {
      const number = /^\d[\dAB]\d{7}$/.test(q.toUpperCase()) ? q.toUpperCase() : undefined;
      return { ...options, ...(number ? { text: q, kind: "name", number } : placeIn(q)) };
    },
  }),
  item: FrenchItem.extend({
    finess: z.string().describe("number of the establishment"),
    category: z.string().optional(),
    categoryCode: z.string().optional(),
    domain: z.string().optional().describe("Sanitaire, Social, Médico-social …"),
    legalEntity: z.string().optional(),
    legalStatus: z.string().optional(),
    emergency: z.boolean().optional().describe("has an emergency unit, or a mobile one"),
    state: z.string().optional().describe("ACTUEL, or OBSOLETE for a closed one that was asked for by its number"),
    date: FrenchItem.shape.date.describe("of its opening"),
    precision: z.string().optional().describe("how exact the coordinates are"),
  }),
  polite: { concurrency: 4 },
  read: (asked, context) =>
    branch(({ number }: Asked) => number !== undefined, byNumber, open)(asked, context).pipe(map(itemOf)),
});
