import { z } from "zod";
import { defineSource } from "../define.ts";
import { Count, IsoDate } from "../kit/fields.ts";
import { clip, text } from "../kit/query.ts";
import { type Question, questions } from "../kit/stack-exchange.ts";
import { textOfHtml, unixSeconds } from "../kit/values.ts";
import { SearchItem } from "./item.ts";
import { Options, request } from "./stackexchange-query.ts";

const itemOf = (question: z.output<typeof Question>) => ({
  id: question.question_id,
  title: textOfHtml(question.title) ?? "",
  url: question.link,
  snippet: clip(textOfHtml(question.body) ?? "", 300),
  score: question.score,
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
  item: SearchItem.extend({
    id: z.int(),
    score: z.int().optional().describe("votes for less votes against"),
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
