import { z } from "zod";
import { numeric } from "../kit/json.ts";

const Web = z.object({
  title: z.string(),
  url: z.string(),
  desc: z.string().nullish(),
  source: z.string().nullish(),
  date: numeric.nullish(),
});

/** Web results among rows of advertisements, images, videos and news. */
const Row = z.union([
  z.object({ type: z.literal("web"), items: z.array(Web) }),
  z.object({ type: z.string().refine((type) => type !== "web") }).transform(() => ({ items: [] })),
]);

/** The answer. */
export const Body = z.object({
  data: z.object({ result: z.object({ items: z.object({ mainline: z.array(Row).nullish() }) }) }),
});
