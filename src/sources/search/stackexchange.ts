import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { decodeText } from "../../upstream/charset.ts";
import type { HttpResponse } from "../../upstream/types.ts";
import { defineSource } from "../define.ts";
import { backingOff } from "../kit/backing-off.ts";
import { Count, IsoDate } from "../kit/fields.ts";
import { json } from "../kit/json.ts";
import type { PageAsk } from "../kit/paged.ts";
import { clip, text } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { textOfHtml, unixSeconds } from "../kit/values.ts";
import { SearchItem } from "./item.ts";

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

function request({ text: q, site, tagged, accepted, fromdate, page, key }: Input & PageAsk) {
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

const Question = z.object({
  question_id: z.int(),
  title: z.string(),
  link: z.string(),
  body: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
  score: z.int().nullish(),
  answer_count: Count.nullish(),
  is_answered: z.boolean().nullish(),
  accepted_answer_id: z.int().nullish(),
  view_count: Count.nullish(),
  // Absent where the asker's account is gone.
  owner: z.object({ display_name: z.string().nullish(), reputation: z.int().nullish() }).nullish(),
  creation_date: z.number().nullish(),
  last_activity_date: z.number().nullish(),
  content_license: z.string().nullish(),
});

const Body = z.object({
  items: z.array(Question),
  has_more: z.boolean().nullish(),
  quota_remaining: z.int().nullish(),
});
const Refusal = z.object({ error_id: z.int(), error_name: z.string().nullish(), error_message: z.string().nullish() });

/** https://api.stackexchange.com/docs/error-handling */
function refused(body: unknown): SourceError | undefined {
  const read = Refusal.safeParse(body);
  if (!read.success) return undefined;
  const { error_id, error_name, error_message } = read.data;
  const said = `Stack Exchange answered ${error_name ?? error_id}: ${error_message ?? "no reason given"}`;
  const seconds = /available in (\d{1,7}) seconds/.exec(error_message ?? "")?.[1];
  if (error_id === 502)
    return new SourceError("rate-limited", said, { retryAfterMs: seconds ? Number(seconds) * 1000 : undefined });
  if (error_id >= 401 && error_id <= 406 && error_id !== 404) return new SourceError("missing-key", said);
  if (error_id === 500 || error_id === 503) return new SourceError("unreachable", said);
  return new SourceError("bad-query", said);
}

/** `backoff` in an answer: the seconds to leave the method alone. */
function backoffMs(response: HttpResponse): number | undefined {
  const seconds = /"backoff"\s*:\s*(\d{1,6})\b/.exec(decodeText(response).slice(-500))?.[1];
  return seconds ? Number(seconds) * 1000 : undefined;
}

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
  read: backingOff(
    backoffMs,
    json({
      pages: request,
      refused,
      body: Body,
      next: ({ has_more, quota_remaining }) => (has_more && quota_remaining !== 0 ? undefined : null),
      items: ({ items, quota_remaining }, _input: Input, _response, context) => {
        if (typeof quota_remaining === "number" && quota_remaining < 20)
          context.notice({ kind: "note", text: `${quota_remaining} requests are left of today's quota` });
        return items.map((question) => ({
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
        }));
      },
    }),
  ),
});
