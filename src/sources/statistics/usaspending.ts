import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { figure, json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { query } from "../kit/requests/query.ts";
import { postJson } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { IsoDate, Money } from "../kit/values/fields.ts";
import { excerpt } from "../kit/values/text.ts";
import { StatisticsItem } from "./item.ts";

const PER_PAGE = 20;

/** Codes of one family at a time: https://github.com/fedspendingtransparency/usaspending-api (search filters) */
const KINDS = {
  contracts: ["A", "B", "C", "D"],
  grants: ["02", "03", "04", "05"],
  loans: ["07", "08"],
  direct_payments: ["06", "10"],
} as const;

/** Loans have a value in place of an amount, and days of issue in place of a start. */
const FIELDS = [
  "Award ID",
  "Recipient Name",
  "Start Date",
  "End Date",
  "Award Amount",
  "Awarding Agency",
  "Awarding Sub Agency",
  "Description",
  "recipient_id",
];
const LOAN_FIELDS = FIELDS.map((field) =>
  field === "Award Amount" ? "Loan Value" : field === "Start Date" ? "Issued Date" : field,
).filter((field) => field !== "End Date");

const Options = z.object({
  kind: z.enum(["contracts", "grants", "loans", "direct_payments"]).default("contracts"),
  by: z
    .enum(["recipient", "keywords"])
    .default("recipient")
    .describe("what q is: a recipient's name, or words that an award must hold"),
});

type Input = { readonly text: string } & z.output<typeof Options>;

const Text = z.string().nullish();

const Award = z.object({
  generated_internal_id: z.string(),
  "Award ID": Text,
  "Recipient Name": Text,
  "Award Amount": figure,
  "Loan Value": figure,
  "Start Date": Text,
  "Issued Date": Text,
  "End Date": Text,
  "Awarding Agency": Text,
  "Awarding Sub Agency": Text,
  Description: Text,
  recipient_id: Text,
});

/** What is said of an award. */
function itemOf(award: z.output<typeof Award>) {
  const amount = award["Award Amount"] ?? award["Loan Value"];
  const [recipient, agency] = [award["Recipient Name"], award["Awarding Agency"]];
  return {
    title: [recipient, agency].filter(Boolean).join(" – ") || (award["Award ID"] ?? award.generated_internal_id),
    url: `https://www.usaspending.gov/award/${encodeURIComponent(award.generated_internal_id)}`,
    snippet: excerpt(award.Description),
    id: award["Award ID"],
    internalId: award.generated_internal_id,
    country: "United States",
    recipient,
    recipientId: award.recipient_id,
    amount: typeof amount === "number" ? { amount, currency: "USD" } : undefined,
    startDate: isoDate(award["Start Date"] ?? award["Issued Date"]),
    endDate: isoDate(award["End Date"]),
    agency,
    subAgency: award["Awarding Sub Agency"],
  };
}

export const usaspending = defineSource({
  id: "usaspending",
  title: "USAspending: US federal awards",
  docs: "https://api.usaspending.gov/docs/endpoints",
  terms: "no key; awards since 2007-10-01; public domain",
  query: query({
    describe: "a recipient's name, or words of an award (by=keywords, three letters at least); largest awards first",
    example: "Overland AI",
    options: Options,
    parse: (q, options): Input => {
      if (q.length < 3) throw new SourceError("bad-query", "q: three letters at least are needed.");
      return { ...options, text: q };
    },
  }),
  item: StatisticsItem.extend({
    id: z.string().optional().describe("the agency's number of the award"),
    internalId: z.string(),
    recipient: z.string().optional(),
    recipientId: z.string().optional(),
    amount: Money.optional().describe("obligated so far; of a loan its face value"),
    startDate: IsoDate.optional(),
    endDate: IsoDate.optional(),
    agency: z.string().optional(),
    subAgency: z.string().optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 500 },
  read: json({
    pages: ({ text, kind, by, page }: Input & PageRequest) =>
      postJson("https://api.usaspending.gov/api/v2/search/spending_by_award/", {
        filters: {
          [by === "recipient" ? "recipient_search_text" : "keywords"]: [text],
          award_type_codes: KINDS[kind],
        },
        fields: kind === "loans" ? LOAN_FIELDS : FIELDS,
        page,
        limit: PER_PAGE,
        sort: kind === "loans" ? "Loan Value" : "Award Amount",
        order: "desc",
        subawards: false,
      }),
    body: z.object({ results: z.array(Award), page_metadata: z.object({ hasNext: z.boolean().nullish() }).nullish() }),
    items: ({ results }) => results.map(itemOf),
    next: ({ page_metadata }) => (page_metadata?.hasNext ? undefined : null),
  }),
});
