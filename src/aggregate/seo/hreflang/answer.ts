import { z } from "zod";
import { Count, HttpUrl } from "../../../sources/kit/values/fields.ts";
import { AlternateProblem } from "../alternates.ts";

export const answer = z.object({
  tags: z.array(
    z.object({
      hreflang: z.string().describe("as it is written"),
      language: z.string().optional().describe("ISO 639-1"),
      region: z.string().optional().describe("ISO 3166-1"),
      script: z.string().optional().describe("ISO 15924"),
      language_name: z.string().optional().describe("in English"),
      url: HttpUrl.optional(),
      from: z
        .enum(["html", "body", "header", "sitemap"])
        .describe("where it is announced; in the body it counts for nothing"),
      x_default: z.boolean(),
      is_self: z.boolean(),
      valid: z.boolean().describe("nothing is wrong with this tag"),
      problems: z.array(z.string()),
      returns_link: z
        .boolean()
        .optional()
        .describe("with reciprocal=true, of the first ten: the alternate announces this page too"),
    }),
  ),
  declared: z.object({
    page_language: z.string().optional(),
    languages: z.array(z.string()),
    regions: z.array(z.string()),
    count: Count.describe("of the tags that count"),
    x_default: z.boolean(),
    self_reference: z.boolean(),
  }),
  canonical: z.object({
    url: HttpUrl.optional(),
    consistent: z.boolean().describe("the canonical URL is the page itself, or there is none"),
  }),
  problems: z.array(AlternateProblem),
  verdict: z.object({ valid: z.boolean(), errors: Count, warnings: Count }),
});
