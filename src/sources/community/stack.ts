import { z } from "zod";
import { defineSource } from "../define.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { type Question, questions } from "../kit/services/stack-exchange.ts";
import { unixSeconds } from "../kit/values/dates.ts";
import { CommunityItem, worded } from "./item.ts";

const Options = z.object({
  sort: z.enum(["relevance", "votes", "activity", "creation"]).default("relevance"),
  tagged: z.string().max(200).optional().describe("tags that the question must have, separated by semicolons"),
});

type Ask = { readonly text: string } & z.output<typeof Options> & PageRequest;

const QuestionItem = CommunityItem.extend({
  answered: z.boolean().optional().describe("an answer was accepted or voted for"),
  acceptedAnswerId: z.int().optional(),
  authorReputation: z.int().optional(),
  license: z.string().optional(),
});

const itemOf = (question: z.output<typeof Question>) => ({
  ...worded(textOfHtml(question.body), textOfHtml(question.title)),
  url: question.link,
  author: textOfHtml(question.owner?.display_name),
  authorUrl: question.owner?.link,
  publishedAt: unixSeconds(question.creation_date),
  updatedAt: unixSeconds(question.last_activity_date),
  score: question.score,
  replies: question.answer_count,
  views: question.view_count,
  tags: question.tags,
  id: String(question.question_id),
  answered: question.is_answered,
  acceptedAnswerId: question.accepted_answer_id,
  authorReputation: question.owner?.reputation,
  license: question.content_license,
});

/** The questions of one site of the Stack Exchange network; `id` is also the site's name in its API. */
export const stackSite = (site: { readonly id: string; readonly title: string; readonly example: string }) =>
  defineSource({
    id: site.id,
    title: site.title,
    docs: "https://api.stackexchange.com/docs/advanced-search",
    terms: "official API; 300 requests a day for all its sites, 10,000 with a key; contents CC BY-SA",
    query: text("words to search the questions for", site.example, Options),
    key: { env: ["STACKEXCHANGE_KEY"], required: false, from: "https://stackapps.com/apps/oauth/register" },
    verbatim: true,
    item: QuestionItem,
    polite: { concurrency: 2, minIntervalMs: 100 },
    read: questions(
      ({ text: q, sort, tagged, page, key }: Ask) =>
        get("https://api.stackexchange.com/2.3/search/advanced", {
          order: "desc",
          sort,
          q,
          tagged,
          site: site.id,
          filter: "withbody",
          page,
          pagesize: 20,
          key: key || undefined,
        }),
      itemOf,
    ),
  });
