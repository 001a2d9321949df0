import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { understood } from "../kit/compose/understood.ts";
import { json, loneIn } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { pagesRemain } from "../kit/requests/further.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import type { Judge } from "../kit/responses/answer.ts";
import { upstreamMessage } from "../kit/responses/refusals.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, HttpUrl } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { CompanyItem } from "./item.ts";

const API = "https://api.opencorporates.com/v0.4/companies";
const PER_PAGE = 30;

const Options = z.object({
  jurisdiction: z
    .string()
    .regex(/^[A-Za-z]{2}(?:_[A-Za-z]{2})?$/, "a code such as gb, fr or us_de")
    .transform((code) => code.toLowerCase())
    .optional()
    .describe("only companies under this law, e.g. gb, fr, us_de"),
  inactive: z.enum(["true", "false"]).optional().describe("only companies that are inactive, or only such as are not"),
});

interface Input extends z.output<typeof Options> {
  readonly text: string;
  /** A jurisdiction's code and a number in its register. */
  readonly number?: { readonly jurisdiction: string; readonly id: string };
}

function parse(q: string, options: z.output<typeof Options>): Input {
  const [, jurisdiction, id] = /^([a-z]{2}(?:_[a-z]{2})?)[/:]([\w.-]{1,40})$/i.exec(q) ?? [];
  if (!jurisdiction || !id || !/\d{2}/.test(id)) return { ...options, text: q };
  return { ...options, text: q, number: { jurisdiction: jurisdiction.toLowerCase(), id } };
}

function pages({ text, number, jurisdiction, inactive, page, key }: Input & PageRequest) {
  if (number)
    return page === 1
      ? get(`${API}/${number.jurisdiction}/${encodeURIComponent(number.id)}`, { api_token: key })
      : undefined;
  return get(`${API}/search`, {
    q: text,
    jurisdiction_code: jurisdiction,
    inactive,
    order: "score",
    page,
    per_page: PER_PAGE,
    api_token: key,
  });
}

const Text = z.string().nullish();
const Flag = z.boolean().nullish();
const Named = z.array(z.object({ company_name: Text })).nullish();

/** A company as the API answers it; versions 0.3 and 0.4 agree in this. */
const Company = z.object({
  name: z.string(),
  company_number: z.string(),
  jurisdiction_code: Text,
  incorporation_date: Text,
  dissolution_date: Text,
  company_type: Text,
  current_status: Text,
  inactive: Flag,
  branch_status: z.union([z.string(), z.boolean()]).nullish(),
  registered_address_in_full: Text,
  registry_url: Text,
  previous_names: Named,
  alternative_names: Named,
  industry_codes: z.array(z.object({ industry_code: z.object({ code: Text, description: Text }).nullish() })).nullish(),
  source: z.object({ publisher: Text }).nullish(),
  updated_at: Text,
  opencorporates_url: Text,
});

/** What OpenCorporates says of a company. */
function itemOf(company: z.output<typeof Company>) {
  const industry = company.industry_codes?.[0]?.industry_code;
  const names = [...(company.previous_names ?? []), ...(company.alternative_names ?? [])];
  return {
    title: company.name,
    url: company.opencorporates_url,
    id: company.company_number,
    country: company.jurisdiction_code?.slice(0, 2).toUpperCase(),
    jurisdiction: company.jurisdiction_code,
    status: company.current_status,
    inactive: company.inactive,
    branch: typeof company.branch_status === "string" ? company.branch_status : undefined,
    legalForm: company.company_type,
    activity: industry?.description,
    activityCode: industry?.code,
    address: company.registered_address_in_full?.replace(/\s*\n\s*/g, ", "),
    otherNames: names.flatMap(({ company_name }) => company_name ?? []),
    registeredAt: isoDate(company.incorporation_date),
    endedAt: isoDate(company.dissolution_date),
    updatedAt: isoDate(company.updated_at),
    registryUrl: webUrl(company.registry_url),
    register: company.source?.publisher,
  };
}

/** Its 403 means that the allowance of the key is used up. */
const judge: Judge = (response) =>
  response.status === 403
    ? new SourceError(
        "rate-limited",
        `OpenCorporates' allowance is used up (HTTP 403): ${quotedSaying(upstreamMessage(response) ?? "no reason given")}.`,
      )
    : undefined;

const Hit = z.object({ company: Company });

export const opencorporates = defineSource({
  id: "opencorporates",
  title: "OpenCorporates: companies of the world",
  docs: "https://api.opencorporates.com/documentation/API-Reference",
  terms: "a key for every call, free of charge for public benefit only; data ODbL",
  key: { env: ["OPENCORPORATES_API_TOKEN"], required: true, from: "https://opencorporates.com/pricing/" },
  query: query({
    describe: "a company's name, or jurisdiction/number (gb/00102498, us_ca/C3268102)",
    example: "GITHUB, INC.",
    options: Options,
    parse,
  }),
  item: CompanyItem.extend({
    inactive: z.boolean().optional(),
    branch: z.string().optional().describe("a branch's kind, where it is one"),
    registryUrl: HttpUrl.optional().describe("the company's page at its register"),
    register: z.string().optional().describe("who keeps the register"),
  }),
  polite: { concurrency: 1, minIntervalMs: 500 },
  read: understood(
    ({ number }: Input) => number && `the number ${number.id} in the register of ${number.jurisdiction}`,
    json({
      pages,
      judge,
      body: z.object({
        results: loneIn("companies", z.object({ companies: z.array(Hit), total_count: Count.nullish() })),
      }),
      items: ({ results }) => results.companies.map(({ company }) => itemOf(company)),
      next: ({ results }, _input, response) => pagesRemain(response, PER_PAGE, results.total_count),
    }),
  ),
});
