import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { chosenInstance, instanceOption } from "../kit/requests/instance.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { isoDate } from "../kit/values/dates.ts";
import { CommunityItem, worded } from "./item.ts";

const PUBLIC = "meta.discourse.org";

const Options = z.object({ instance: instanceOption(PUBLIC) });

const Post = z.object({
  id: z.int(),
  topic_id: z.int(),
  post_number: z.int(),
  username: z.string().nullish(),
  name: z.string().nullish(),
  created_at: z.string().nullish(),
  like_count: z.int().nullish(),
  blurb: z.string().nullish(),
});

const Topic = z.object({
  id: z.int(),
  title: z.string(),
  slug: z.string().nullish(),
  posts_count: z.int().nullish(),
  // Names, or since 2025 objects with a name.
  tags: z.array(z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])).nullish(),
  has_accepted_answer: z.boolean().nullish(),
});

const Body = z.object({
  posts: z.array(Post),
  topics: z.array(Topic).nullish(),
  grouped_search_result: z
    .object({ error: z.string().nullish(), more_full_page_results: z.boolean().nullish() })
    .nullish(),
});

const Refusal = z.object({
  errors: z.array(z.string()).min(1),
  error_type: z.string().nullish(),
  extras: z.object({ wait_seconds: z.number().nullish() }).nullish(),
});

function refused(body: unknown): SourceError | undefined {
  const { data } = Refusal.safeParse(body);
  const said = `The forum says: ${quotedSaying(data?.errors.join(" ") ?? "")}.`;
  if (data?.error_type === "rate_limit") {
    const seconds = data.extras?.wait_seconds;
    return new SourceError("rate-limited", said, { retryAfterMs: seconds ? seconds * 1000 : undefined });
  }
  return data?.error_type === "not_logged_in"
    ? new SourceError("blocked", `${said} It answers members only.`)
    : undefined;
}

export const discourse = defineSource({
  id: "discourse",
  title: "Discourse forum search",
  docs: "https://docs.discourse.org/#tag/Search",
  terms: "some forums allow 8 searches a minute an address; the texts are their authors'",
  query: text(
    "words of 3 letters or more; order:latest, after:2025-01-01, category:, tags:, status:solved and @user pass through",
    "docker upgrade order:latest",
    Options,
  ),
  key: {
    env: ["DISCOURSE_INSTANCE"],
    required: false,
    instance: "DISCOURSE_INSTANCE",
    from: "https://discover.discourse.com",
  },
  item: CommunityItem.extend({
    answered: z.boolean().optional().describe("an answer in its topic was accepted"),
    postNumber: z.int().optional().describe("1-based place of the post in its topic"),
  }),
  polite: { concurrency: 1, minIntervalMs: 7500 },
  read: json({
    pages: (ask: { readonly text: string } & z.output<typeof Options> & PageRequest) => {
      const { base, guarded } = chosenInstance(ask, "DISCOURSE_INSTANCE", PUBLIC);
      const headers = { "x-requested-with": "XMLHttpRequest" };
      return get(`${base}/search.json`, { q: ask.text, page: ask.page }, { guarded, headers });
    },
    refused,
    body: Body,
    items: ({ posts, topics, grouped_search_result }, _ask, { url }) => {
      if (posts.length === 0 && grouped_search_result?.error)
        throw new SourceError(
          "bad-query",
          `The forum refuses the query: ${quotedSaying(grouped_search_result.error)}.`,
        );
      const topicOf = new Map(topics?.map((topic) => [topic.id, topic]));
      return posts.map((post) => {
        const topic = topicOf.get(post.topic_id);
        const posted = topic?.posts_count;
        return {
          ...worded(textOfHtml(post.blurb), topic?.title),
          url: new URL(`t/${topic?.slug || "-"}/${post.topic_id}/${post.post_number}`, url).href,
          author: post.username,
          authorName: post.name,
          authorUrl: post.username && new URL(`u/${encodeURIComponent(post.username)}`, url).href,
          community: new URL(url).hostname,
          publishedAt: isoDate(post.created_at),
          score: post.like_count,
          replies: posted ? posted - 1 : undefined,
          tags: topic?.tags,
          id: String(post.id),
          answered: topic?.has_accepted_answer,
          postNumber: post.post_number,
        };
      });
    },
    next: ({ grouped_search_result }) => (grouped_search_result?.more_full_page_results ? undefined : null),
  }),
});
