import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { quotedSaying } from "../../kit/responses/said.ts";

const Audit = z.object({
  title: z.string().nullish(),
  numericValue: z.number().nullish(),
  details: z.object({ type: z.string().nullish(), overallSavingsMs: z.number().nullish() }).nullish(),
  metricSavings: z.record(z.string(), z.unknown()).nullish(),
});

const Score = z.object({ score: z.number().nullish() }).nullish();

const Metric = z.object({ percentile: z.number().nullish(), category: z.string().nullish() });

const Experience = z.object({
  metrics: z.record(z.string(), Metric).nullish(),
  overall_category: z.string().nullish(),
  origin_fallback: z.boolean().nullish(),
});

/** A run of Lighthouse, wherever it ran. */
export const Run = z.object({
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
});
type Run = z.output<typeof Run>;

/** An answer of the PageSpeed Insights API. */
export const Answer = z.object({
  analysisUTCTimestamp: z.string().nullish(),
  loadingExperience: Experience.nullish(),
  lighthouseResult: Run,
});
type Answer = z.output<typeof Answer>;

const points = (category: z.output<typeof Score>): number | undefined =>
  typeof category?.score === "number" ? Math.round(category.score * 100) : undefined;

/** What users of Chrome saw over 28 days, at the 75th percentile; layout shift comes a hundredfold. */
export function fieldOf(experience: Answer["loadingExperience"]) {
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
function labOf(audits: Run["audits"]) {
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

/** Milliseconds that a change would save: of all, or since Lighthouse 13 of the metric that gains most. */
function savingsOf({ details, metricSavings }: z.output<typeof Audit>): number {
  const gains = ["LCP", "FCP", "TBT", "INP"].map((metric) => metricSavings?.[metric]);
  return details?.overallSavingsMs ?? Math.max(0, ...gains.filter((gain) => typeof gain === "number"));
}

const opportunitiesOf = (audits: Run["audits"]) =>
  Object.entries(audits)
    .flatMap(([id, audit]) => {
      const savingsMs = savingsOf(audit);
      return audit.title && savingsMs > 0 ? [{ id, title: audit.title, savingsMs }] : [];
    })
    .toSorted((one, other) => other.savingsMs - one.savingsMs);

/** What a run says of the page; a run that came to nothing is `unreachable`. */
export function measured(run: Run, page: string, strategy: "mobile" | "desktop") {
  const { categories, audits, runtimeError, configSettings } = run;
  if (runtimeError?.code && runtimeError.code !== "NO_ERROR")
    throw new SourceError(
      "unreachable",
      `Lighthouse could not measure ${page}: ${quotedSaying(runtimeError.message ?? runtimeError.code)}.`,
    );
  const form = configSettings?.formFactor ?? configSettings?.emulatedFormFactor;
  const address = run.finalDisplayedUrl ?? run.finalUrl ?? page;
  return {
    title: `PageSpeed of ${address}`,
    url: address,
    strategy: form === "desktop" || form === "mobile" ? form : strategy,
    fetchedAt: run.fetchTime,
    lighthouseVersion: run.lighthouseVersion,
    performanceScore: points(categories.performance),
    seoScore: points(categories.seo),
    accessibilityScore: points(categories.accessibility),
    bestPracticesScore: points(categories["best-practices"]),
    ...labOf(audits),
    opportunities: opportunitiesOf(audits),
    warnings: (run.runWarnings ?? []).flatMap((said) => (typeof said === "string" ? [said] : [])),
  };
}
