import { filter } from "rxjs";
import { z } from "zod";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count } from "../kit/values/fields.ts";
import { described, isAbout, JobItem } from "./item.ts";

/** The API answers no page beyond. */
const LAST_PAGE = 99;

/** The categories that the API knows, by its documentation; it has no search of words. */
const CATEGORIES: ReadonlyMap<string, string> = new Map(
  `Accounting|Accounting and Finance|Account Management|Account Management/Customer Success|Administration and Office|
Advertising and Marketing|Animal Care|Arts|Business Operations|Cleaning and Facilities|Computer and IT|Construction|
Corporate|Customer Service|Data and Analytics|Data Science|Design|Design and UX|Editor|Education|
Energy Generation and Mining|Entertainment and Travel Services|Farming and Outdoors|Food and Hospitality Services|
Healthcare|HR|Human Resources and Recruitment|Installation, Maintenance, and Repairs|IT|Law|Legal Services|Management|
Manufacturing and Warehouse|Marketing|Mechanic|Media, PR, and Communications|Mental Health|Nurses|
Office Administration|Personal Care and Services|Physical Assistant|Product|Product Management|Project Management|
Protective Services|Public Relations|Real Estate|Recruiting|Retail|Sales|Science and Engineering|Social Services|
Software Engineer|Software Engineering|Sports, Fitness, and Recreation|Transportation and Logistics|UX|Videography|
Writer|Writing and Editing`
    .split("|")
    .map((name) => [name.trim().toLowerCase(), name.trim()]),
);

const Options = z.object({
  category: z.string().max(60).optional().describe("one of The Muse's categories, e.g. Data and Analytics"),
  location: z
    .string()
    .max(100)
    .optional()
    .describe("one of The Muse's places, e.g. Paris, France or Flexible / Remote"),
  level: z
    .enum(["Entry Level", "Mid Level", "Senior Level", "management", "Internship"])
    .optional()
    .describe("how experienced one must be"),
  company: z.string().max(100).optional().describe("a company's name as The Muse writes it"),
});

interface Input extends z.output<typeof Options> {
  /** Looked for in the offers; "" for none. */
  readonly text: string;
  /** `q` itself is the category. */
  readonly byCategory: boolean;
}

const Named = z.array(z.object({ name: z.string() })).nullish();
const names = (list: z.output<typeof Named>) => list?.map(({ name }) => name);

/** An offer as the API answers it. */
const Job = z.object({
  id: z.int(),
  name: z.string(),
  contents: z.string().nullish(),
  type: z.string().nullish(),
  publication_date: z.string().nullish(),
  locations: Named,
  categories: Named,
  levels: Named,
  tags: z.array(z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])).nullish(),
  refs: z.object({ landing_page: z.string() }),
  company: z.object({ name: z.string().nullish() }).nullish(),
});

/** What The Muse says of an offer. */
const itemOf = (job: z.output<typeof Job>) => ({
  title: job.name,
  url: job.refs.landing_page,
  ...described(job.contents),
  id: job.id,
  company: job.company?.name,
  location: names(job.locations)?.join("; "),
  publishedAt: isoDate(job.publication_date),
  categories: names(job.categories),
  levels: names(job.levels),
  type: job.type,
  tags: job.tags,
});

const list = json({
  pages: ({ page, category, location, level, company, key }: Input & PageRequest) =>
    page > LAST_PAGE
      ? undefined
      : get("https://www.themuse.com/api/public/jobs", {
          page,
          category,
          location,
          level,
          company,
          api_key: key || undefined,
        }),
  body: z.object({ results: z.array(Job), page: z.int().nullish(), page_count: Count.nullish() }),
  items: ({ results }, { byCategory, category }, _response, { notice }) => {
    if (byCategory) notice({ kind: "note", text: `understood as the category ${category}` });
    return results.map(itemOf);
  },
  next: ({ page, page_count }) => ((page ?? 1) < (page_count ?? Number.POSITIVE_INFINITY) ? undefined : null),
});

export const themuse = defineSource({
  id: "themuse",
  title: "The Muse jobs",
  docs: "https://www.themuse.com/developers/api/v2",
  terms: "500 requests an hour without a key, 3,600 with one; words are looked for in the pages that are read",
  key: { env: ["THEMUSE_API_KEY"], required: false, from: "https://www.themuse.com/developers/api/v2/apps" },
  query: query({
    describe:
      "one of The Muse's categories, or words that a job's title, company, place or text must hold; * for the newest",
    example: "Software Engineering",
    options: Options,
    parse: (q, options): Input => {
      const named = options.category ? undefined : CATEGORIES.get(q.toLowerCase());
      const text = named || q === "*" ? "" : q;
      return { ...options, text, byCategory: Boolean(named), ...(named && { category: named }) };
    },
  }),
  item: JobItem.extend({ type: z.string().optional().describe("external: one applies at the company's own site") }),
  polite: { concurrency: 1, minIntervalMs: 500 },
  read: (input, context) => list(input, context).pipe(filter((job) => isAbout(job, input))),
});
