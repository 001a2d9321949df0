import { z } from "zod";
import { BaseItem, HttpUrl, IsoDate } from "../kit/values/fields.ts";

/** What registers, agencies and libraries know of medicines and health. */
export const HealthItem = BaseItem.extend({
  title: z.string(),
  id: z.union([z.int(), z.string()]).optional().describe("its id at its source"),
  date: IsoDate.optional().describe("when it was published, reported or authorised"),
  updatedAt: IsoDate.optional(),
});

/** What an agency warns of. */
const Warning = z.object({
  text: z.string(),
  date: IsoDate.optional(),
  until: IsoDate.optional(),
  url: HttpUrl.optional(),
});

/** What every source of medicines tells of one. */
export const DrugFields = {
  name: z.string().optional().describe("the name under which it is registered"),
  substances: z.array(z.string()).optional().describe("active substances"),
  form: z.string().optional().describe("tablet, capsule, … in the source's words"),
  routes: z.array(z.string()).optional().describe("how it is given"),
  holder: z.string().optional().describe("who holds the authorisation, or who labels or makes it"),
  status: z.string().optional().describe("in the source's words"),
  warnings: z.array(Warning).optional(),
};
