import { z } from "zod";

/* Fields that several requests have. */

export const addressField = z
  .string({ error: "is missing: the address of a page" })
  .trim()
  .min(1, { error: "must not be empty" })
  .max(10_000, { error: "must be at most 10,000 characters" });

export const flag = z.boolean({ error: "must be true or false" });

const MAX_MS = 300_000;

/** Milliseconds of a request; what is too little or too much is put right. */
export const timeoutField = (min: number, fallback: number) =>
  z
    .number({ error: "must be a number of milliseconds" })
    .default(fallback)
    .transform((ms) => Math.min(MAX_MS, Math.max(min, ms)));
