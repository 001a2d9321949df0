import { z } from "zod";
import { HttpUrl, IsoDate } from "../../../sources/kit/values/fields.ts";

const Ms = z.number().nonnegative().optional();
const Rating = z.enum(["good", "needs-improvement", "poor"]);
const Basis = z.enum(["field", "lab"]).describe("field: what real users saw; lab: one run");
const Points = z.int().min(0).max(100).optional();

/** The sections of the answer; every field value is the 75th percentile of page loads. */
export const answer = z.object({
  page: z.object({
    url: HttpUrl.describe("the page that was measured, after redirects"),
    title: z.string().optional(),
    strategy: z.enum(["mobile", "desktop"]),
    fetched_at: IsoDate.optional().describe("when the lab's run began"),
    source: z.enum(["psi", "local"]).describe("psi: PageSpeed Insights; local: Lighthouse on this machine"),
  }),
  lcp: z
    .object({
      field_ms: Ms,
      lab_ms: Ms,
      rating: Rating.describe("of the field value where there is one: good up to 2,500 ms, poor beyond 4,000 ms"),
      basis: Basis,
    })
    .describe("largest contentful paint"),
  fid: z
    .object({
      field_ms: Ms,
      lab_ms: Ms.describe("maximum potential first input delay: the longest task of the run"),
      rating: Rating.optional().describe("of the field value: good up to 100 ms, poor beyond 300 ms"),
      status: z.literal("retired"),
      replaced_by: z.literal("INP"),
      note: z.string(),
    })
    .describe("first input delay"),
  inp: z
    .object({
      field_ms: Ms,
      rating: Rating.optional().describe("good up to 200 ms, poor beyond 500 ms"),
      lab_proxy_tbt_ms: Ms.describe("total blocking time of the run: the lab has no interactions"),
    })
    .describe("interaction to next paint"),
  cls: z
    .object({
      field: z.number().nonnegative().optional(),
      lab: z.number().nonnegative().optional(),
      rating: Rating.describe("of the field value where there is one: good up to 0.1, poor beyond 0.25"),
      basis: Basis,
    })
    .describe("cumulative layout shift, without unit"),
  metrics: z.object({
    fcp_ms: Ms.describe("lab: first contentful paint"),
    ttfb_ms: Ms.describe("lab: the server's response time"),
    tbt_ms: Ms.describe("lab: total blocking time"),
    speed_index_ms: Ms.describe("lab"),
    fcp_field_ms: Ms,
    ttfb_field_ms: Ms,
    ratings: z
      .object({
        fcp: Rating.optional(),
        ttfb: Rating.optional(),
        tbt: Rating.optional(),
        speed_index: Rating.optional(),
      })
      .describe("of the field values where there are any"),
  }),
  scores: z
    .object({ performance: Points, seo: Points, accessibility: Points, best_practices: Points })
    .describe("of the run, 0 to 100"),
  field_data: z.object({
    available: z.boolean().describe("there are measures of real users"),
    origin_wide: z.boolean().optional().describe("they are of the whole site, for the page has too few"),
    period: z.string().optional().describe("the time that the field values are of"),
    passes: z.boolean().optional().describe("LCP, INP and CLS of real users are all good"),
  }),
  delivery: z.object({
    http_version: z.string().optional().describe("absent where no source tells it"),
    compression: z.string().optional().describe("Content-Encoding of the page"),
    cache_control: z.string().optional(),
    server: z.string().optional(),
    redirects: z.int().nonnegative().describe("on the way to the page"),
    first_byte_ms: Ms.describe("of this service's own request; absent through a gateway or proxy"),
  }),
  opportunities: z
    .array(z.object({ id: z.string(), title: z.string(), savings_ms: z.number().nonnegative() }))
    .describe("what would make the page faster in the lab, the largest saving first"),
});
