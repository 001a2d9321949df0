import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { qualifiersIn } from "../kit/requests/qualifiers.ts";
import { query } from "../kit/requests/query.ts";
import { isoDate } from "../kit/values/dates.ts";
import { IsoDate } from "../kit/values/fields.ts";
import { clip } from "../kit/values/text.ts";
import { DrugFields, HealthItem } from "./item.ts";
import { any, key, openfda, polite, says, terms } from "./openfda.ts";

interface Asked {
  readonly text: string;
  readonly grade?: string | undefined;
}

function understood(q: string): Asked {
  const { text, said } = qualifiersIn(q, ["class"]);
  const grade = said.class?.toUpperCase();
  if (grade !== undefined && !/^I{1,3}$/.test(grade))
    throw new SourceError("bad-query", `class: “${clip(grade)}” is none of I, II and III.`);
  return { text, grade };
}

const Text = z.string().nullish();

const Recall = z.object({
  recall_number: Text,
  event_id: z.union([z.string(), z.number().transform(String)]).nullish(),
  product_description: Text,
  reason_for_recall: Text,
  classification: Text,
  status: Text,
  recalling_firm: Text,
  country: Text,
  state: Text,
  city: Text,
  distribution_pattern: Text,
  product_quantity: Text,
  code_info: Text,
  voluntary_mandated: Text,
  report_date: Text,
  recall_initiation_date: Text,
  termination_date: Text,
  product_type: Text,
  openfda: z
    .object({ substance_name: z.array(z.string()).nullish(), brand_name: z.array(z.string()).nullish() })
    .nullish(),
});

const itemOf = (recall: z.output<typeof Recall>) => ({
  title: clip(recall.product_description?.trim() || `Recall ${recall.recall_number ?? ""}`.trim(), 120),
  url: recall.event_id
    ? `https://www.accessdata.fda.gov/scripts/ires/?Event=${encodeURIComponent(recall.event_id)}`
    : undefined,
  snippet: recall.reason_for_recall,
  id: recall.recall_number,
  eventId: recall.event_id,
  product: recall.product_description,
  name: recall.openfda?.brand_name?.[0],
  substances: recall.openfda?.substance_name,
  classification: recall.classification,
  status: recall.status,
  holder: recall.recalling_firm,
  country: recall.country,
  state: recall.state,
  city: recall.city,
  distribution: recall.distribution_pattern,
  quantity: recall.product_quantity,
  lots: recall.code_info,
  voluntary: recall.voluntary_mandated,
  date: isoDate(recall.report_date),
  initiatedAt: isoDate(recall.recall_initiation_date),
  terminatedAt: isoDate(recall.termination_date),
  productType: recall.product_type,
});

const Known = z.string().optional();

export const openfdaRecalls = defineSource({
  id: "openfda_recalls",
  title: "openFDA drug recalls",
  docs: "https://open.fda.gov/apis/drug/enforcement/",
  terms,
  key,
  query: query({
    describe: "a drug or a firm; class:I (the gravest), class:II or class:III restricts",
    example: "valsartan",
    parse: understood,
  }),
  item: HealthItem.extend({
    ...DrugFields,
    eventId: Known.describe("names what several recalls have in common"),
    product: Known,
    classification: Known.describe("Class I: may kill or harm gravely, to Class III: hardly harms"),
    country: Known,
    state: Known,
    city: Known,
    distribution: Known.describe("where it had been sold"),
    quantity: Known,
    lots: Known.describe("numbers of lots and their expiry"),
    voluntary: Known.describe("whether the firm was ordered to"),
    initiatedAt: IsoDate.optional(),
    terminatedAt: IsoDate.optional(),
    productType: Known,
  }),
  polite,
  read: openfda({
    endpoint: "drug/enforcement",
    rows: 20,
    asked: ({ text, grade }: Asked) => ({
      search: [
        ...(text ? [any(says("product_description", text), says("recalling_firm", text))] : []),
        ...(grade ? [says("classification", `Class ${grade}`)] : []),
      ].join(" AND "),
      sort: "report_date:desc",
    }),
    row: Recall,
    item: itemOf,
  }),
});
