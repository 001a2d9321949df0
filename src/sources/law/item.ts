import { z } from "zod";
import { BaseItem, HttpUrl, IsoDate } from "../kit/values/fields.ts";

/** A law, a decision, a notice or a patent. */
export const LawItem = BaseItem.extend({
  title: z.string(),
  id: z.union([z.int(), z.string()]).describe("the collection's own id"),
  type: z.string().optional().describe("the collection's word for its kind"),
  publishedAt: IsoDate.optional().describe("published, or of a decision: filed"),
  pdf: HttpUrl.optional(),
});

/** A day of a filter: 2026-01-31. */
export const Day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, "a date such as 2026-01-31")
  .optional();
