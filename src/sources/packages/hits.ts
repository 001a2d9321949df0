import { z } from "zod";

/** An Elasticsearch answer; its total is a number, or since version 7 an object. */
export const hitsOf = <Hit extends z.ZodType>(hit: Hit) =>
  z.object({
    hits: z.object({
      hits: z.array(hit),
      total: z.union([z.number(), z.object({ value: z.number() }).transform(({ value }) => value)]).nullish(),
    }),
  });
