import { concatMap } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { adjacent } from "../kit/compose/adjacent.ts";
import { query } from "../kit/requests/query.ts";
import { type Commune, type Place, placeIn } from "../kit/services/communes.ts";
import { plainName } from "../kit/services/insee-codes.ts";
import { clip } from "../kit/values/text.ts";
import { atCommune, postcodesOf } from "./at-place.ts";
import { FrenchItem } from "./item.ts";
import { among, rows, Text } from "./tabular.ts";

/** The most postal codes that are asked for at once. */
const POSTCODES = 5;

/** Professions by their words; 10 is a physician, of whom SM53 and SM54 are general practitioners. */
const PROFESSIONS: readonly { readonly words: RegExp; readonly code: string; readonly skills?: string }[] = [
  { words: /^(medecins? )?generalistes?$|^gps?$/, code: "10", skills: "SM53,SM54" },
  { words: /^medecins?$|^docteurs?$|^physicians?$|^doctors?$/, code: "10" },
  { words: /^pharmaciens?$|^pharmaciennes?$|^pharmacists?$/, code: "21" },
  { words: /^(chirurgiens? )?dentistes?$|^dentists?$/, code: "40" },
  { words: /^sages? femmes?$|^midwi(fe|ves)$/, code: "50" },
  { words: /^infirmiere?s?$|^nurses?$/, code: "60" },
  { words: /^(masseurs? )?kines?(itherapeutes?)?$|^physiotherapists?$/, code: "70" },
  { words: /^(pedicures? )?podologues?$|^podiatrists?$/, code: "80" },
];

type Profession = (typeof PROFESSIONS)[number];

type Asked = Place & { readonly profession?: Profession | undefined };

const called = (words: string): Profession | undefined => PROFESSIONS.find((one) => one.words.test(plainName(words)));

/** A profession by its words or its code. Throws `bad-query`. */
function professionOf(said: string): Profession {
  const known = called(said);
  if (known) return known;
  if (/^\d{2}$/.test(said)) return { words: /^$/, code: said };
  throw new SourceError("bad-query", `profession: “${clip(said)}” is none that is known by its words; give its code.`);
}

/** "75007 médecin", "infirmiers Nantes": a place, with a profession of one or two words before or behind it. */
export function parse(q: string, { profession }: { readonly profession?: string | undefined }): Asked {
  const words = q.split(/[\s,]+/);
  for (const count of [2, 1]) {
    const before = called(words.slice(0, count).join(" "));
    const behind = called(words.slice(-count).join(" "));
    const rest = before ? words.slice(count) : behind ? words.slice(0, -count) : [];
    if (rest.length > 0) return { ...placeIn(rest.join(" ")), profession: before ?? behind };
  }
  return { ...placeIn(q), profession: profession ? professionOf(profession) : undefined };
}

const Row = z.object({
  "Identifiant PP": Text,
  "Nom d'exercice": z.string(),
  "Prénom d'exercice": z.string().nullish(),
  "Libellé civilité d'exercice": z.string().nullish(),
  "Libellé profession": z.string().nullish(),
  "Code savoir-faire": Text.nullish(),
  "Libellé savoir-faire": z.string().nullish(),
  "Libellé mode exercice": z.string().nullish(),
  "Libellé genre activité": z.string().nullish(),
  "Raison sociale site": z.string().nullish(),
  "Numéro Voie (coord. structure)": Text.nullish(),
  "Libellé type de voie (coord. structure)": z.string().nullish(),
  "Libellé Voie (coord. structure)": z.string().nullish(),
  "Code postal (coord. structure)": Text.nullish(),
  "Code commune (coord. structure)": Text.nullish(),
  "Libellé commune (coord. structure)": z.string().nullish(),
  "Téléphone (coord. structure)": Text.nullish(),
});

type Line = z.output<typeof Row>;

const placeOf = (line: Line) => ({
  structure: line["Raison sociale site"],
  mode: line["Libellé mode exercice"],
  activity: line["Libellé genre activité"],
  address: [
    line["Numéro Voie (coord. structure)"],
    line["Libellé type de voie (coord. structure)"],
    line["Libellé Voie (coord. structure)"],
  ]
    .filter(Boolean)
    .join(" "),
  postcode: line["Code postal (coord. structure)"],
  city: line["Libellé commune (coord. structure)"],
  insee: line["Code commune (coord. structure)"],
  phone: line["Téléphone (coord. structure)"],
});

/** One person, of whom there is a line for each of their practices. */
function personOf(lines: readonly Line[]) {
  const [first] = lines;
  if (!first) return [];
  return [
    {
      ...placeOf(first),
      title: `${first["Nom d'exercice"]} ${first["Prénom d'exercice"] ?? ""}`,
      url: "https://annuaire.esante.gouv.fr/",
      id: first["Identifiant PP"],
      type: first["Libellé profession"],
      profession: first["Libellé profession"],
      civility: first["Libellé civilité d'exercice"],
      speciality: first["Libellé savoir-faire"],
      specialityCode: first["Code savoir-faire"],
      practices: lines.map(placeOf),
    },
  ];
}

const practising = rows({
  resource: "fffda7e9-0ea2-4c35-bba0-4496f3af935d",
  filters: (asked: Asked & { readonly commune: Commune }) => ({
    ...among("Code postal (coord. structure)", postcodesOf(asked, asked.commune).slice(0, POSTCODES)),
    "Code profession__exact": asked.profession?.code,
    "Code savoir-faire__in": asked.profession?.skills,
    "Identifiant PP__sort": "asc",
  }),
  row: Row,
});

const Practice = z.object({
  structure: z.string().optional(),
  mode: z.string().optional().describe("self-employed, employed …"),
  activity: z.string().optional(),
  address: z.string().optional(),
  postcode: z.string().optional(),
  city: z.string().optional(),
  insee: FrenchItem.shape.insee,
  phone: z.string().optional(),
});

export const annuaireSante = defineSource({
  id: "annuaire_sante",
  title: "Annuaire Santé (RPPS): healthcare professionals of France",
  docs: "https://www.data.gouv.fr/datasets/69025e6c73d1f9b79ca3c365",
  terms: "Licence Ouverte 2.0; renewed every day",
  query: query({
    describe: "a commune's name, postal code or INSEE code, if wished with a profession (75007 médecin)",
    example: "05600 médecin généraliste",
    options: z.object({
      profession: z
        .string()
        .max(60)
        .optional()
        .describe(
          "a profession in words, or its code: 10 physician, 21 pharmacist, 40 dentist, 50 midwife, 60 nurse, 70 physiotherapist, 80 podiatrist",
        ),
    }),
    parse,
  }),
  item: FrenchItem.extend({
    ...Practice.shape,
    id: z.string().describe("number in the RPPS or ADELI register"),
    profession: z.string().optional(),
    speciality: z.string().optional(),
    specialityCode: z.string().optional(),
    civility: z.string().optional(),
    practices: z
      .array(Practice)
      .describe("every place where they practise here; the fields above are of the first one"),
  }),
  polite: { concurrency: 4 },
  read: atCommune((asked: Asked & { readonly commune: Commune }, context) => {
    const { postcodes } = asked.commune;
    if (postcodesOf(asked, asked.commune).length > POSTCODES)
      context.notice({ kind: "note", text: `the first ${POSTCODES} of ${postcodes.length} postal codes are read` });
    return practising(asked, context).pipe(
      adjacent((line) => line["Identifiant PP"]),
      concatMap(personOf),
    );
  }),
});
