import { z } from "zod";
import { Count, HttpUrl, IsoDate } from "../../../sources/kit/values/fields.ts";

const Texts = z.array(z.string());

export const answer = z.object({
  disclaimer: z.string(),
  drug: z.object({
    name: z.string(),
    inn: z.string().optional().describe("the substance's international name, as RxNorm writes it"),
    brands: Texts.optional().describe("20 at most"),
    description: z.string().optional().describe("600 characters at most"),
    description_source: z.string().optional(),
    indications: z.string().optional().describe("what it is for; 600 characters at most"),
    indications_source: z.string().optional(),
    pharmacological_class: Texts,
    atc: z.string().optional().describe("ATC code"),
    forms: Texts.optional().describe("tablet, capsule, … in the registers' words"),
    routes: Texts,
    prescription: z.string().optional().describe("conditions of its delivery, in the register's words"),
    holders: Texts.describe("who holds the authorisation, or labels it; 10 at most"),
    rxcui: z.string().optional().describe("RxNorm's number of the substance"),
    cis: Texts.optional().describe("codes of the French register; 20 at most"),
    found_in: Texts,
  }),
  active_principles: z.array(
    z.object({
      substance: z.string(),
      dose: z.string().optional(),
      form: z.string().optional().describe("the part of the medicine that has it"),
      source: z.string(),
    }),
  ),
  regulator_warnings: z
    .object({
      boxed: z
        .string()
        .optional()
        .describe("the gravest warning of an American label; here and below 500 characters at most"),
      boxed_url: HttpUrl.optional().describe("the label that has it"),
      warnings: z.array(
        z.object({
          text: z.string(),
          regulator: z.enum(["FDA", "ANSM", "EMA"]),
          date: IsoDate.optional(),
          until: IsoDate.optional(),
          url: HttpUrl.optional(),
        }),
      ),
      contraindications: Texts.optional(),
      interactions: Texts.optional(),
      pregnancy: z.string().optional(),
      adverse_reactions: Texts.optional(),
      recalls: z
        .array(
          z.object({
            date: IsoDate.optional(),
            class: z.string().optional().describe("Class I: may kill or harm gravely, to Class III: hardly harms"),
            status: z.string().optional().describe("Ongoing, Completed or Terminated"),
            reason: z.string().optional(),
            product: z.string().optional(),
            url: HttpUrl.optional(),
          }),
        )
        .optional()
        .describe("the newest 10 in the USA"),
      safety_letters: z
        .array(z.object({ date: IsoDate.optional(), title: z.string(), url: HttpUrl.optional() }))
        .optional()
        .describe("to doctors in the European Union"),
      shortages: z
        .array(
          z.object({
            status: z.string().optional(),
            since: IsoDate.optional(),
            regulator: z.enum(["ANSM", "EMA"]),
            url: HttpUrl.optional(),
          }),
        )
        .optional()
        .describe("that are not over"),
      enhanced_monitoring: z.boolean().optional().describe("the black triangle"),
      reported_reactions: z
        .array(z.object({ reaction: z.string(), reports: Count }))
        .optional()
        .describe("the 10 most reported in the USA, over all years"),
      reports_note: z.string(),
    })
    .describe("a list is empty where its register answered and has nothing, and absent where it could not be read"),
  alternatives: z.object({
    same_substance: z.array(
      z.object({
        name: z.string(),
        kind: z.enum(["reference", "generic", "other"]),
        holder: z.string().optional(),
        price_eur: z.number().optional(),
        reimbursement: z.string().optional(),
        source: z.string(),
      }),
    ),
    same_class: z.array(z.object({ name: z.string(), rxcui: z.string().optional(), class: z.string() })).optional(),
    note: z.string(),
  }),
  prices: z
    .array(
      z.object({
        pack: z.string(),
        price_eur: z.number(),
        reimbursement: z.string().optional(),
        as_of: IsoDate.describe("when the register was read"),
      }),
    )
    .describe("in France, in euros without the pharmacist's fee"),
  trials: z.object({
    recruiting: Count.optional().describe("studies that look for participants"),
    studies: z
      .array(
        z.object({
          id: z.string(),
          title: z.string(),
          status: z.string().optional(),
          phase: z.string().optional(),
          url: HttpUrl.optional(),
        }),
      )
      .describe("5 of them"),
  }),
});

export type DrugAnswer = z.output<typeof answer>;
