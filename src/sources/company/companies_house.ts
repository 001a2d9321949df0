import { z } from "zod";
import { defineSource } from "../define.ts";
import { understood } from "../kit/compose/understood.ts";
import { json, loneIn } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { rowsRemain } from "../kit/requests/further.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, IsoDate } from "../kit/values/fields.ts";
import { addressOf, CompanyItem } from "./item.ts";

const API = "https://api.company-information.service.gov.uk";
const SITE = "https://find-and-update.company-information.service.gov.uk";
const PER_PAGE = 20;

interface Input {
  readonly text: string;
  /** Eight characters: digits, or a prefix (SC, NI, OC …) and digits. */
  readonly number?: string;
}

/** Zeros in front may be missing, as they often are in print; fewer than five digits are rather part of a name. */
function parse(q: string): Input {
  const [, prefix = "", digits] =
    /^(?:GB)?([A-Z]{2}|[RS](?=\d{7}$))?(\d{5,8})$/.exec(q.toUpperCase().replace(/\s/g, "")) ?? [];
  if (!digits || prefix.length + digits.length > 8) return { text: q };
  return { text: q, number: `${prefix}${digits.padStart(8 - prefix.length, "0")}` };
}

function pages({ text, number, page, key }: Input & PageRequest) {
  const extra = { headers: { authorization: `Basic ${Buffer.from(`${key}:`).toString("base64")}` } };
  if (number) return page === 1 ? get(`${API}/company/${number}`, {}, extra) : undefined;
  return get(
    `${API}/search/companies`,
    { q: text, items_per_page: PER_PAGE, start_index: (page - 1) * PER_PAGE },
    extra,
  );
}

const Text = z.string().nullish();

const Address = z
  .object({
    care_of: Text,
    po_box: Text,
    premises: Text,
    address_line_1: Text,
    address_line_2: Text,
    locality: Text,
    region: Text,
    postal_code: Text,
    country: Text,
  })
  .nullish();

/** A hit of the search (`title` …) or a company's profile (`company_name` …). */
const Company = z
  .object({
    title: Text,
    company_name: Text,
    company_number: Text,
    company_status: Text,
    company_status_detail: Text,
    company_type: Text,
    type: Text,
    jurisdiction: Text,
    date_of_creation: Text,
    date_of_cessation: Text,
    description: Text,
    snippet: Text,
    address_snippet: Text,
    address: Address,
    registered_office_address: Address,
    sic_codes: z.array(z.string()).nullish(),
    accounts: z.object({ next_due: Text, overdue: z.boolean().nullish() }).nullish(),
    previous_company_names: z.array(z.object({ name: z.string() })).nullish(),
    has_insolvency_history: z.boolean().nullish(),
    has_charges: z.boolean().nullish(),
    description_values: z.object({ company_number: Text, company_status: Text, company_type: Text }).nullish(),
    links: z.object({ self: Text }).nullish(),
    url: Text,
  })
  // The first answers of the service, of 2015, had the number among the values of the description.
  .transform((company) => ({ ...company, ...pick(company.description_values), ...pick(company) }))
  .refine(({ title, company_name }) => title || company_name, "no name")
  .refine(({ company_number }) => company_number, "no number");

interface Facts {
  readonly company_number?: string | null | undefined;
  readonly company_status?: string | null | undefined;
  readonly company_type?: string | null | undefined;
}

/** Of the facts that may stand in two places, those that are there. */
const pick = (facts: Facts | null | undefined): Facts => ({
  ...(facts?.company_number && { company_number: facts.company_number }),
  ...(facts?.company_status && { company_status: facts.company_status }),
  ...(facts?.company_type && { company_type: facts.company_type }),
});

const written = (address: z.output<typeof Address>): string | undefined =>
  address
    ? addressOf(
        address.care_of,
        address.po_box,
        address.premises,
        address.address_line_1,
        address.address_line_2,
        address.locality,
        address.region,
        address.postal_code,
        address.country,
      )
    : undefined;

/** What the register says of a company. */
const itemOf = (company: z.output<typeof Company>) => ({
  title: company.title || company.company_name || "",
  url: `${SITE}${company.links?.self ?? company.url ?? `/company/${company.company_number}`}`,
  snippet: company.description,
  id: company.company_number ?? "",
  country: "GB",
  jurisdiction: company.jurisdiction,
  status: company.company_status,
  statusDetail: company.company_status_detail,
  legalForm: company.company_type ?? company.type,
  // In 2015 the search wrote it as the snippet.
  address: company.address_snippet || written(company.registered_office_address ?? company.address) || company.snippet,
  activityCode: company.sic_codes?.[0],
  sicCodes: company.sic_codes,
  otherNames: company.previous_company_names?.map(({ name }) => name),
  registeredAt: isoDate(company.date_of_creation),
  endedAt: isoDate(company.date_of_cessation),
  accountsDue: isoDate(company.accounts?.next_due),
  accountsOverdue: company.accounts?.overdue,
  insolvencyHistory: company.has_insolvency_history,
  charges: company.has_charges,
});

export const companiesHouse = defineSource({
  id: "companies_house",
  title: "Companies House (UK register)",
  docs: "https://developer-specs.company-information.service.gov.uk/",
  terms: "600 requests in 5 minutes; Crown copyright, free to use",
  key: {
    env: ["COMPANIES_HOUSE_API_KEY"],
    required: true,
    from: "https://developer.company-information.service.gov.uk/",
  },
  query: query({
    describe: "a British company's name, or its number (00102498, SC123456; zeros in front may be left out)",
    example: "BP P.L.C.",
    parse,
  }),
  item: CompanyItem.extend({
    statusDetail: z.string().optional(),
    legalForm: z.string().optional().describe("the register's key: ltd, plc, llp …"),
    sicCodes: z.array(z.string()).optional().describe("UK SIC 2007"),
    accountsDue: IsoDate.optional().describe("when the next accounts are due"),
    accountsOverdue: z.boolean().optional(),
    insolvencyHistory: z.boolean().optional(),
    charges: z.boolean().optional().describe("whether charges were ever registered against it"),
  }),
  polite: { concurrency: 2, minIntervalMs: 500 },
  read: understood(
    ({ number }: Input) => number && `the company number ${number}`,
    json({
      pages,
      body: loneIn("items", z.object({ items: z.array(Company), total_results: Count.nullish() })),
      items: ({ items }) => items.map(itemOf),
      next: ({ items, total_results }, _input, response) =>
        rowsRemain(response, "start_index", items.length, total_results),
    }),
  ),
});
