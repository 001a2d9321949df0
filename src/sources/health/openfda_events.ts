import { z } from "zod";
import { defineSource } from "../define.ts";
import { branch } from "../kit/compose/steps.ts";
import { figure, listOf, numeric, shaped } from "../kit/readers/json.ts";
import { text } from "../kit/requests/query.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count } from "../kit/values/fields.ts";
import { HealthItem } from "./item.ts";
import { any, key, openfda, polite, says, terms } from "./openfda.ts";

const Options = z.object({
  mode: z.enum(["count", "reports"]).default("count").describe("how often which reaction was reported, or the reports"),
});

interface Asked extends z.output<typeof Options> {
  readonly text: string;
}

const Text = z.string().nullish();
const Code = z.union([z.string(), z.number().transform(String)]).nullish();

const Counted = z.object({ term: z.string(), count: numeric });

const Report = z.object({
  safetyreportid: z.union([z.string(), z.number().transform(String)]),
  receivedate: Code,
  serious: Code,
  seriousnessdeath: Code,
  seriousnesshospitalization: Code,
  occurcountry: Text,
  primarysource: z.object({ reportercountry: Text }).nullish(),
  patient: z
    .object({
      patientonsetage: figure,
      patientonsetageunit: Code,
      patientsex: Code,
      reaction: listOf(z.object({ reactionmeddrapt: Text })),
      drug: listOf(z.object({ medicinalproduct: Text, drugindication: Text, drugcharacterization: Code })),
    })
    .nullish(),
});

/** Years in a unit of age: https://open.fda.gov/apis/drug/event/searchable-fields/ */
const YEARS: Readonly<Record<string, number>> = {
  "800": 10,
  "801": 1,
  "802": 1 / 12,
  "803": 1 / 52.18,
  "804": 1 / 365.25,
  "805": 1 / 8766,
};
const SEX: Readonly<Record<string, "male" | "female">> = { "1": "male", "2": "female" };
const ROLE: Readonly<Record<string, "suspect" | "concomitant" | "interacting">> = {
  "1": "suspect",
  "2": "concomitant",
  "3": "interacting",
};

const countedItem = ({ term, count }: z.output<typeof Counted>) => ({
  title: term,
  url: `https://api.fda.gov/drug/event.json?search=patient.reaction.reactionmeddrapt:%22${encodeURIComponent(term)}%22`,
  snippet: `${count} reports`,
  count,
});

function reportItem(report: z.output<typeof Report>) {
  const { safetyreportid: id, patient, serious } = report;
  const reactions = patient?.reaction.flatMap(({ reactionmeddrapt }) => reactionmeddrapt ?? []) ?? [];
  const unit = YEARS[patient?.patientonsetageunit ?? ""];
  const age = patient?.patientonsetage;
  return {
    title: reactions.join(", ") || `Report ${id}`,
    url: `https://api.fda.gov/drug/event.json?search=safetyreportid:${encodeURIComponent(id)}`,
    id,
    date: isoDate(report.receivedate),
    serious: serious == null ? undefined : serious === "1",
    death: report.seriousnessdeath === "1" || undefined,
    hospitalization: report.seriousnesshospitalization === "1" || undefined,
    country: report.occurcountry || report.primarysource?.reportercountry,
    ageYears: age != null && unit ? Number((age * unit).toFixed(2)) : undefined,
    sex: SEX[patient?.patientsex ?? ""],
    reactions,
    drugs: patient?.drug.map((drug) => ({
      name: drug.medicinalproduct,
      indication: drug.drugindication,
      role: ROLE[drug.drugcharacterization ?? ""],
    })),
  };
}

type Row = z.output<typeof Counted> | z.output<typeof Report>;

const events = (count: string | undefined, rows: number) =>
  openfda({
    endpoint: "drug/event",
    rows,
    // Half of the reports were never told apart by openFDA: their drugs have only the name that was reported.
    asked: ({ text: drug }: Asked) => ({
      search: any(
        ...["openfda.generic_name", "openfda.brand_name", "medicinalproduct"].map((name) =>
          says(`patient.drug.${name}`, drug),
        ),
      ),
      count,
      sort: count ? undefined : "receivedate:desc",
    }),
    row: shaped("term", Counted, Report),
    item: (row: Row) => ("term" in row ? countedItem(row) : reportItem(row)),
  });

const read = branch(
  ({ mode }: Asked) => mode === "count",
  events("patient.reaction.reactionmeddrapt.exact", 25),
  events(undefined, 10),
);

/** What the reports are worth is said with them. */
const cautioned: typeof read = (asked, context) => {
  context.notice({ kind: "note", text: "A report does not prove that the drug caused the reaction." });
  return read(asked, context);
};

export const openfdaEvents = defineSource({
  id: "openfda_events",
  title: "openFDA adverse events (FAERS)",
  docs: "https://open.fda.gov/apis/drug/event/",
  terms,
  key,
  query: text("an active substance or a brand in English", "metformin", Options),
  item: HealthItem.extend({
    count: Count.optional().describe("reports that name the reaction"),
    serious: z.boolean().optional(),
    death: z.literal(true).optional().describe("the patient died"),
    hospitalization: z.literal(true).optional(),
    country: z.string().optional().describe("where it happened"),
    ageYears: z.number().nonnegative().optional().describe("the patient's age when it began, in years"),
    sex: z.enum(["male", "female"]).optional(),
    reactions: z.array(z.string()).optional().describe("MedDRA's preferred terms"),
    drugs: z
      .array(
        z.object({
          name: z.string().optional(),
          indication: z.string().optional(),
          role: z.enum(["suspect", "concomitant", "interacting"]).optional(),
        }),
      )
      .optional(),
  }),
  polite,
  read: cautioned,
});
