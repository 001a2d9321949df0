import { z } from "zod";
import { Count, HttpUrl } from "../../kit/values/fields.ts";
import type { Draft } from "../../source.ts";
import { PageItem } from "../item.ts";

const RuleLine = z.object({
  type: z.enum(["allow", "disallow"]),
  path: z.string().optional().describe("absent: the rule is blank, and forbids nothing"),
  line: z.int().min(1),
});
const Numbered = z.object({ line: z.int().min(1), text: z.string() });

export const Item = PageItem.extend({
  url: HttpUrl.describe("the file's address"),
  userAgents: z.array(z.string()),
  userAgent: z.string().optional().describe("the group's agents, joined"),
  rules: z.array(RuleLine),
  disallowCount: Count,
  allowCount: Count,
  crawlDelay: z.number().optional().describe("seconds"),
  implied: z.boolean().optional().describe("the file has no group, or there is none: this is what its absence means"),
  summary: z
    .object({
      status: z.int(),
      exists: z.boolean(),
      valid: z.boolean().describe("text in UTF-8 of at most 500 KiB without an unknown or misspelt line"),
      problems: z.array(z.string()),
      sitemaps: z.array(z.string()),
      host: z.string().optional().describe("Yandex: the main mirror"),
      cleanParam: z.array(z.string()).describe("Yandex: parameters that mean nothing"),
      size: Count.describe("bytes"),
      unknownLines: z.array(Numbered),
      blocksAll: z
        .boolean()
        .describe("a robot that no group names may fetch nothing at all; true too where the file fails"),
      blocksHome: z.boolean().describe("a robot that no group names may not fetch /"),
      aiBots: z
        .record(z.string(), z.enum(["allowed", "disallowed"]))
        .describe("disallowed: the robot may fetch nothing but what Allow names"),
      searchBots: z
        .record(z.string(), z.enum(["allowed", "disallowed"]))
        .describe("the same for the robots of search engines"),
      siteRules: z
        .record(z.string(), RuleLine)
        .describe("by robot: the rule for paths that the file does not name; absent where none is"),
      test: z
        .object({ path: z.string(), agent: z.string(), allowed: z.boolean(), matchedRule: RuleLine.optional() })
        .optional()
        .describe("for the parameters path and agent, or the path of q"),
    })
    .optional()
    .describe("of the whole file; on its first group only"),
});
export type Found = Draft<Omit<z.input<typeof Item>, "source">>;
