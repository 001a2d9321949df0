import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { branch, whenKey } from "../kit/compose/steps.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { nextLink } from "../kit/requests/further.ts";
import { chosenInstance, instanceOption } from "../kit/requests/instance.ts";
import { text } from "../kit/requests/query.ts";
import { bearer, get } from "../kit/requests/request.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count } from "../kit/values/fields.ts";
import { asHashtag, hashtag } from "./hashtag.ts";
import { CommunityItem, worded } from "./item.ts";

const PUBLIC = "mastodon.social";

const Options = z.object({ instance: instanceOption(PUBLIC) });

type Ask = { readonly text: string } & z.output<typeof Options> & PageRequest;

const TAGGED_PER_PAGE = 40;

/** Some instances show their timelines to members only. */
const refused = (body: unknown): SourceError | undefined => {
  const said = z.object({ error: z.string() }).safeParse(body).data?.error;
  return said && /authenticat|authoriz|access token/i.test(said)
    ? new SourceError("missing-key", `The instance answers members only (${quotedSaying(said)}): set MASTODON_TOKEN.`)
    : undefined;
};

/** A post as the API answers it. */
const Status = z.object({
  id: z.string(),
  uri: z.string(),
  url: z.string().nullish(),
  created_at: z.string().nullish(),
  edited_at: z.string().nullish(),
  content: z.string().nullish(),
  spoiler_text: z.string().nullish(),
  language: z.string().nullish(),
  replies_count: Count.nullish(),
  reblogs_count: Count.nullish(),
  favourites_count: z.int().nullish(),
  account: z.object({ acct: z.string(), display_name: z.string().nullish(), url: z.string().nullish() }),
  tags: z.array(z.object({ name: z.string() })).nullish(),
  media_attachments: z.array(z.object({ preview_url: z.string().nullish() })).nullish(),
  card: z.object({ url: z.string().nullish() }).nullish(),
});

/** What an instance says of a post. */
const itemOf = (status: z.output<typeof Status>) => ({
  ...worded(textOfHtml(status.content), status.spoiler_text),
  url: status.url || status.uri,
  author: status.account.acct,
  authorName: status.account.display_name,
  authorUrl: status.account.url,
  publishedAt: isoDate(status.created_at),
  updatedAt: isoDate(status.edited_at),
  score: status.favourites_count,
  replies: status.replies_count,
  shares: status.reblogs_count,
  tags: status.tags?.map(({ name }) => name),
  image: status.media_attachments?.find(({ preview_url }) => preview_url)?.preview_url,
  link: status.card?.url,
  language: status.language,
  id: status.id,
});

const tagged = json({
  pages: (ask: Ask) => {
    const { base, guarded } = chosenInstance(ask, "MASTODON_INSTANCE", PUBLIC);
    if (ask.page > 1 && !ask.cursor) return undefined;
    return get(
      `${base}/api/v1/timelines/tag/${encodeURIComponent(hashtag(ask.text))}`,
      { limit: TAGGED_PER_PAGE, max_id: ask.cursor },
      { guarded },
    );
  },
  refused,
  body: z.array(Status),
  items: (statuses, { text: words }, _response, { notice }) => {
    const understood = asHashtag(words);
    if (understood) notice({ kind: "note", text: understood });
    return statuses.map(itemOf);
  },
  next: (_statuses, _ask, response) => URL.parse(nextLink(response) ?? "")?.searchParams.get("max_id") ?? null,
});

const FOUND_PER_PAGE = 20;

const found = json({
  pages: (ask: Ask) =>
    get(
      `${chosenInstance(ask, "MASTODON_INSTANCE", PUBLIC).base}/api/v2/search`,
      { q: ask.text, type: "statuses", limit: FOUND_PER_PAGE, offset: FOUND_PER_PAGE * (ask.page - 1) },
      { headers: bearer(ask.keys["MASTODON_TOKEN"] ?? "") },
    ),
  refused,
  body: z.object({ statuses: z.array(Status) }),
  items: ({ statuses }) => statuses.map(itemOf),
  next: ({ statuses }) => (statuses.length < FOUND_PER_PAGE ? null : undefined),
});

export const mastodon = defineSource({
  id: "mastodon",
  title: "Mastodon hashtag timeline",
  docs: "https://docs.joinmastodon.org/methods/timelines/#tag",
  terms: "300 requests in 5 minutes an address; the texts are their authors'",
  query: text(
    "a hashtag, with or without #; several words become one; with a token of the operator's: words to search the posts for",
    "ichbinhanna",
    Options,
  ),
  key: {
    env: ["MASTODON_TOKEN", "MASTODON_INSTANCE"],
    required: false,
    instance: "MASTODON_INSTANCE",
    from: "the instance's Preferences > Development",
  },
  item: CommunityItem,
  polite: { concurrency: 2, minIntervalMs: 1000 },
  read: branch(({ instance }) => instance !== undefined, tagged, whenKey("MASTODON_TOKEN", found, tagged)),
});
