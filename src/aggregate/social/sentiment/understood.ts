import { z } from "zod";
import { IsoDate } from "../../../sources/kit/values/fields.ts";
import { Alternative } from "../../senses.ts";

export const understood = z.object({
  topic: z.string(),
  hashtag: z
    .string()
    .optional()
    .describe("as platforms that know tags alone are asked; absent: no tag can hold the topic"),
  language: z.string().describe("of the topic, two letters: the language of stop words and of the prompt"),
  period: z.string(),
  from: IsoDate,
  to: IsoDate,
  channel: z.string().optional(),
  alternatives: z
    .array(Alternative)
    .optional()
    .describe("the things that the name may mean, where it has several: mentions of all of them are counted"),
});
