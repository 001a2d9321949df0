import { z } from "zod";
import type { PageAsk } from "../kit/paged.ts";
import { get } from "../kit/request.ts";

/** Further restrictions of a search. */
export const Options = z.object({
  site: z
    .string()
    .regex(/^[a-z0-9.-]{2,60}$/, "a site's short name")
    .default("stackoverflow")
    .describe("a Stack Exchange site, e.g. serverfault, superuser, unix, askubuntu, math"),
  tagged: z.string().max(200).optional().describe("tags, separated by semicolons"),
  accepted: z.stringbool().optional().describe("only questions with, or without, an accepted answer"),
  fromdate: z.iso.date().optional().describe("only questions asked since this day"),
});

type Input = { readonly text: string } & z.output<typeof Options>;

/** One page of a search. */
export function request({ text: q, site, tagged, accepted, fromdate, page, key }: Input & PageAsk) {
  return get("https://api.stackexchange.com/2.3/search/advanced", {
    q,
    site,
    tagged,
    accepted: accepted === undefined ? undefined : accepted ? "True" : "False",
    fromdate: fromdate && Date.parse(fromdate) / 1000,
    page,
    pagesize: 10,
    sort: "relevance",
    order: "desc",
    filter: "withbody",
    key: key || undefined,
  });
}
