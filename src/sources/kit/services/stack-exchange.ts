import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { decodeText } from "../../../upstream/charset.ts";
import type { HttpRequest, HttpResponse } from "../../../upstream/types.ts";
import type { Reader } from "../../source.ts";
import { withBackoff } from "../compose/backoff.ts";
import { json } from "../readers/json.ts";
import type { PageRequest } from "../readers/paged.ts";
import { quotedSaying } from "../responses/said.ts";
import { Count } from "../values/fields.ts";

/** How the API of the Stack Exchange sites answers: https://api.stackexchange.com/docs */

/** A question, with its body where the filter asks for it. */
export const Question = z.object({
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
  owner: z
    .object({ display_name: z.string().nullish(), reputation: z.int().nullish(), link: z.string().nullish() })
    .nullish(),
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

/** The quota at which its end is worth a remark. */
const QUOTA_LOW = 20;

/** https://api.stackexchange.com/docs/error-handling */
function refused(body: unknown): SourceError | undefined {
  const read = Refusal.safeParse(body);
  if (!read.success) return undefined;
  const { error_id, error_name, error_message } = read.data;
  const said = `Stack Exchange answered ${quotedSaying(error_name ?? String(error_id))}: ${quotedSaying(error_message ?? "no reason given")}.`;
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

/** Reads questions, page after page, as long as there are more and the day's quota lasts, and waits where it is asked to. */
export const questions = <Input, Out>(
  pages: (ask: Input & PageRequest) => HttpRequest,
  item: (question: z.output<typeof Question>) => Out,
): Reader<Input, Out> =>
  withBackoff(
    backoffMs,
    json<Input, z.output<typeof Body>, Out>({
      pages,
      refused,
      body: Body,
      next: ({ has_more, quota_remaining }) => (has_more && quota_remaining !== 0 ? undefined : null),
      items: ({ items, quota_remaining }, _input, _response, context) => {
        if (typeof quota_remaining === "number" && quota_remaining < QUOTA_LOW)
          context.notice({ kind: "note", once: true, text: `${quota_remaining} requests are left of today's quota` });
        return items.map(item);
      },
    }),
  );
