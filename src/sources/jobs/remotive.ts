import { z } from "zod";
import { defineSource } from "../define.ts";
import { sharedList } from "../kit/compose/cached-reader.ts";
import { json } from "../kit/readers/json.ts";
import { type Words, wordsOrLatest } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { webUrl } from "../kit/values/links.ts";
import { described, isAbout, JobItem } from "./item.ts";

/*
 * The feed holds some thirty offers, and whoever asks it more than twice a minute is refused: it is asked whole, a few
 * times a day, and searched here, not by its own `search`.
 */
const SIX_HOURS = 6 * 60 * 60_000;

const Options = z.object({
  category: z
    .string()
    .regex(/^[a-z0-9-]{1,60}$/, "a category's slug, e.g. software-dev")
    .optional()
    .describe("slug of a category, e.g. software-dev"),
  company_name: z.string().max(100).optional().describe("only this company's jobs, also by a part of its name"),
});

/** An offer as the API answers it. */
const Job = z.object({
  id: z.union([z.int(), z.string()]),
  url: z.string(),
  title: z.string(),
  company_name: z.string().nullish(),
  company_logo: z.string().nullish(),
  company_logo_url: z.string().nullish(),
  category: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
  job_type: z.string().nullish(),
  publication_date: z.string().nullish(),
  candidate_required_location: z.string().nullish(),
  salary: z.string().nullish(),
  description: z.string().nullish(),
});

/** What Remotive says of an offer. */
const itemOf = (job: z.output<typeof Job>) => ({
  title: job.title,
  url: job.url,
  ...described(job.description),
  id: job.id,
  company: job.company_name,
  location: job.candidate_required_location,
  publishedAt: isoDate(job.publication_date),
  salary: job.salary,
  categories: job.category ? [job.category] : undefined,
  tags: job.tags,
  jobTypes: job.job_type ? [job.job_type] : undefined,
  logo: webUrl(job.company_logo) ?? webUrl(job.company_logo_url),
});

export const remotive = defineSource({
  id: "remotive",
  title: "Remotive jobs",
  docs: "https://github.com/remotive-com/remote-jobs-api",
  terms:
    "some 30 jobs, a day late; asked at most every six hours; link back to the offer and name Remotive as the source",
  query: wordsOrLatest(
    "words that a job's title, company, place, category, tags or description must hold",
    "typescript",
    Options,
  ),
  item: JobItem.extend({
    salary: z.string().optional().describe("pay, in the company's words"),
  }),
  polite: { concurrency: 1, minIntervalMs: 30_000 },
  read: sharedList(
    SIX_HOURS,
    json({
      request: ({ category, company_name }: Words & z.output<typeof Options>) =>
        get("https://remotive.com/api/remote-jobs", { category, company_name }),
      body: z.object({ jobs: z.array(Job) }),
      items: ({ jobs }) => jobs.map(itemOf),
    }),
    isAbout,
  ),
});
