import { z } from "zod";

/** A day as a parameter. */
export const Day = (describe: string) =>
  z
    .string()
    .refine((day) => /^\d{4}-\d{2}-\d{2}$/.test(day) && Number.isFinite(Date.parse(day)), {
      error: "must be a day, such as 2026-12-05",
    })
    .optional()
    .describe(describe);
