import { z } from "zod";
import { defineSource } from "../define.ts";
import { branch } from "../kit/compose/steps.ts";
import type { El } from "../kit/html/dom.ts";
import { xml } from "../kit/readers/html.ts";
import { figure, json, shaped } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { emptyOn } from "../kit/responses/answer.ts";
import { isoDate } from "../kit/values/dates.ts";
import { excerpt } from "../kit/values/text.ts";
import { DrugFields, HealthItem } from "./item.ts";

/* A search lists labels; a set id reads a label's whole text, a document of HL7's Structured Product Labeling. */

const API = "https://dailymed.nlm.nih.gov/dailymed/services/v2";
const ROWS = 25;

const Options = z.object({
  mode: z.enum(["labels", "names"]).default("labels").describe("the labels, or the names of drugs that begin so"),
  nameType: z.enum(["generic", "brand", "both"]).default("both").describe("what kind of name is looked for"),
});

interface Asked extends z.output<typeof Options> {
  readonly text: string;
}

const Text = z.string().nullish();
const metadata = z.object({ total_pages: figure.catch(undefined), current_page: figure.catch(undefined) }).nullish();

const further = (page: z.output<typeof metadata>): null | undefined =>
  (page?.current_page ?? 1) < (page?.total_pages ?? 1) ? undefined : null;

const pageOf = (setId: string) =>
  `https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid=${encodeURIComponent(setId)}`;

/** "NAME (SUBSTANCE; OTHER) FORM [LABELER]" taken apart; a title of another form is a name. */
function titleParts(title: string) {
  const holder = /\[([^\][]{1,200})\]\s*$/.exec(title)?.[1];
  const rest = title.replace(/\s*\[[^\][]{1,200}\]\s*$/, "");
  const [, name, substances, form] = /^([^()]{1,300})\(([^()]{1,500})\)\s*([^()]{0,200})$/.exec(rest) ?? [];
  return { holder, name: (name ?? rest).trim(), substances: substances?.split(/[;,]\s*|\s+AND\s+/), form };
}

const Label = z.object({ title: z.string(), setid: z.string(), spl_version: figure, published_date: Text });
const Name = z.object({ drug_name: z.string(), name_type: Text });

const listedLabel = ({ title, setid, spl_version, published_date }: z.output<typeof Label>) => ({
  title,
  url: pageOf(setid),
  snippet: titleParts(title).holder,
  id: setid,
  ...titleParts(title),
  version: spl_version,
  date: isoDate(published_date),
});

const listedName = ({ drug_name, name_type }: z.output<typeof Name>) => ({
  title: drug_name,
  url: `https://dailymed.nlm.nih.gov/dailymed/search.cfm?query=${encodeURIComponent(drug_name)}`,
  name: drug_name,
  nameKind: name_type === "G" ? ("generic" as const) : name_type === "B" ? ("brand" as const) : undefined,
});

const search = json({
  pages: ({ text: drug_name, mode, nameType, page }: Asked & PageRequest) =>
    mode === "names"
      ? get(`${API}/drugnames.json`, { drug_name, pagesize: ROWS, page })
      : get(`${API}/spls.json`, {
          drug_name,
          name_type: nameType === "both" ? nameType : nameType[0],
          pagesize: ROWS,
          page,
        }),
  body: z.object({ metadata, data: z.array(shaped("drug_name", Name, Label)) }),
  items: ({ data }) => data.map((row) => ("drug_name" in row ? listedName(row) : listedLabel(row))),
  next: (answer) => further(answer.metadata),
});

/** The sections of a label by their LOINC codes: https://www.fda.gov/industry/structured-product-labeling-resources */
const SECTIONS = {
  indications: "34067-9",
  boxedWarning: "34066-1",
  contraindications: "34070-3",
  interactions: "34073-7",
  adverseReactions: "34084-4",
  description: "34089-3",
  dosage: "34068-7",
} as const;
/** Warnings of the older form, cautions with them, and of the newer one. */
const WARNINGS = ["43685-7", "34071-1"];

/** A section's text with its sub-sections', which often have all of it. */
const sectionOf = (label: El, code: string): string | undefined =>
  label.one(`section > code[code="${code}"]`)?.closest("section")?.text();

const each = (found: readonly (string | undefined)[]): string[] => [...new Set(found.flatMap((one) => one ?? []))];

function labelOf(label: El) {
  const id = label.attr("root", "setId");
  if (!id) return undefined;
  const date = isoDate(label.attr("value", "effectiveTime")?.slice(0, 8));
  const name = label.text("manufacturedProduct > manufacturedProduct > name");
  const text = Object.fromEntries(Object.entries(SECTIONS).map(([name, code]) => [name, sectionOf(label, code)]));
  return {
    ...text,
    // The document's own title begins with a sentence that is the same for most drugs.
    title: name ?? label.text("title") ?? id,
    url: pageOf(id),
    snippet: excerpt(sectionOf(label, SECTIONS.indications)),
    id,
    version: Number(label.attr("value", "versionNumber") ?? Number.NaN),
    date,
    kind: label.attr("displayName", "document > code"),
    name,
    genericName: label.text("genericMedicine > name"),
    substances: each(
      label.all('ingredient[classCode^="ACTI"] > ingredientSubstance > name').map((name) => name.text()),
    ),
    form: label.attr("displayName", "manufacturedProduct > formCode"),
    routes: each(label.all("routeCode").map((route) => route.attr("displayName"))),
    holder: label.text("author representedOrganization > name"),
    warnings: WARNINGS.flatMap((code) => {
      const said = sectionOf(label, code);
      return said ? [{ text: said, date, url: pageOf(id) }] : [];
    }),
  };
}

const whole = xml({
  request: ({ text: id }: Asked) => get(`${API}/spls/${id}.xml`),
  judge: emptyOn(404),
  rows: "document",
  item: labelOf,
  empty: [],
});

const Known = z.string().optional();

export const dailymed = defineSource({
  id: "dailymed",
  title: "DailyMed (NLM)",
  docs: "https://dailymed.nlm.nih.gov/dailymed/app-support-web-services.cfm",
  terms: "public domain; no key",
  query: query({
    describe: "a drug's name in English; or a label's set id, which reads its text",
    example: "aspirin",
    options: Options,
    parse: (q, options): Asked => ({ ...options, text: q }),
  }),
  item: HealthItem.extend({
    ...DrugFields,
    version: z.int().nonnegative().optional().describe("of the label"),
    kind: Known.describe("HUMAN PRESCRIPTION DRUG LABEL, …"),
    nameKind: z.enum(["generic", "brand"]).optional(),
    genericName: Known,
    description: Known,
    indications: Known,
    boxedWarning: Known.describe("the gravest warning, in a box on the label"),
    contraindications: Known,
    interactions: Known,
    adverseReactions: Known,
    dosage: Known,
  }),
  polite: { concurrency: 2, minIntervalMs: 250 },
  read: branch(({ text }: Asked) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text), whole, search),
});
