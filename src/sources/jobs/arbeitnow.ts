import { z } from "zod";
import { defineSource } from "../define.ts";
import { sharedList } from "../kit/compose/cached-reader.ts";
import { figure, json } from "../kit/readers/json.ts";
import { type Words, wordsOrLatest } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { unixSeconds } from "../kit/values/dates.ts";
import { described, isAbout, JobItem } from "./item.ts";

/** The board is updated hourly. */
const AN_HOUR = 60 * 60_000;
/** Pages of a hundred offers that are looked through for words. */
const LOOKED_THROUGH = 3;

const Options = z.object({
  remote: z
    .enum(["true", "false"])
    .transform((value) => value === "true")
    .optional()
    .describe("true: only jobs that can be done from anywhere"),
});

type Input = Words & z.output<typeof Options>;

/** An offer as the API answers it. */
const Job = z.object({
  slug: z.string(),
  company_name: z.string().nullish(),
  title: z.string(),
  description: z.string().nullish(),
  remote: z.boolean().nullish(),
  url: z.string(),
  tags: z.array(z.string()).nullish(),
  job_types: z.array(z.string()).nullish(),
  location: z.string().nullish(),
  created_at: figure,
});

/** What Arbeitnow says of an offer. */
const itemOf = (job: z.output<typeof Job>) => ({
  title: job.title,
  url: job.url,
  ...described(job.description),
  id: job.slug,
  company: job.company_name,
  location: job.location,
  remote: job.remote,
  publishedAt: unixSeconds(job.created_at),
  tags: job.tags,
  jobTypes: job.job_types,
});

export const arbeitnow = defineSource({
  id: "arbeitnow",
  title: "Arbeitnow jobs (Germany and remote)",
  docs: "https://www.arbeitnow.com/blog/job-board-api",
  terms: "no key; link back to the offer; words are looked for in the newest 300 offers",
  query: wordsOrLatest(
    "words that a job's title, company, place, tags or description must hold",
    "data engineer berlin",
    Options,
  ),
  item: JobItem.extend({ remote: z.boolean().optional() }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: sharedList(
    AN_HOUR,
    json({
      pages: ({ text, page }) =>
        text && page > LOOKED_THROUGH ? undefined : get("https://www.arbeitnow.com/api/job-board-api", { page }),
      body: z.object({ data: z.array(Job), links: z.object({ next: z.string().nullish() }).nullish() }),
      items: ({ data }) => data.map(itemOf),
      next: ({ links }) => (links?.next ? undefined : null),
    }),
    (job, input: Input) => (!input.remote || job.remote === true) && isAbout(job, input),
  ),
});
