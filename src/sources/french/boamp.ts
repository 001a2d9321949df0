import { z } from "zod";
import { defineSource } from "../define.ts";
import { text } from "../kit/requests/query.ts";
import { all, embedded, literal, records, Text, Texts } from "../kit/services/opendatasoft.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, Currency, IsoDate, Money } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { FrenchItem } from "./item.ts";

const Row = z.object({
  idweb: Text,
  id: Text,
  objet: Text,
  famille: Text,
  famille_libelle: Text,
  code_departement: Texts,
  dateparution: Text,
  datefindiffusion: Text,
  datelimitereponse: Text,
  nomacheteur: Text,
  titulaire: Texts,
  nature_categorise_libelle: Text,
  nature_libelle: Text,
  procedure_libelle: Text,
  type_marche: Texts,
  descripteur_libelle: Texts,
  etat: Text,
  donnees: embedded(z.unknown()),
  url_avis: Text,
});

/** What is read of a notice's tree at most. */
const DEEPEST = 30;

/** Every value of a tree with its name, a list's values under the name of the list. */
function* namedIn(tree: unknown, depth = 0): Generator<readonly [string, unknown]> {
  if (typeof tree !== "object" || tree === null || depth > DEEPEST) return;
  for (const [name, value] of Object.entries(tree)) {
    if (!Array.isArray(tree)) yield [name, value];
    yield* namedIn(value, depth + 1);
  }
}

const CPV = /cpv|ItemClassificationCode|^CLASS(PRINCIPALE|SUPPLEMENTAIRE)$/i;
const LOTS = /^(cac:ProcurementProjectLot|LOT)$/;

const textsIn = (tree: unknown): unknown[] => [tree, ...[...namedIn(tree)].map(([, value]) => value)];

/** An amount carries its currency beside it: `@currencyID` in eForms, `@DEVISE` before. */
const Amount = z
  .union([
    z
      .object({ "@currencyID": Currency, "#text": z.coerce.number() })
      .transform((one) => [one["#text"], one["@currencyID"]] as const),
    z
      .object({ "@DEVISE": Currency, "#text": z.coerce.number() })
      .transform((one) => [one["#text"], one["@DEVISE"]] as const),
  ])
  .transform(([amount, currency]) => ({ amount, currency }));

/** Codes, amounts and lots out of the notice itself: a tree of eForms since 2023, of the older national forms before. */
function detailsOf(tree: unknown) {
  const named = [...namedIn(tree)];
  const codes = named.flatMap(([name, value]) => (CPV.test(name) ? textsIn(value) : []));
  const lots = named.flatMap(([name, value]) => (LOTS.test(name) ? [Array.isArray(value) ? value.length : 1] : []));
  return {
    cpv: [...new Set(codes.flatMap((code) => /^\d{8}(?=$|-\d$)/.exec(String(code))?.[0] ?? []))],
    amounts: named
      .flatMap(([name, value]) => {
        const amount = Amount.safeParse(value).data;
        return amount ? [{ name: name.replace(/^\w+:/, ""), ...amount }] : [];
      })
      .slice(0, 50),
    lots: lots.length > 0 ? Math.max(...lots) : undefined,
  };
}

const itemOf = (row: z.output<typeof Row>) => ({
  title: row.objet,
  url: webUrl(row.url_avis),
  snippet: [row.nomacheteur, row.procedure_libelle].filter(Boolean).join(" – "),
  id: row.idweb ?? row.id,
  buyer: row.nomacheteur,
  winners: row.titulaire,
  date: isoDate(row.dateparution),
  deadline: isoDate(row.datelimitereponse),
  shownUntil: isoDate(row.datefindiffusion),
  noticeType: row.nature_categorise_libelle || row.nature_libelle,
  procedure: row.procedure_libelle,
  markets: row.type_marche,
  descriptors: row.descripteur_libelle,
  departments: row.code_departement,
  family: row.famille_libelle || row.famille,
  state: row.etat,
  ...detailsOf(row.donnees),
});

const notices = records({
  portal: "boamp-datadila.opendatasoft.com",
  dataset: "boamp",
  row: Row,
  item: itemOf,
});

const day = (what: string) => z.iso.date("a day, e.g. 2026-01-31").optional().describe(what);

const options = z.object({
  field: z.enum(["buyer", "winner"]).optional().describe("look for the words in the buyer's or the winner's name only"),
  department: z
    .string()
    .regex(/^(\d{2,3}|2[AB])$/, "a department's code, e.g. 69")
    .optional()
    .describe("notices of this department, by its code"),
  market: z.enum(["TRAVAUX", "FOURNITURES", "SERVICES"]).optional(),
  since: day("the first day of publication, e.g. 2026-01-31"),
  until: day("the last day of publication"),
});

const IN_FIELD = {
  buyer: (words: string) => `nomacheteur like ${literal(words)}`,
  winner: (words: string) => `search(titulaire,${literal(words)})`,
};

function whereOf({
  text: words,
  field,
  department,
  market,
  since,
  until,
}: { text: string } & z.output<typeof options>) {
  return all(
    field ? IN_FIELD[field](words) : `search(${literal(words)})`,
    department && `code_departement=${literal(department)}`,
    market && `type_marche=${literal(market)}`,
    since && `dateparution>=date'${since}'`,
    until && `dateparution<=date'${until}'`,
  );
}

/** `donnees` is read by its published forms: no recording has it. */
export const boamp = defineSource({
  id: "boamp",
  title: "BOAMP: public-procurement notices and awards",
  docs: "https://boamp-datadila.opendatasoft.com/explore/dataset/boamp/api/",
  terms: "no key; 50,000 requests a day; Licence Ouverte 2.0",
  query: text("words, a buyer or a winning company to search the notices for", "drone photogrammétrie", options),
  item: FrenchItem.extend({
    date: IsoDate.optional().describe("of publication"),
    buyer: z.string().optional(),
    winners: z.array(z.string()).optional(),
    deadline: IsoDate.optional().describe("for tenders"),
    shownUntil: IsoDate.optional(),
    noticeType: z.string().optional().describe("Avis de marché, Résultat de marché, Rectificatif …"),
    procedure: z.string().optional(),
    markets: z.array(z.string()).optional().describe("TRAVAUX, FOURNITURES, SERVICES"),
    descriptors: z.array(z.string()).optional(),
    departments: z.array(z.string()).optional().describe("codes of departments"),
    family: z.string().optional().describe("where it had to be published"),
    state: z.string().optional().describe("as the bulletin writes it"),
    cpv: z.array(z.string()).optional().describe("codes of the Common Procurement Vocabulary"),
    amounts: z
      .array(Money.extend({ name: z.string() }))
      .optional()
      .describe("amounts within the notice, by the form's own names"),
    lots: Count.optional(),
  }),
  polite: { concurrency: 2 },
  read: (input, context) => notices({ condition: { where: whereOf(input), order_by: "dateparution desc" } }, context),
});
