import { z } from "zod";
import { defineSource } from "../define.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { type Question, questions } from "../kit/services/stack-exchange.ts";
import { unixSeconds } from "../kit/values/dates.ts";
import { Count, IsoDate } from "../kit/values/fields.ts";
import { clip } from "../kit/values/text.ts";
import { SearchItem } from "./item.ts";

/** Further restrictions of a search. */
const Options = z.object({
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
function request({ text: q, site, tagged, accepted, fromdate, page, key }: Input & PageRequest) {
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

const itemOf = (question: z.output<typeof Question>) => ({
  id: question.question_id,
  title: textOfHtml(question.title) ?? "",
  url: question.link,
  snippet: clip(textOfHtml(question.body) ?? "", 300),
  votes: question.score,
  answers: question.answer_count,
  answered: question.is_answered,
  acceptedAnswerId: question.accepted_answer_id,
  views: question.view_count,
  tags: question.tags,
  author: textOfHtml(question.owner?.display_name),
  authorReputation: question.owner?.reputation,
  publishedAt: unixSeconds(question.creation_date),
  updatedAt: unixSeconds(question.last_activity_date),
  license: question.content_license,
});

export const stackexchange = defineSource({
  id: "stackexchange",
  title: "Stack Exchange",
  docs: "https://api.stackexchange.com/docs/advanced-search",
  terms: "official API; 300 requests a day, 10,000 with a key; contents CC BY-SA",
  query: text("words to search questions for", "python asyncio gather", Options),
  key: { env: ["STACKEXCHANGE_KEY"], required: false, from: "https://stackapps.com/apps/oauth/register" },
  verbatim: true,
  item: SearchItem.extend({
    id: z.int(),
    votes: z.int().optional().describe("votes for less votes against"),
    answers: Count.optional(),
    answered: z.boolean().optional().describe("an answer was accepted or voted for"),
    acceptedAnswerId: z.int().optional(),
    views: Count.optional(),
    tags: z.array(z.string()).optional(),
    author: z.string().optional(),
    authorReputation: z.int().optional(),
    updatedAt: IsoDate.optional(),
    license: z.string().optional(),
  }),
  polite: { concurrency: 2, minIntervalMs: 100 },
  read: questions(request, itemOf),
});
