import { z } from "zod";
import { defineSource } from "../../define.ts";
import { fallback } from "../../kit/compose/steps.ts";
import { json } from "../../kit/readers/json.ts";
import type { PageRequest } from "../../kit/readers/paged.ts";
import { url } from "../../kit/requests/query.ts";
import { get } from "../../kit/requests/request.ts";
import { keyHelps } from "../../kit/responses/answer.ts";
import { HttpUrl, IsoDate } from "../../kit/values/fields.ts";
import { PageItem } from "../item.ts";
import { byOurselves, type Input } from "./local.ts";
import { Answer, fieldOf, measured } from "./result.ts";

/** The variable that holds the key. */
const KEY = "PAGESPEED_API_KEY";

const Options = z.object({
  strategy: z.enum(["mobile", "desktop"]).default("mobile"),
  language: z
    .string()
    .regex(/^[a-z]{2}(-[A-Z]{2})?$/, "a language such as fr")
    .optional()
    .describe("of the titles"),
});

/** As Google's servers measure, with what users of Chrome saw. */
const insights = json({
  request: ({ url: page, strategy, language, key }: Input & PageRequest) =>
    get(
      "https://www.googleapis.com/pagespeedonline/v5/runPagespeed",
      {
        url: page,
        strategy,
        category: ["performance", "seo", "accessibility", "best-practices"],
        locale: language,
        key: key || undefined,
      },
      { timeoutMs: 90_000 },
    ),
  judge: keyHelps(KEY),
  body: Answer,
  items: ({ lighthouseResult, loadingExperience, analysisUTCTimestamp }, { url: page, strategy }) => {
    const found = measured(lighthouseResult, page, strategy);
    return [
      {
        ...found,
        fetchedAt: found.fetchedAt ?? analysisUTCTimestamp,
        measuredBy: "psi" as const,
        ...fieldOf(loadingExperience),
      },
    ];
  },
});

const Rating = z.string().optional().describe("FAST, AVERAGE or SLOW");
const Ms = z.number().nonnegative().optional();

export const pagespeed = defineSource({
  id: "pagespeed",
  title: "PageSpeed Insights",
  docs: "https://developers.google.com/speed/docs/insights/v5/get-started",
  terms: `without a key the shared quota is mostly spent, ${KEY} allows 25,000 requests a day; where it does not answer, Lighthouse measures here (npm install lighthouse, and a Chromium)`,
  query: url("a page's URL or a domain", "https://web.dev/", Options),
  verbatim: true,
  item: PageItem.extend({
    strategy: z.enum(["mobile", "desktop"]),
    fetchedAt: IsoDate.optional(),
    measuredBy: z
      .enum(["psi", "local"])
      .describe("psi: Google's PageSpeed Insights; local: Lighthouse in this machine's Chromium"),
    lighthouseVersion: z.string().optional(),
    performanceScore: z.int().min(0).max(100).optional(),
    seoScore: z.int().min(0).max(100).optional(),
    accessibilityScore: z.int().min(0).max(100).optional(),
    bestPracticesScore: z.int().min(0).max(100).optional(),
    lcpMs: Ms.describe("lab: largest contentful paint"),
    fcpMs: Ms.describe("lab: first contentful paint"),
    cls: Ms.describe("lab: cumulative layout shift, without unit"),
    tbtMs: Ms.describe("lab: total blocking time"),
    speedIndexMs: Ms.describe("lab"),
    ttfbMs: Ms.describe("lab: the server's response time"),
    maxPotentialFidMs: Ms.describe("lab: the longest task"),
    fieldData: z.boolean().describe("there are measures of real users"),
    originFallback: z.boolean().optional().describe("those are of the whole site, for the page has too few"),
    inpMs: Ms.describe("field, 75th percentile: interaction to next paint"),
    lcpP75Ms: Ms.describe("field, 75th percentile"),
    clsP75: Ms.describe("field, 75th percentile, without unit"),
    fidMs: Ms.describe("field, 75th percentile: first input delay, retired in 2024"),
    fcpP75Ms: Ms.describe("field, 75th percentile"),
    ttfbP75Ms: Ms.describe("field, 75th percentile"),
    inpCategory: Rating,
    lcpCategory: Rating,
    clsCategory: Rating,
    fidCategory: Rating,
    fcpCategory: Rating,
    ttfbCategory: Rating,
    overallCategory: Rating,
    opportunities: z.array(z.object({ id: z.string(), title: z.string(), savingsMs: z.number().nonnegative() })),
    url: HttpUrl.optional(),
  }),
  key: { env: [KEY], required: false, from: "https://developers.google.com/speed/docs/insights/v5/get-started" },
  polite: { concurrency: 4, minIntervalMs: 250 },
  read: fallback(insights, byOurselves, ["rate-limited", "blocked", "missing-key", "unreachable", "timeout"]),
});
