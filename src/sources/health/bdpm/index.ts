import { mergeMap } from "rxjs";
import { z } from "zod";
import { defineSource } from "../../define.ts";
import { atcIn } from "../../kit/requests/atc.ts";
import { query } from "../../kit/requests/query.ts";
import { HttpUrl, IsoDate } from "../../kit/values/fields.ts";
import { DrugFields, HealthItem } from "../item.ts";
import { register } from "./files.ts";
import { type Asked, itemsOf } from "./record.ts";

/** The files know no pages: so many medicines are told for each. */
const PER_PAGE = 20;

function understood(q: string): Asked {
  const digits = /^\d[\d\s]*$/.test(q) ? q.replace(/\s/g, "") : "";
  if (digits.length === 8) return { text: q, cis: digits };
  return digits.length === 13 || digits.length === 7 ? { text: q, cip: digits } : { text: q, atc: atcIn(q) };
}

const Known = z.string().optional();
const Kind = z.enum(["reference", "generic", "complementary", "substitutable"]).optional();

const Opinion = z.object({
  dossier: Known,
  reason: Known,
  date: IsoDate.optional(),
  level: Known,
  text: Known,
});

export const bdpm = defineSource({
  id: "bdpm",
  title: "Base de données publique des médicaments (France)",
  docs: "https://base-donnees-publique.medicaments.gouv.fr/telechargement",
  terms: "open data with the source named; its files are kept for a day",
  query: query({
    describe:
      "a name or an active substance in French; or a CIS code (8 digits), a CIP code (7 or 13 digits), an ATC code (7 characters)",
    example: "doliprane",
    parse: understood,
  }),
  item: HealthItem.extend({
    ...DrugFields,
    procedure: Known.describe("how it was authorised"),
    marketing: Known.describe("whether it is sold"),
    alert: Known.describe("the register's mark that something is to be known of it"),
    euNumber: Known,
    enhancedMonitoring: z.boolean().optional().describe("the black triangle"),
    principles: z
      .array(
        z.object({
          substance: z.string(),
          dose: Known,
          per: Known.describe("what the dose is in"),
          element: Known.describe("the part of the medicine that has it"),
          nature: z.enum(["active substance", "therapeutic fraction"]),
        }),
      )
      .optional(),
    packs: z
      .array(
        z.object({
          label: Known,
          cip7: Known,
          cip13: Known,
          status: Known,
          marketing: Known,
          since: IsoDate.optional(),
          hospitals: z.boolean().optional().describe("approved for hospitals"),
          reimbursement: Known.describe("the share that the health insurance pays"),
          priceEur: z.number().nonnegative().optional().describe("without the pharmacist's fee"),
        }),
      )
      .optional(),
    genericGroup: Known,
    genericKind: Kind.describe("what it is in its generic group"),
    alternatives: z
      .array(
        z.object({
          cis: z.string(),
          name: z.string(),
          kind: Kind,
          holder: Known,
          priceEur: z.number().nonnegative().optional(),
          reimbursement: Known,
        }),
      )
      .optional()
      .describe("the others of its generic group"),
    conditions: z.array(z.string()).optional().describe("of its prescription and delivery"),
    shortages: z
      .array(
        z.object({
          cip13: Known.describe("of one pack; absent: of all"),
          status: Known,
          since: IsoDate.optional(),
          updatedAt: IsoDate.optional(),
          backAt: IsoDate.optional(),
          url: HttpUrl.optional(),
        }),
      )
      .optional(),
    benefits: z.array(Opinion).optional().describe("what it is worth (SMR), by the Haute Autorité de santé"),
    improvements: z.array(Opinion).optional().describe("what it is worth beside others (ASMR)"),
    atc: Known.describe("ATC code, of medicines of major interest"),
  }),
  polite: { concurrency: 2, minIntervalMs: 250 },
  read: (asked, context) =>
    register(context).pipe(mergeMap((files) => itemsOf(files, asked, context.pages * PER_PAGE))),
});
