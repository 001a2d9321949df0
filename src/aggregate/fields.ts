import { z } from "zod";

/*
 * Fields that answers have in common, beside those of sources/kit/values/fields.ts.
 */

/** In percent: 2.7 means 2.7 %. */
export const Percent = z.number().describe("percent");

/** What should be done, most urgent first: P1 hurts indexing, safety or trust now; P2 costs ranking, clicks or speed; P3 good practice. */
export const Priority = z.enum(["P1", "P2", "P3"]).describe("P1 hurts now, P2 costs, P3 good practice");
