import { z } from "zod";
import { defineSource } from "../define.ts";
import { listOf } from "../kit/readers/json.ts";
import { qualifiersIn } from "../kit/requests/qualifiers.ts";
import { query } from "../kit/requests/query.ts";
import { isoDate } from "../kit/values/dates.ts";
import { excerpt } from "../kit/values/text.ts";
import { DrugFields, HealthItem } from "./item.ts";
import { any, key, openfda, polite, says, terms } from "./openfda.ts";

interface Asked {
  readonly text: string;
  readonly rxcui?: string | undefined;
  readonly ndc?: string | undefined;
}

/** The paragraphs of a section. */
const Section = listOf(z.string());

const Label = z.object({
  id: z.string(),
  set_id: z.string().nullish(),
  effective_time: z.string().nullish(),
  description: Section,
  active_ingredient: Section,
  spl_product_data_elements: Section,
  purpose: Section,
  indications_and_usage: Section,
  boxed_warning: Section,
  warnings: Section,
  warnings_and_cautions: Section,
  contraindications: Section,
  drug_interactions: Section,
  adverse_reactions: Section,
  dosage_and_administration: Section,
  pregnancy: Section,
  // {} for what could not be told apart.
  openfda: z
    .object({
      brand_name: Section,
      generic_name: Section,
      substance_name: Section,
      manufacturer_name: Section,
      route: Section,
      product_type: Section,
      rxcui: Section,
      product_ndc: Section,
      pharm_class_epc: Section,
    })
    .nullish(),
});

/** What openFDA could not tell is not there. */
const some = (list: readonly string[] | undefined) => (list && list.length > 0 ? list : undefined);

const whole = (paragraphs: readonly string[]): string | undefined => paragraphs.join("\n") || undefined;

function itemOf(label: z.output<typeof Label>) {
  const { openfda: names, set_id: setId } = label;
  const name = names?.brand_name[0] ?? names?.generic_name[0];
  const cautions = whole(label.warnings) ?? whole(label.warnings_and_cautions);
  return {
    title: name ?? excerpt(label.spl_product_data_elements[0], 120) ?? label.id,
    url: setId
      ? `https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid=${setId}`
      : `https://api.fda.gov/drug/label.json?search=id:${label.id}`,
    snippet: excerpt(label.indications_and_usage[0] ?? label.purpose[0]),
    id: label.id,
    setId,
    date: isoDate(label.effective_time),
    name,
    genericName: names?.generic_name[0],
    substances: some(names?.substance_name),
    holder: names?.manufacturer_name[0],
    routes: some(names?.route),
    productType: names?.product_type[0],
    rxcui: some(names?.rxcui),
    ndc: some(names?.product_ndc),
    pharmacologicalClasses: some(names?.pharm_class_epc),
    description: whole(label.description),
    activeIngredients: whole(label.active_ingredient) ?? label.spl_product_data_elements[0],
    indications: whole(label.indications_and_usage),
    boxedWarning: whole(label.boxed_warning),
    warnings: cautions ? [{ text: cautions, date: isoDate(label.effective_time) }] : undefined,
    contraindications: whole(label.contraindications),
    interactions: whole(label.drug_interactions),
    adverseReactions: whole(label.adverse_reactions),
    dosage: whole(label.dosage_and_administration),
    pregnancy: whole(label.pregnancy),
  };
}

const Text = z.string().optional();

export const openfdaLabels = defineSource({
  id: "openfda_labels",
  title: "openFDA drug labels",
  docs: "https://open.fda.gov/apis/drug/label/",
  terms,
  key,
  query: query({
    describe: "a brand or an active substance in English; or rxcui:860975, ndc:0573-0164",
    example: "ibuprofen",
    parse: (q): Asked => {
      const { text, said } = qualifiersIn(q, ["rxcui", "ndc"]);
      return { text, ...said };
    },
  }),
  item: HealthItem.extend({
    ...DrugFields,
    setId: Text.describe("names the label whatever its version"),
    genericName: Text,
    productType: Text.describe("HUMAN PRESCRIPTION DRUG, HUMAN OTC DRUG, …"),
    rxcui: z.array(z.string()).optional().describe("RxNorm's numbers"),
    ndc: z.array(z.string()).optional().describe("National Drug Codes"),
    pharmacologicalClasses: z.array(z.string()).optional(),
    description: Text,
    activeIngredients: Text.describe("as the label writes them, with their amounts"),
    indications: Text,
    boxedWarning: Text.describe("the gravest warning, in a box on the label"),
    contraindications: Text,
    interactions: Text,
    adverseReactions: Text,
    dosage: Text,
    pregnancy: Text,
  }),
  polite,
  read: openfda({
    endpoint: "drug/label",
    rows: 10,
    // Each manufacturer has a label of its own: the newest come first.
    asked: ({ text, rxcui, ndc }: Asked) => ({
      search: [
        ...(text
          ? [any(...["brand_name", "generic_name", "substance_name"].map((name) => says(`openfda.${name}`, text)))]
          : []),
        ...(rxcui ? [says("openfda.rxcui", rxcui)] : []),
        ...(ndc ? [any(says("openfda.product_ndc", ndc), says("openfda.package_ndc", ndc))] : []),
      ].join(" AND "),
      sort: "effective_time:desc",
    }),
    row: Label,
    item: itemOf,
  }),
});
