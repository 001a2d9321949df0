import type { html_meta } from "../../../sources/page/html_meta.ts";
import type { http_headers } from "../../../sources/page/http_headers/index.ts";
import type { ItemOf } from "../../../sources/source.ts";
import { sameAddress } from "../../../standards/addresses.ts";
import { labRatingOf, ratingOf } from "../../formulas/vitals.ts";
import { FID_NOTE, FIELD_PERIOD, type Measured, passesIn, rated } from "../measured.ts";

type Summary = NonNullable<ItemOf<typeof http_headers>["summary"]>;

/** How the page is sent. */
export const deliveryOf = ({ chain, headers, server }: Summary) => ({
  compression: headers["content-encoding"],
  cache_control: headers["cache-control"],
  server,
  redirects: Math.max(0, chain.length - 1),
  first_byte_ms: chain.at(-1)?.firstByteMs,
});

/** What was measured, and how it calls itself. */
export const pageOf = (
  { url, strategy, fetchedAt, measuredBy }: Measured,
  meta: ItemOf<typeof html_meta> | undefined,
  asked: string,
) => ({
  url: url ?? asked,
  // The title is that of the page that was measured, or of none.
  title: meta && sameAddress(meta.url, url ?? asked) ? meta.title : undefined,
  strategy,
  fetched_at: fetchedAt,
  source: measuredBy,
});

/** Everything that one measurement says. */
export function vitalsOf(found: Measured) {
  const device = found.strategy;
  const lcp = rated("lcp", found.lcpP75Ms, found.lcpMs, device);
  const cls = rated("cls", found.clsP75, found.cls, device);
  return {
    lcp: lcp && { field_ms: found.lcpP75Ms, lab_ms: found.lcpMs, ...lcp },
    fid: {
      field_ms: found.fidMs,
      lab_ms: found.maxPotentialFidMs,
      rating: ratingOf("fid", found.fidMs),
      status: "retired" as const,
      replaced_by: "INP" as const,
      note: FID_NOTE,
    },
    inp: { field_ms: found.inpMs, rating: ratingOf("inp", found.inpMs), lab_proxy_tbt_ms: found.tbtMs },
    cls: cls && { field: found.clsP75, lab: found.cls, ...cls },
    metrics: {
      fcp_ms: found.fcpMs,
      ttfb_ms: found.ttfbMs,
      tbt_ms: found.tbtMs,
      speed_index_ms: found.speedIndexMs,
      fcp_field_ms: found.fcpP75Ms,
      ttfb_field_ms: found.ttfbP75Ms,
      ratings: {
        fcp: rated("fcp", found.fcpP75Ms, found.fcpMs, device)?.rating,
        ttfb: rated("ttfb", found.ttfbP75Ms, found.ttfbMs, device)?.rating,
        tbt: labRatingOf("tbt", found.tbtMs, device),
        speed_index: labRatingOf("speed_index", found.speedIndexMs, device),
      },
    },
    scores: {
      performance: found.performanceScore,
      seo: found.seoScore,
      accessibility: found.accessibilityScore,
      best_practices: found.bestPracticesScore,
    },
    field_data: {
      available: found.fieldData,
      origin_wide: found.fieldData ? found.originFallback : undefined,
      period: found.fieldData ? FIELD_PERIOD : undefined,
      passes: passesIn(found),
    },
    opportunities: found.opportunities
      .map(({ id, title, savingsMs }) => ({ id, title, savings_ms: savingsMs }))
      .toSorted((one, other) => other.savings_ms - one.savings_ms),
  };
}
