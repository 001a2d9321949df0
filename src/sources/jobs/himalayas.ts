import { z } from "zod";
import { defineSource } from "../define.ts";
import { figure, json, numeric } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { type Words, wordsOrLatest } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { unixMillis, unixSeconds } from "../kit/values/dates.ts";
import { Count, IsoDate } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { described, JobItem, pay } from "./item.ts";

const SITE = "https://himalayas.app/jobs/api";
const PER_PAGE = 20;
/** What the API wrote into every offer for a while in place of the company's name and logo. */
const PLACEHOLDERS: readonly unknown[] = ["name", "thumbnail_url"];

const Options = z.object({
  country: z.string().max(60).optional().describe("a country's name or two-letter code where one may live"),
  seniority: z.string().max(60).optional().describe("Entry-level, Mid-level, Senior, Manager, Director or Executive"),
  employment_type: z
    .string()
    .max(60)
    .optional()
    .describe("Full Time, Part Time, Contractor, Temporary, Intern, Volunteer or Other"),
});

const Texts = z.array(z.string()).nullish();
/** A country, by its name; objects until 2025. */
const Place = z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]);
/** An instant in seconds since 1970, or as the documentation has it in milliseconds. */
const Instant = figure.transform((at) => (at && at > 1e11 ? unixMillis(at) : unixSeconds(at)));

/** An offer as the API answers it: https://himalayas.app/docs/data-dictionary */
const Job = z.object({
  title: z.string(),
  excerpt: z.string().nullish(),
  companyName: z.string().nullish(),
  companySlug: z.string().nullish(),
  companyLogo: z.string().nullish(),
  employmentType: z.string().nullish(),
  minSalary: figure,
  maxSalary: figure,
  salaryPeriod: z.string().nullish(),
  currency: z.string().nullish(),
  seniority: Texts,
  locationRestrictions: z.array(Place).nullish(),
  timezoneRestrictions: z.array(numeric).nullish(),
  categories: Texts,
  parentCategories: Texts,
  description: z.string().nullish(),
  pubDate: Instant,
  expiryDate: Instant,
  applicationLink: z.string().nullish(),
  guid: z.string(),
});

const known = (value: string | null | undefined) => (PLACEHOLDERS.includes(value) ? undefined : value);

/** What Himalayas says of an offer. */
const itemOf = (job: z.output<typeof Job>) => ({
  title: job.title,
  url: job.guid,
  ...described(job.description),
  ...(job.excerpt && { snippet: job.excerpt }),
  id: job.guid,
  company: known(job.companyName),
  companySlug: job.companySlug,
  location: job.locationRestrictions?.join(", "),
  timezones: job.timezoneRestrictions,
  publishedAt: job.pubDate,
  expiresAt: job.expiryDate,
  salaryMin: pay(job.minSalary),
  salaryMax: pay(job.maxSalary),
  currency: job.currency,
  salaryPeriod: pay(job.minSalary) || pay(job.maxSalary) ? job.salaryPeriod : undefined,
  categories: job.categories,
  parentCategories: job.parentCategories,
  jobTypes: job.employmentType ? [job.employmentType] : undefined,
  levels: job.seniority,
  applyUrl: webUrl(job.applicationLink),
  logo: webUrl(known(job.companyLogo)),
});

export const himalayas = defineSource({
  id: "himalayas",
  title: "Himalayas remote jobs",
  docs: "https://himalayas.app/api",
  terms: "no key; a day late; link back and name Himalayas as the source, no passing on to other job boards",
  query: wordsOrLatest("words to search remote jobs for", "react engineer", Options),
  item: JobItem.extend({
    location: z.string().optional().describe("countries where one must live; absent: worldwide"),
    companySlug: z.string().optional().describe("himalayas.app/companies/<slug>"),
    salaryPeriod: z.string().optional().describe("annual, hourly, …"),
    timezones: z.array(z.number()).optional().describe("time zones that one must share, hours from UTC"),
    expiresAt: IsoDate.optional(),
    parentCategories: z.array(z.string()).optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: json({
    pages: ({
      text: q,
      country,
      seniority,
      employment_type,
      page,
      cursor,
    }: Words & z.output<typeof Options> & PageRequest) =>
      q || country || seniority || employment_type
        ? get(`${SITE}/search`, { q: q || undefined, country, seniority, employment_type, page, sort: "relevance" })
        : get(SITE, { limit: PER_PAGE, cursor }),
    body: z.object({ jobs: z.array(Job), totalCount: Count.nullish(), nextCursor: z.string().nullish() }),
    items: ({ jobs }) => jobs.map(itemOf),
    next: ({ totalCount, nextCursor }, _input, { url }) => {
      const page = URL.parse(url)?.searchParams.get("page");
      if (!page) return nextCursor ?? null;
      return Number(page) * PER_PAGE < (totalCount ?? Number.POSITIVE_INFINITY) ? undefined : null;
    },
  }),
});
