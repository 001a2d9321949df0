import { z } from "zod";
import { withoutNulls } from "../../../pipelines/scrape/options.ts";
import { flag } from "./fields.ts";

const MAX_TARGETS = 20;
const MAX_URLS = 100;

const address = z.string({ error: "must be an address" }).trim().min(1).max(10_000);

const Target = z.discriminatedUnion(
  "type",
  [
    z.object({
      id: z.string().max(100).optional(),
      type: z.literal("scrape"),
      urls: z
        .array(address, { error: "must be a list of addresses" })
        .min(1, { error: "must name one address at least" })
        .max(MAX_URLS, { error: `must be at most ${MAX_URLS} addresses` }),
      scrapeOptions: z.unknown().optional(),
    }),
    z.object({
      id: z.string().max(100).optional(),
      type: z.literal("crawl"),
      url: address,
      crawlOptions: z.record(z.string(), z.unknown(), { error: "must be a JSON object" }).optional(),
      scrapeOptions: z.unknown().optional(),
    }),
  ],
  { error: "must be of the type scrape or crawl; searches are not watched here" },
);
export type MonitorTarget = z.output<typeof Target>;

const fields = {
  name: z
    .string({ error: "must be a text" })
    .trim()
    .min(1, { error: "must not be empty" })
    .max(200, { error: "must be at most 200 characters" }),
  schedule: z
    .object(
      {
        cron: z.string({ error: "must be a text" }).max(200).optional(),
        text: z.string({ error: "must be a text" }).max(200).optional(),
        timezone: z.string({ error: "must be a text" }).max(100).optional(),
      },
      { error: "must be an object with cron or text" },
    )
    .refine(({ cron, text }) => (cron === undefined) !== (text === undefined), {
      error: "needs cron or text, not both",
    }),
  targets: z
    .array(Target, { error: "must be a list of targets" })
    .min(1, { error: "must name one target at least" })
    .max(MAX_TARGETS, { error: `must be at most ${MAX_TARGETS} targets` }),
  webhook: z.unknown(),
  notification: z.unknown(),
  retentionDays: z.int({ error: "must be a whole number of days" }).min(1).max(365),
  goal: z.unknown(),
  judgeEnabled: flag,
};

/** What `POST /monitor` may be asked. */
export const MonitorBody = z.preprocess(
  withoutNulls,
  z.object({
    ...fields,
    webhook: fields.webhook.optional(),
    notification: fields.notification.optional(),
    retentionDays: fields.retentionDays.optional(),
    goal: fields.goal.optional(),
    judgeEnabled: fields.judgeEnabled.optional(),
  }),
);

/** What `PATCH /monitor/{id}` may be asked; `webhook: null` takes it away. */
export const MonitorPatch = z
  .object({
    ...fields,
    status: z.enum(["active", "paused"], { error: "must be active or paused" }),
    goal: fields.goal.nullable(),
  })
  .partial();

/** What is stored of a monitor beside its schedule. */
export const MonitorTold = z.object({
  monitor: z.string(),
  trigger: z.enum(["scheduled", "manual"]),
  createdAt: z.string(),
  updatedAt: z.string(),
  retentionDays: z.int().optional(),
});
export type MonitorTold = z.output<typeof MonitorTold>;

/** What a check has to do, as it is stored. */
export const CheckOrder = z.object({ monitor: z.string(), targets: z.array(Target) });
export type CheckOrder = z.output<typeof CheckOrder>;

const PageStatus = z.enum(["same", "new", "changed", "removed", "error"]);

/** What a check came to, as it is stored. */
export const CheckedBody = z.object({
  pages: z.array(
    z.looseObject({ id: z.string(), targetId: z.string(), url: z.string(), status: PageStatus, createdAt: z.string() }),
  ),
  summary: z.object({
    totalPages: z.int(),
    same: z.int(),
    changed: z.int(),
    new: z.int(),
    removed: z.int(),
    error: z.int(),
  }),
});
export type CheckedBody = z.output<typeof CheckedBody>;

const count = (min: number, max: number, fallback: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error }).default(fallback);
};

export const ListQuery = z.object({ limit: count(1, 1_000, 100), offset: count(0, 1_000_000, 0) });
export const PagesQuery = z.object({
  limit: count(1, 1_000, 100),
  skip: count(0, 1_000_000, 0),
  status: PageStatus.optional(),
});
