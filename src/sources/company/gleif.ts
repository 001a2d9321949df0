import { z } from "zod";
import { defineSource } from "../define.ts";
import { understood } from "../kit/compose/understood.ts";
import { json, listOf } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, IsoDate } from "../kit/values/fields.ts";
import { addressOf, CompanyItem } from "./item.ts";
import { checked, mod97 } from "./numbers.ts";

const API = "https://api.gleif.org/api/v1/lei-records";
const PER_PAGE = 20;

interface Input {
  readonly kind: "LEI" | "number in a national register" | "name";
  readonly text: string;
}

function parse(q: string): Input {
  const code = q.toUpperCase().replace(/\s/g, "");
  if (/^[A-Z\d]{18}\d{2}$/.test(code) && /\d/.test(code.slice(0, 18)))
    return { kind: "LEI", text: checked(code, "LEI", mod97(code)) };
  if (/^\d{5,18}$/.test(code)) return { kind: "number in a national register", text: code };
  return { kind: "name", text: q };
}

function pages(ask: Input & PageRequest) {
  if (ask.kind === "LEI") return ask.page === 1 ? get(`${API}/${ask.text}`) : undefined;
  return get(API, {
    ...(ask.kind === "name" ? { "filter[fulltext]": ask.text } : { "filter[entity.registeredAs]": ask.text }),
    "page[number]": ask.page,
    "page[size]": PER_PAGE,
  });
}

const Text = z.string().nullish();
const Id = z.object({ id: Text, other: Text }).nullish();
const Names = z.array(z.object({ name: z.string() })).nullish();
const Address = z
  .object({ addressLines: z.array(z.string()).nullish(), city: Text, region: Text, country: Text, postalCode: Text })
  .nullish();

/** A record of level 1: who is who. */
const LeiRecord = z.object({
  attributes: z.object({
    lei: z.string(),
    entity: z.object({
      legalName: z.object({ name: z.string() }),
      otherNames: Names,
      transliteratedOtherNames: Names,
      legalAddress: Address,
      headquartersAddress: Address,
      registeredAt: Id,
      registeredAs: Text,
      jurisdiction: Text,
      category: Text,
      legalForm: Id,
      status: Text,
      creationDate: Text,
      expiration: z.object({ date: Text }).nullish(),
    }),
    registration: z
      .object({ initialRegistrationDate: Text, lastUpdateDate: Text, status: Text, nextRenewalDate: Text })
      .nullish(),
    bic: z.array(z.string()).nullish(),
  }),
});

const written = (address: z.output<typeof Address>): string | undefined =>
  address
    ? addressOf(...(address.addressLines ?? []), address.postalCode, address.city, address.region, address.country)
    : undefined;

/** What GLEIF says of an entity. */
const itemOf = ({ attributes: { lei, entity, registration, bic } }: z.output<typeof LeiRecord>) => ({
  title: entity.legalName.name,
  url: `https://search.gleif.org/#/record/${lei}`,
  id: lei,
  lei,
  country: entity.legalAddress?.country,
  jurisdiction: entity.jurisdiction,
  status: registration?.status,
  entityStatus: entity.status,
  entityCategory: entity.category,
  legalForm: entity.legalForm?.other || entity.legalForm?.id,
  address: written(entity.legalAddress),
  headquarters: written(entity.headquartersAddress),
  otherNames: [...(entity.otherNames ?? []), ...(entity.transliteratedOtherNames ?? [])].map(({ name }) => name),
  registerNumber: entity.registeredAs,
  register: entity.registeredAt?.id || entity.registeredAt?.other,
  registeredAt: isoDate(registration?.initialRegistrationDate),
  foundedAt: isoDate(entity.creationDate),
  endedAt: isoDate(entity.expiration?.date),
  updatedAt: isoDate(registration?.lastUpdateDate),
  renewalAt: isoDate(registration?.nextRenewalDate),
  bic,
});

export const gleif = defineSource({
  id: "gleif",
  title: "GLEIF: legal entity identifiers",
  docs: "https://documenter.getpostman.com/view/7679680/SVYrrxuU",
  terms: "no key; 60 requests a minute; data CC0",
  query: query({
    describe: "a company's name, its LEI, or its number in a national register (a SIREN, a CIK …)",
    example: "Apple",
    parse,
  }),
  item: CompanyItem.extend({
    lei: z.string().describe("Legal Entity Identifier, ISO 17442"),
    status: z.string().optional().describe("of the LEI: ISSUED, LAPSED, RETIRED …"),
    entityStatus: z.string().optional().describe("ACTIVE or INACTIVE"),
    entityCategory: z.string().optional().describe("GENERAL, FUND, BRANCH, SOLE_PROPRIETOR …"),
    legalForm: z.string().optional().describe("code of ISO 20275, or in words"),
    headquarters: z.string().optional().describe("address, on one line"),
    registerNumber: z.string().optional(),
    register: z.string().optional().describe("code of GLEIF's list of registration authorities: RA000189 …"),
    renewalAt: IsoDate.optional().describe("when the LEI is to be renewed"),
    bic: z.array(z.string()).optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: understood(
    ({ kind, text }: Input) => (kind === "name" ? undefined : `the ${kind} ${text}`),
    json({
      pages,
      body: z.object({
        data: listOf(LeiRecord),
        meta: z.object({ pagination: z.object({ currentPage: Count, lastPage: Count }).nullish() }).nullish(),
      }),
      items: ({ data }) => data.map(itemOf),
      next: ({ meta }) => {
        const { currentPage = 1, lastPage = 1 } = meta?.pagination ?? {};
        return currentPage < lastPage ? undefined : null;
      },
    }),
  ),
});
