import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { bearer } from "../kit/bearer.ts";
import { either, whenKey } from "../kit/compose.ts";
import { nextLink } from "../kit/further.ts";
import { json } from "../kit/json.ts";
import type { PageAsk } from "../kit/paged.ts";
import { text } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { asHashtag, hashtag, instanceOf, instanceOption } from "./instance.ts";
import { CommunityItem } from "./item.ts";
import { itemOf, Status } from "./mastodon-record.ts";

const PUBLIC = "mastodon.social";

const TAGGED_PER_PAGE = 40;

const FOUND_PER_PAGE = 20;

const Options = z.object({ instance: instanceOption(PUBLIC) });

type Ask = { readonly text: string } & z.output<typeof Options> & PageAsk;

/** Some instances show their timelines to members only. */
const refused = (body: unknown): SourceError | undefined => {
  const said = z.object({ error: z.string() }).safeParse(body).data?.error;
  return said && /authenticat|authoriz|access token/i.test(said)
    ? new SourceError("missing-key", `The instance answers members only (${said}): set MASTODON_TOKEN.`)
    : undefined;
};

const tagged = json({
  pages: (ask: Ask) => {
    const { base, guarded } = instanceOf(ask, "MASTODON_INSTANCE", PUBLIC);
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

const found = json({
  pages: (ask: Ask) =>
    get(
      `${instanceOf(ask, "MASTODON_INSTANCE", PUBLIC).base}/api/v2/search`,
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
    from: "the instance's Preferences > Development",
  },
  item: CommunityItem,
  polite: { concurrency: 2, minIntervalMs: 1000 },
  read: either(({ instance }) => instance !== undefined, tagged, whenKey("MASTODON_TOKEN", found, tagged)),
});
