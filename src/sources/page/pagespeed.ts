import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { keyHelps } from "../kit/answers/answer.ts";
import { url } from "../kit/ask/query.ts";
import { get } from "../kit/ask/request.ts";
import { json } from "../kit/readers/json.ts";
import { HttpUrl, IsoDate } from "../kit/values/fields.ts";
import { PageItem } from "./item.ts";

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

const Audit = z.object({
  title: z.string().nullish(),
  numericValue: z.number().nullish(),
  details: z.object({ type: z.string().nullish(), overallSavingsMs: z.number().nullish() }).nullish(),
});

const Score = z.object({ score: z.number().nullish() }).nullish();

const Metric = z.object({ percentile: z.number().nullish(), category: z.string().nullish() });

const Experience = z.object({
  metrics: z.record(z.string(), Metric).nullish(),
  overall_category: z.string().nullish(),
  origin_fallback: z.boolean().nullish(),
});

const Answer = z.object({
  analysisUTCTimestamp: z.string().nullish(),
  loadingExperience: Experience.nullish(),
  lighthouseResult: z.object({
    finalUrl: z.string().nullish(),
    finalDisplayedUrl: z.string().nullish(),
    fetchTime: z.string().nullish(),
    lighthouseVersion: z.string().nullish(),
    runWarnings: z.array(z.unknown()).nullish(),
    runtimeError: z.object({ code: z.string().nullish(), message: z.string().nullish() }).nullish(),
    configSettings: z.object({ formFactor: z.string().nullish(), emulatedFormFactor: z.string().nullish() }).nullish(),
    categories: z.object({
      performance: Score,
      seo: Score,
      accessibility: Score,
      "best-practices": Score,
    }),
    audits: z.record(z.string(), Audit),
  }),
});
type Answer = z.output<typeof Answer>;

const points = (category: z.output<typeof Score>): number | undefined =>
  typeof category?.score === "number" ? Math.round(category.score * 100) : undefined;

/** What users of Chrome saw over 28 days, at the 75th percentile; layout shift comes a hundredfold. */
function fieldOf(experience: Answer["loadingExperience"]) {
  const metrics = experience?.metrics ?? {};
  const p75 = (name: string) => metrics[name]?.percentile;
  const shift = p75("CUMULATIVE_LAYOUT_SHIFT_SCORE");
  const category = (name: string) => metrics[name]?.category;
  return {
    inpMs: p75("INTERACTION_TO_NEXT_PAINT") ?? p75("EXPERIMENTAL_INTERACTION_TO_NEXT_PAINT"),
    lcpP75Ms: p75("LARGEST_CONTENTFUL_PAINT_MS"),
    clsP75: typeof shift === "number" ? shift / 100 : undefined,
    fidMs: p75("FIRST_INPUT_DELAY_MS"),
    fcpP75Ms: p75("FIRST_CONTENTFUL_PAINT_MS"),
    ttfbP75Ms: p75("EXPERIMENTAL_TIME_TO_FIRST_BYTE"),
    inpCategory: category("INTERACTION_TO_NEXT_PAINT") ?? category("EXPERIMENTAL_INTERACTION_TO_NEXT_PAINT"),
    lcpCategory: category("LARGEST_CONTENTFUL_PAINT_MS"),
    clsCategory: category("CUMULATIVE_LAYOUT_SHIFT_SCORE"),
    fidCategory: category("FIRST_INPUT_DELAY_MS"),
    fcpCategory: category("FIRST_CONTENTFUL_PAINT_MS"),
    ttfbCategory: category("EXPERIMENTAL_TIME_TO_FIRST_BYTE"),
    overallCategory: experience?.overall_category,
    fieldData: Object.keys(metrics).length > 0,
    originFallback: experience?.origin_fallback,
  };
}

/** What a run of Lighthouse measured. */
function labOf(audits: Answer["lighthouseResult"]["audits"]) {
  const value = (id: string) => audits[id]?.numericValue;
  return {
    lcpMs: value("largest-contentful-paint"),
    fcpMs: value("first-contentful-paint"),
    cls: value("cumulative-layout-shift"),
    tbtMs: value("total-blocking-time"),
    speedIndexMs: value("speed-index"),
    ttfbMs: value("server-response-time"),
    maxPotentialFidMs: value("max-potential-fid"),
  };
}

const opportunitiesOf = (audits: Answer["lighthouseResult"]["audits"]) =>
  Object.entries(audits)
    .flatMap(([id, { title, details }]) =>
      title && (details?.overallSavingsMs ?? 0) > 0 ? [{ id, title, savingsMs: details?.overallSavingsMs ?? 0 }] : [],
    )
    .toSorted((one, other) => other.savingsMs - one.savingsMs);

const Rating = z.string().optional().describe("FAST, AVERAGE or SLOW");
const Ms = z.number().nonnegative().optional();

export const pagespeed = defineSource({
  id: "pagespeed",
  title: "PageSpeed Insights",
  docs: "https://developers.google.com/speed/docs/insights/v5/get-started",
  terms: `without a key the shared quota is mostly spent; ${KEY} allows 25,000 requests a day`,
  query: url("a page's URL or a domain", "https://web.dev/", Options),
  item: PageItem.extend({
    strategy: z.enum(["mobile", "desktop"]),
    fetchedAt: IsoDate.optional(),
    measuredBy: z.enum(["psi", "local"]).describe("psi: Google's PageSpeed Insights"),
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
  read: json({
    request: ({ url: page, strategy, language, key }) =>
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
      const { categories, audits, runtimeError, configSettings } = lighthouseResult;
      if (runtimeError?.code && runtimeError.code !== "NO_ERROR")
        throw new SourceError(
          "unreachable",
          `Lighthouse could not measure ${page}: ${runtimeError.message ?? runtimeError.code}.`,
        );
      const form = configSettings?.formFactor ?? configSettings?.emulatedFormFactor;
      const address = lighthouseResult.finalDisplayedUrl ?? lighthouseResult.finalUrl ?? page;
      return [
        {
          title: `PageSpeed of ${address}`,
          url: address,
          strategy: form === "desktop" || form === "mobile" ? form : strategy,
          fetchedAt: lighthouseResult.fetchTime ?? analysisUTCTimestamp,
          measuredBy: "psi" as const,
          lighthouseVersion: lighthouseResult.lighthouseVersion,
          performanceScore: points(categories.performance),
          seoScore: points(categories.seo),
          accessibilityScore: points(categories.accessibility),
          bestPracticesScore: points(categories["best-practices"]),
          ...labOf(audits),
          ...fieldOf(loadingExperience),
          opportunities: opportunitiesOf(audits),
          warnings: (lighthouseResult.runWarnings ?? []).flatMap((said) => (typeof said === "string" ? [said] : [])),
        },
      ];
    },
  }),
});
