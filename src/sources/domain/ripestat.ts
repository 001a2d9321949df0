import { z } from "zod";
import { defineSource } from "../define.ts";
import { either, steps } from "../kit/compose.ts";
import { IsoDate } from "../kit/fields.ts";
import { query } from "../kit/query.ts";
import { NetworkItem } from "./item.ts";
import { overview, prefix, withPrefixes } from "./ripestat-api.ts";
import { type ResourceQuery, understood } from "./ripestat-query.ts";

export const ripestat = defineSource({
  id: "ripestat",
  title: "RIPEstat (prefix and AS)",
  docs: "https://stat.ripe.net/docs/data-api/",
  terms: "no key; eight requests at once; more than 1000 a day to be announced",
  query: query({
    describe: "an IP address, a prefix or an AS number",
    example: "194.195.93.96",
    parse: understood,
  }),
  item: NetworkItem.extend({
    origins: z
      .array(z.object({ asn: z.int(), holder: z.string().optional() }))
      .optional()
      .describe("every autonomous system that announces the prefix"),
    announced: z.boolean().optional(),
    block: z
      .object({ resource: z.string().optional(), desc: z.string().optional(), name: z.string().optional() })
      .optional()
      .describe("the registry's block that it lies in"),
    relatedPrefixes: z.array(z.string()).optional(),
    prefixes: z.array(z.string()).optional().describe("that the autonomous system announces"),
    time: IsoDate.optional().describe("of the routing table that was looked at"),
  }),
  polite: { concurrency: 4 },
  read: either(({ asn }: ResourceQuery) => asn !== undefined, steps(overview, withPrefixes), prefix),
});
