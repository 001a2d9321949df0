import { map, type Observable } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { branch, steps, whenKey } from "../kit/compose/steps.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { query } from "../kit/requests/query.ts";
import { bearer, get, postJson } from "../kit/requests/request.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count } from "../kit/values/fields.ts";
import type { ReadContext } from "../source.ts";
import { CommunityItem, worded } from "./item.ts";

const Options = z.object({ sort: z.enum(["top", "latest"]).default("latest") });

interface Asked extends z.output<typeof Options> {
  /** Whose posts are wanted; absent: a search. */
  readonly handle?: string | undefined;
  readonly text: string;
}

/** Errors are `{ error, message }`: https://docs.bsky.app/docs/advanced-guides/api-directory */
function refused(body: unknown): SourceError | undefined {
  const { data } = z.object({ error: z.string(), message: z.string().nullish() }).safeParse(body);
  const said = `Bluesky says: ${quotedSaying(data?.message || data?.error || "")}`;
  if (
    data &&
    /^(AuthMissing|AuthenticationRequired|AuthFactorTokenRequired|ExpiredToken|InvalidToken)$/.test(data.error)
  )
    return new SourceError("missing-key", `${said}; set BLUESKY_HANDLE and BLUESKY_APP_PASSWORD.`);
  return data && /not found/i.test(data.message ?? "") ? new SourceError("not-found", said) : undefined;
}

/** A post as Bluesky's services show it (`app.bsky.feed.defs#postView`). */

const Embed = z.object({
  images: z.array(z.object({ thumb: z.string().nullish() })).nullish(),
  external: z.object({ uri: z.string().nullish(), thumb: z.string().nullish() }).nullish(),
});

/** A post as the API answers it. */
const Post = z.object({
  uri: z.string(),
  author: z.object({ handle: z.string(), displayName: z.string().nullish() }),
  record: z.object({
    text: z.string().nullish(),
    createdAt: z.string().nullish(),
    langs: z.array(z.string()).nullish(),
    tags: z.array(z.string()).nullish(),
  }),
  // A quoted post with pictures of its own has them one level deeper.
  embed: Embed.extend({ media: Embed.nullish() }).nullish(),
  replyCount: Count.nullish(),
  repostCount: Count.nullish(),
  likeCount: z.int().nullish(),
  quoteCount: Count.nullish(),
  indexedAt: z.string().nullish(),
});

const Repost = z.object({ by: z.object({ handle: z.string() }).nullish() });

/** What Bluesky says of a post. */
function itemOf({ uri, author, record, embed, ...post }: z.output<typeof Post>) {
  const media = embed?.media ?? embed;
  return {
    ...worded(record.text),
    url: `https://bsky.app/profile/${author.handle}/post/${uri.split("/").at(-1)}`,
    author: author.handle,
    authorName: author.displayName,
    authorUrl: `https://bsky.app/profile/${author.handle}`,
    // The author's own clock may say anything.
    publishedAt: isoDate(record.createdAt) ?? isoDate(post.indexedAt),
    score: post.likeCount,
    replies: post.replyCount,
    shares: post.repostCount,
    quotes: post.quoteCount,
    tags: record.tags,
    image: media?.images?.[0]?.thumb ?? media?.external?.thumb,
    link: media?.external?.uri,
    language: record.langs?.[0],
    id: uri,
  };
}

const ofAuthor = json({
  pages: ({ handle, cursor }: Asked & PageRequest) =>
    get("https://public.api.bsky.app/xrpc/app.bsky.feed.getAuthorFeed", { actor: handle, limit: 30, cursor }),
  refused,
  body: z.object({ feed: z.array(z.object({ post: Post, reason: Repost.nullish() })), cursor: z.string().nullish() }),
  items: ({ feed }) => feed.map(({ post, reason }) => ({ ...itemOf(post), repostedBy: reason?.by?.handle })),
  next: ({ cursor }) => cursor ?? null,
});

const session = json({
  request: ({ keys }: Asked & PageRequest) =>
    postJson("https://bsky.social/xrpc/com.atproto.server.createSession", {
      identifier: keys["BLUESKY_HANDLE"],
      password: keys["BLUESKY_APP_PASSWORD"],
    }),
  refused,
  body: z.object({ accessJwt: z.string() }),
  items: ({ accessJwt }) => [accessJwt],
});

/** A session's token lives for some two hours. */
const SESSION_MS = 60 * 60_000;

/** Opens a session, or goes on with the one that is held; neither password nor request names what is held. */
const loggedIn = (asked: Asked, context: ReadContext): Observable<Asked & { readonly token: string }> =>
  session(asked, {
    ...context,
    cached: (_name, value$) => context.cached("session", value$, { ttlMs: SESSION_MS }),
  }).pipe(map((token) => ({ ...asked, token })));

const SEARCH = "/xrpc/app.bsky.feed.searchPosts";

const Found = z.object({ posts: z.array(Post), cursor: z.string().nullish() });

const searchLoggedIn = json({
  pages: ({ text: q, sort, token, cursor }: Asked & { readonly token: string } & PageRequest) =>
    get(`https://bsky.social${SEARCH}`, { q, limit: 25, sort, cursor }, { headers: bearer(token) }),
  refused,
  body: Found,
  items: ({ posts }) => posts.map(itemOf),
  next: ({ cursor }) => cursor ?? null,
});

/** Without a login there is no second page. */
const search = json({
  request: ({ text: q, sort }: Asked) => get(`https://api.bsky.app${SEARCH}`, { q, limit: 25, sort }),
  refused,
  body: Found,
  items: ({ posts }) => posts.map(itemOf),
});

export const bluesky = defineSource({
  id: "bluesky",
  title: "Bluesky posts",
  docs: "https://docs.bsky.app/docs/api/app-bsky-feed-search-posts",
  terms:
    "3,000 requests in 5 minutes an address; searches are often refused without a login; the texts are their authors'",
  query: query({
    describe:
      "words to search the posts for; from:, since:, #tag and quotes pass through; @handle for somebody's posts",
    example: "atproto relay",
    options: Options,
    parse: (q, options): Asked => ({
      ...options,
      text: q,
      handle: /^@([\w-]{1,63}(?:\.[\w-]{1,63}){1,8})$/.exec(q)?.[1],
    }),
  }),
  key: {
    env: ["BLUESKY_APP_PASSWORD", "BLUESKY_HANDLE"],
    required: false,
    from: "https://bsky.app/settings/app-passwords",
  },
  item: CommunityItem.extend({
    quotes: Count.optional(),
    repostedBy: z.string().optional().describe("the handle of who passed it on"),
  }),
  polite: { concurrency: 2, minIntervalMs: 200 },
  read: branch(
    ({ handle }) => handle !== undefined,
    ofAuthor,
    whenKey("BLUESKY_HANDLE", whenKey("BLUESKY_APP_PASSWORD", steps(loggedIn, searchLoggedIn), search), search),
  ),
});
