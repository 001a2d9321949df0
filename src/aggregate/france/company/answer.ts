import { z } from "zod";
import { Count, Currency, HttpUrl, IsoDate, Money } from "../../../sources/kit/values/fields.ts";

const PriceM2 = z.number().describe("EUR per m²");

/** What is said of a company. */
export const answer = z.object({
  company: z
    .object({
      name: z.string(),
      siren: z.string(),
      siret_head_office: z.string().optional(),
      acronym: z.string().optional(),
      vat: z.string().optional(),
      lei: z.string().optional(),
      legal_form_code: z.string().optional().describe("INSEE's code"),
      legal_form: z.string().optional(),
      activity_code: z.string().optional().describe("NAF rev. 2"),
      activity: z.string().optional(),
      size: z.string().optional().describe("PME, ETI or GE"),
      headcount_band: z.string().optional().describe("employees"),
      headcount_year: z.int().optional(),
      status: z.enum(["active", "ceased"]).optional(),
      created: IsoDate.optional(),
      closed: IsoDate.optional(),
      address: z.string().optional().describe("of the head office, as are postal code and city"),
      postal_code: z.string().optional(),
      city: z.string().optional(),
      latitude: z.number().optional(),
      longitude: z.number().optional(),
      establishments: Count.optional(),
      establishments_open: Count.optional(),
      is_association: z.boolean().optional(),
      labels: z.array(z.string()).optional(),
      url: HttpUrl.optional(),
    })
    .describe("the register's record"),
  finances: z
    .array(
      z.object({
        year: z.int(),
        turnover: z.number().optional(),
        net_income: z.number().optional(),
        currency: Currency,
      }),
    )
    .describe("of the accounts it filed, the newest first"),
  directors: z.array(
    z.object({
      name: z.string(),
      role: z.string().optional(),
      type: z.enum(["person", "company"]),
      birth_year: z.int().optional(),
      siren: z.string().optional(),
    }),
  ),
  associations: z.array(
    z.object({
      name: z.string().optional(),
      rna: z.string().optional(),
      kind: z.string().optional().describe("Création, Modification, Dissolution …"),
      date: IsoDate.optional(),
      object: z.string().optional(),
      city: z.string().optional(),
      accounts_filed: z.boolean().optional(),
      url: HttpUrl.optional(),
    }),
  ),
  legal_notices: z.object({
    n: Count.describe("notices read, 500 at most"),
    from: IsoDate.optional(),
    to: IsoDate.optional(),
    by_family: z.array(z.object({ family: z.string(), n: Count })),
    insolvency: z.object({
      open: z.boolean().describe("a proceeding whose end was not announced"),
      last: IsoDate.optional(),
      nature: z.string().optional(),
      court: z.string().optional(),
    }),
    last_accounts: IsoDate.optional().describe("day of the notice"),
    latest: z.array(
      z.object({
        date: IsoDate.optional(),
        family: z.string().optional(),
        type: z.string().optional(),
        text: z.string().optional(),
        url: HttpUrl.optional(),
      }),
    ),
  }),
  real_estate: z.object({
    note: z.string(),
    at_address: z.array(
      z.object({
        date: IsoDate.optional(),
        nature: z.string().optional(),
        type: z.string().optional(),
        price: Money,
        surface_m2: z.number().optional(),
        address: z.string(),
        distance_m: z.int().optional(),
        same_address: z.boolean().describe("false: another door within 30 m"),
      }),
    ),
    at_address_n: Count.describe("sales at its very address"),
    nearby_n: Count.optional().describe("sales at other doors within 30 m"),
    commune: z.string(),
    commune_price_m2: PriceM2.optional(),
    commune_sales_n: Count.optional().describe("sales of single dwellings whose median it is"),
    year: z.int().optional(),
  }),
  public_contracts: z.object({
    won_n: Count.describe("awards among the newest 100 notices whose winner has its whole name"),
    at_least: z.boolean().describe("more notices were found than read: there may be more awards"),
    latest: z.array(
      z.object({
        date: IsoDate.optional(),
        title: z.string().optional(),
        buyer: z.string().optional(),
        url: HttpUrl.optional(),
      }),
    ),
  }),
  identifiers: z.object({
    lei: z.string().optional(),
    lei_status: z.string().optional(),
    lei_renewal: IsoDate.optional(),
    vat_valid: z.boolean().optional().describe("absent: not known"),
    vat_checked: IsoDate.optional(),
  }),
  flags: z.array(
    z.object({
      id: z.string(),
      level: z.enum(["red", "amber", "info"]),
      sentence: z.string(),
      source: z.string(),
      date: IsoDate.optional(),
    }),
  ),
});
export type Answer = z.output<typeof answer>;

/** What q was taken for. */
export const meant = z.object({
  name: z.string().optional(),
  siren: z.string().optional(),
  rna: z.string().optional(),
  by: z.string().describe("the source that told so"),
  others: z
    .array(z.object({ name: z.string(), siren: z.string(), city: z.string().optional() }))
    .describe("further companies that q could mean"),
});
