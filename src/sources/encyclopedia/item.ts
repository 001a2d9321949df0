import { z } from "zod";
import { BaseItem, HttpUrl } from "../kit/values/fields.ts";

/** An article or entry of an encyclopedia. */
export const EncyclopediaItem = BaseItem.extend({
  title: z.string(),
  url: HttpUrl,
  aliases: z.array(z.string()).optional().describe("other names of the same thing"),
});

/** Which edition of a wiki is asked: its code stands in the wiki's host name. */
export const WikiOptions = z.object({
  language: z
    .string()
    .regex(/^([a-z]{2,3}(-[a-z]{2,8}){0,2}|simple)$/, "the code of an edition, e.g. en, fr, pt, zh-yue or simple")
    .default("en")
    .describe("the edition, by its code in the host name, e.g. fr"),
});

/** The language that an edition is written in, as a BCP 47 tag. */
export const languageOf = (edition: string): string => (edition === "simple" ? "en" : edition);
