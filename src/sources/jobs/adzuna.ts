import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { figure, json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count } from "../kit/values/fields.ts";
import { JobItem, pay } from "./item.ts";

const PER_PAGE = 50;

/** The countries that Adzuna covers, with what is paid there. */
const CURRENCIES = {
  gb: "GBP",
  us: "USD",
  de: "EUR",
  fr: "EUR",
  nl: "EUR",
  it: "EUR",
  es: "EUR",
  pl: "PLN",
  at: "EUR",
  ch: "CHF",
  be: "EUR",
  au: "AUD",
  nz: "NZD",
  ca: "CAD",
  in: "INR",
  sg: "SGD",
  br: "BRL",
  mx: "MXN",
  za: "ZAR",
} as const;

type Country = keyof typeof CURRENCIES;
const isCountry = (code: string): code is Country => Object.hasOwn(CURRENCIES, code);

const Options = z.object({
  country: z
    .string()
    .transform((code) => code.toLowerCase())
    .refine(isCountry, `one of ${Object.keys(CURRENCIES).join(", ")}`)
    .optional()
    .describe(`two-letter code of the country to search in, default gb: ${Object.keys(CURRENCIES).join(", ")}`),
  location: z.string().max(100).optional().describe("a place within the country"),
});

type Input = { readonly text: string } & z.output<typeof Options>;

const Named = z.object({ display_name: z.string().nullish() }).nullish();

/** An offer as the API answers it. */
const Job = z.object({
  id: z.union([z.string(), z.int().transform(String)]),
  title: z.string(),
  description: z.string().nullish(),
  created: z.string().nullish(),
  redirect_url: z.string(),
  company: Named,
  location: z.object({ display_name: z.string().nullish(), area: z.array(z.string()).nullish() }).nullish(),
  category: z.object({ label: z.string().nullish() }).nullish(),
  salary_min: figure,
  salary_max: figure,
  salary_is_predicted: z.union([z.string(), z.int(), z.boolean()]).nullish(),
  contract_type: z.string().nullish(),
  contract_time: z.string().nullish(),
  latitude: figure,
  longitude: figure,
});

/** An offer's address without `utm_source`, in which the operator's id stands. */
function withoutId(address: string): string {
  const url = URL.parse(address);
  url?.searchParams.delete("utm_source");
  return url?.href ?? address;
}

/** What Adzuna says of an offer. */
const itemOf = (job: z.output<typeof Job>, currency: string) => ({
  title: textOfHtml(job.title) ?? "",
  url: withoutId(job.redirect_url),
  snippet: textOfHtml(job.description),
  id: job.id,
  company: job.company?.display_name,
  location: job.location?.display_name,
  area: job.location?.area,
  publishedAt: isoDate(job.created),
  salaryMin: pay(job.salary_min),
  salaryMax: pay(job.salary_max),
  currency: pay(job.salary_min) || pay(job.salary_max) ? currency : undefined,
  salaryPredicted: job.salary_is_predicted == null ? undefined : ["1", "true"].includes(`${job.salary_is_predicted}`),
  categories: job.category?.label ? [job.category.label] : undefined,
  jobTypes: [job.contract_type, job.contract_time].flatMap((type) => type ?? []),
  contractType: job.contract_type,
  contractTime: job.contract_time,
  latitude: job.latitude,
  longitude: job.longitude,
});

/** The API's failures: `{ exception: "AUTH_FAIL", display: "Authorisation failed" }`. */
const Failure = z.object({ exception: z.string(), display: z.string().nullish() });

export const adzuna = defineSource({
  id: "adzuna",
  title: "Adzuna jobs",
  docs: "https://developer.adzuna.com/docs/search",
  terms: "with a free key 25 requests a minute, 250 a day, 1,000 a week, 2,500 a month",
  key: { env: ["ADZUNA_APP_ID", "ADZUNA_APP_KEY"], required: true, from: "https://developer.adzuna.com/signup" },
  query: text("words to search the jobs of one country for", "javascript developer", Options),
  item: JobItem.extend({
    snippet: z.string().optional().describe("the offer's beginning, 500 characters"),
    area: z.array(z.string()).optional().describe("the place from the country down"),
    salaryPredicted: z.boolean().optional().describe("the pay is Adzuna's estimate"),
    contractType: z.string().optional().describe("permanent or contract"),
    contractTime: z.string().optional().describe("full_time or part_time"),
    latitude: z.number().min(-90).max(90).optional(),
    longitude: z.number().min(-180).max(180).optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 2400 },
  read: json({
    pages: ({ text: what, country = "gb", location: where, page, keys }: Input & PageRequest) =>
      get(`https://api.adzuna.com/v1/api/jobs/${country}/search/${page}`, {
        app_id: keys["ADZUNA_APP_ID"],
        app_key: keys["ADZUNA_APP_KEY"],
        what,
        where,
        results_per_page: PER_PAGE,
        sort_by: "relevance",
        "content-type": "application/json",
      }),
    refused: (body) => {
      const said = Failure.safeParse(body).data;
      return said?.exception === "AUTH_FAIL"
        ? new SourceError("missing-key", `Adzuna wants a valid key: ${quotedSaying(said.display ?? said.exception)}.`)
        : undefined;
    },
    body: z.object({ results: z.array(Job), count: Count.nullish() }),
    items: ({ results }, { country = "gb" }) => results.map((job) => itemOf(job, CURRENCIES[country])),
    next: ({ count }, _input, { url }) => {
      const page = Number(/\/search\/(\d+)/.exec(url)?.[1] ?? 1);
      return page * PER_PAGE < (count ?? Number.POSITIVE_INFINITY) ? undefined : null;
    },
  }),
});
