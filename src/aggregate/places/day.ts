import { z } from "zod";

/** Whether the calendar has the day: 30 February is read as 2 March by `Date`. */
const isDay = (day: string): boolean => {
  const at = Date.parse(day);
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(day);
};

/** A day as a parameter. */
export const Day = (describe: string) =>
  z
    .string()
    .refine((day) => /^\d{4}-\d{2}-\d{2}$/.test(day) && isDay(day), {
      error: "must be a day of the calendar, such as 2026-12-05",
    })
    .optional()
    .describe(describe);
