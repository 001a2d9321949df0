import { z } from "zod";

/** A whole number within bounds, as a parameter's text. */
export const whole = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });
};

/** Yes or no, as a parameter's text. */
export const flag = (fallback: boolean) =>
  z
    .enum(["true", "false", "1", "0"], { error: "must be true, false, 1 or 0" })
    .default(fallback ? "true" : "false")
    .transform((word) => word === "true" || word === "1");
