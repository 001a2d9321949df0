import { z } from "zod";
import { Count, HttpUrl } from "../../../sources/kit/values/fields.ts";
import { Priority } from "../../fields.ts";

const Faults = {
  missing: z.array(z.string()).describe("required and not there"),
  problems: z.array(z.string()),
};

/** What is said of a page's social tags and structured data. */
export const answer = z.object({
  open_graph: z.object({
    present: z.boolean(),
    valid: z.boolean(),
    title: z.string().optional(),
    type: z.string().optional(),
    url: HttpUrl.optional(),
    image: HttpUrl.optional().describe("the first one"),
    image_width: Count.optional().describe("pixels, as declared"),
    image_height: Count.optional().describe("pixels, as declared"),
    image_alt: z.string().optional(),
    image_ok: z
      .boolean()
      .optional()
      .describe("it is an image of at most 5 MB that can be fetched; absent: not looked at"),
    description: z.string().optional(),
    site_name: z.string().optional(),
    locale: z.string().optional(),
    ...Faults,
  }),
  twitter_card: z.object({
    present: z.boolean(),
    valid: z.boolean(),
    card: z.string().optional(),
    title: z.string().optional(),
    description: z.string().optional(),
    image: HttpUrl.optional(),
    image_ok: z
      .boolean()
      .optional()
      .describe("of the card's own image; absent: it has none, or it could not be looked at"),
    site: z.string().optional(),
    creator: z.string().optional(),
    falls_back_to_open_graph: z.array(z.string()).describe("properties that Open Graph stands in for"),
    ...Faults,
  }),
  json_ld: z.object({
    present: z.boolean(),
    valid: z.boolean(),
    entities: z.array(
      z.object({
        type: z.string(),
        format: z.enum(["json-ld", "microdata", "rdfa"]),
        name: z.string().optional(),
        valid: z.boolean(),
        missing_required: z.array(z.string()),
        missing_recommended: z.array(z.string()),
        problems: z.array(z.string()),
      }),
    ),
    syntax_errors: z.array(z.string()),
  }),
  preview: z
    .object({
      title: z.string().optional(),
      description: z.string().optional(),
      image: HttpUrl.optional(),
      host: z.string(),
    })
    .describe("what a messenger would show"),
  findings: z.array(
    z.object({ id: z.string(), priority: Priority, title: z.string(), evidence: z.string(), fix: z.string() }),
  ),
  verdict: z.object({
    valid: z.boolean(),
    errors: Count.describe("findings of P1 and P2"),
    warnings: Count.describe("findings of P3"),
    score: z.int().min(0).max(100).describe("the share of the checks that are passed, in percent"),
  }),
});
export type Answer = z.output<typeof answer>;
