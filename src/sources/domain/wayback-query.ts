import { z } from "zod";

const Moment = z
  .string()
  .regex(/^\d{4,14}$/, "digits such as 20240131")
  .optional();

/** The times that are asked for. */
export const Options = z.object({
  from: Moment.describe("not before: 4 to 14 digits, e.g. 20240131"),
  to: Moment.describe("not after, likewise"),
  timestamp: Moment.describe("only the capture nearest to that time"),
});

/** What is asked for. */
export type CaptureQuery = { readonly text: string } & z.output<typeof Options>;
