import { z } from "zod";
import { defineSource } from "../define.ts";
import { understood } from "../kit/compose/understood.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { pagesRemain } from "../kit/requests/further.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, IsoDate } from "../kit/values/fields.ts";
import { addressOf, CompanyItem, siteOf } from "./item.ts";
import { checked, mod11 } from "./numbers.ts";

const PER_PAGE = 100;
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2];
/** What the service has texts in, English first: 3 English, 1 Finnish, 2 Swedish. */
const LANGUAGES = ["3", "1", "2"];

interface Input {
  readonly text: string;
  /** Seven digits, a dash, the check digit. */
  readonly number?: string;
}

/** The number may come without its dash, and as the VAT number FI01120389. */
function parse(q: string): Input {
  const [, digits, check] = /^(?:FI)?(\d{7})-?(\d)$/.exec(q.toUpperCase().replace(/\s/g, "")) ?? [];
  if (!digits || !check) return { text: q };
  return { text: q, number: checked(`${digits}-${check}`, "business ID", mod11(digits + check, WEIGHTS)) };
}

const Text = z.string().nullish();
const Code = z.union([z.string(), z.int().transform(String)]).nullish();
const Descriptions = z.array(z.object({ languageCode: Code, description: Text })).nullish();
const Described = z.object({ type: Code, descriptions: Descriptions, registrationDate: Text, endDate: Text });

const Company = z.object({
  businessId: z.object({ value: z.string() }),
  euId: z.object({ value: Text }).nullish(),
  names: z.array(z.object({ name: z.string(), type: Code, endDate: Text })),
  mainBusinessLine: Described.nullish(),
  companyForms: z.array(Described).nullish(),
  companySituations: z.array(Described).nullish(),
  registeredEntries: z.array(Described.extend({ register: Code })).nullish(),
  website: z.object({ url: Text }).nullish(),
  addresses: z
    .array(
      z.object({
        type: Code,
        street: Text,
        buildingNumber: Text,
        entrance: Text,
        apartmentNumber: Text,
        postOfficeBox: Text,
        freeAddressLine: Text,
        postCode: Text,
        postOffices: z.array(z.object({ city: Text, languageCode: Code })).nullish(),
      }),
    )
    .nullish(),
  tradeRegisterStatus: Code,
  status: Code,
  registrationDate: Text,
  endDate: Text,
  lastModified: Text,
});
type Company = z.output<typeof Company>;

/** The text in the language that comes first. */
const inWords = (texts: z.output<typeof Descriptions>): string | undefined =>
  LANGUAGES.flatMap((code) => texts?.find(({ languageCode }) => languageCode === code)?.description || [])[0];

function addressIn({ addresses }: Company): string | undefined {
  const at = addresses?.find(({ type }) => type === "1") ?? addresses?.[0];
  if (!at) return undefined;
  const city = at.postOffices?.find(({ languageCode }) => languageCode === "1") ?? at.postOffices?.[0];
  const beside = (...parts: readonly (string | null | undefined)[]) =>
    parts.flatMap((part) => part?.trim() || []).join(" ");
  const street = beside(at.street, at.buildingNumber, at.entrance, at.apartmentNumber);
  return addressOf(street || at.freeAddressLine, at.postOfficeBox, beside(at.postCode, city?.city));
}

/** What the register says of a company: names of type 1 are the company's, 2 parallel, 3 those it trades under. */
function itemOf(company: Company) {
  const id = company.businessId.value;
  const name = company.names.find(({ type, endDate }) => type === "1" && !endDate) ?? company.names[0];
  const form = company.companyForms?.find(({ endDate }) => !endDate) ?? company.companyForms?.[0];
  return {
    title: name?.name ?? id,
    url: `https://tietopalvelu.ytj.fi/yritys/${id}`,
    id,
    euId: company.euId?.value,
    country: "FI",
    status: company.tradeRegisterStatus,
    legalForm: inWords(form?.descriptions),
    activity: inWords(company.mainBusinessLine?.descriptions),
    activityCode: company.mainBusinessLine?.type,
    address: addressIn(company),
    otherNames: [...new Set(company.names.flatMap((other) => (other === name ? [] : other.name)))],
    website: siteOf(company.website?.url),
    registeredAt: isoDate(company.registrationDate),
    endedAt: isoDate(company.endDate),
    updatedAt: isoDate(company.lastModified),
    situations: company.companySituations?.map(({ type, descriptions, registrationDate }) => ({
      code: type ?? "",
      label: inWords(descriptions),
      since: isoDate(registrationDate),
    })),
    registers: company.registeredEntries?.map(({ register, descriptions, registrationDate, endDate }) => ({
      register: register ?? "",
      entry: inWords(descriptions),
      since: isoDate(registrationDate),
      until: isoDate(endDate),
    })),
  };
}

export const prh = defineSource({
  id: "prh",
  title: "PRH/YTJ: Finnish companies",
  docs: "https://avoindata.prh.fi/en/ytj/swagger-ui",
  terms: "no key; some 300 requests a minute for all who ask; data CC BY 4.0",
  query: query({ describe: "a Finnish company's name, or its business ID (0112038-9)", example: "Nokia", parse }),
  item: CompanyItem.extend({
    euId: z.string().optional().describe("its number in Europe's joined registers"),
    status: z.string().optional().describe("the trade register's code"),
    situations: z
      .array(z.object({ code: z.string(), label: z.string().optional(), since: IsoDate.optional() }))
      .optional()
      .describe("bankruptcy (KONK), liquidation (SELTILA), restructuring (SANE)"),
    registers: z
      .array(
        z.object({
          register: z.string().describe("the register's code"),
          entry: z.string().optional(),
          since: IsoDate.optional(),
          until: IsoDate.optional(),
        }),
      )
      .optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 300 },
  read: understood(
    ({ number }: Input) => number && `the business ID ${number}`,
    json({
      pages: ({ text, number, page }: Input & PageRequest) =>
        get(
          "https://avoindata.prh.fi/opendata-ytj-api/v3/companies",
          number ? { businessId: number } : { name: text, page },
        ),
      body: z.object({ totalResults: Count, companies: z.array(Company) }),
      items: ({ companies }) => companies.map(itemOf),
      next: ({ totalResults }, { number }, response) => (number ? null : pagesRemain(response, PER_PAGE, totalResults)),
    }),
  ),
});
