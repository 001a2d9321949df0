import { z } from "zod";
import { BaseItem } from "../kit/values/fields.ts";

/** The common item of what is read out of one page: `url` is the address that answered, after redirects. */
export const PageItem = BaseItem.extend({
  status: z.int().min(100).max(999).optional().describe("HTTP status of the page"),
  warnings: z.array(z.string()).optional().describe("what is wrong with it, a sentence each"),
});
