import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { branch, whenKey } from "../kit/compose/steps.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { chosenInstance, instanceOption } from "../kit/requests/instance.ts";
import { text } from "../kit/requests/query.ts";
import { bearer, postJson } from "../kit/requests/request.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count } from "../kit/values/fields.ts";
import type { ReadContext } from "../source.ts";
import { asHashtag, hashtag } from "./hashtag.ts";
import { CommunityItem, worded } from "./item.ts";

const PUBLIC = "misskey.io";

const Options = z.object({ instance: instanceOption(PUBLIC) });

type Ask = { readonly text: string } & z.output<typeof Options> & PageRequest;

const PER_PAGE = 30;

/** `{ error: { message, code, … } }`, under whatever status. */
function refused(body: unknown): SourceError | undefined {
  const { data } = z.object({ error: z.object({ code: z.string(), message: z.string() }) }).safeParse(body);
  if (!data) return undefined;
  const { code, message } = data.error;
  const said = `Misskey says: ${quotedSaying(message)} (${quotedSaying(code)})`;
  if (code === "RATE_LIMIT_EXCEEDED") return new SourceError("rate-limited", said);
  return /^(UNAVAILABLE|CREDENTIAL_REQUIRED|AUTHENTICATION_FAILED|PERMISSION_DENIED|ROLE_PERMISSION_DENIED)$/.test(code)
    ? new SourceError("missing-key", `${said}; a MISSKEY_TOKEN that may search is needed.`)
    : undefined;
}

const Words = z.object({
  text: z.string().nullish(),
  cw: z.string().nullish(),
  files: z.array(z.object({ thumbnailUrl: z.string().nullish() })).nullish(),
  uri: z.string().nullish(),
  url: z.string().nullish(),
});

/** A post as the API answers it. */
const Note = Words.extend({
  id: z.string(),
  createdAt: z.string(),
  user: z.object({ username: z.string(), host: z.string().nullish(), name: z.string().nullish() }),
  isHidden: z.boolean().nullish(),
  reactions: z.record(z.string(), z.int()).nullish(),
  reactionCount: z.int().nullish(),
  renoteCount: Count.nullish(),
  repliesCount: Count.nullish(),
  tags: z.array(z.string()).nullish(),
  renote: Words.nullish(),
});

/** What an instance says of a post. */
function itemOf(note: z.output<typeof Note>, base: string) {
  const { user } = note;
  const account = user.host ? `${user.username}@${user.host}` : user.username;
  // Who passes a note on without words of his own says the words of the note.
  const said = note.text || note.files?.length ? note : (note.renote ?? note);
  const sum = Object.values(note.reactions ?? {}).reduce((total, count) => total + count, 0);
  return {
    ...worded(said.text, said.cw),
    url: note.url || note.uri || `${base}/notes/${note.id}`,
    author: account,
    authorName: user.name,
    authorUrl: `${base}/@${account}`,
    publishedAt: isoDate(note.createdAt),
    score: note.reactionCount ?? (note.reactions ? sum : undefined),
    replies: note.repliesCount,
    shares: note.renoteCount,
    reactions: note.reactions,
    tags: note.tags,
    image: said.files?.find(({ thumbnailUrl }) => thumbnailUrl)?.thumbnailUrl,
    link: note.renote?.url || note.renote?.uri,
    id: note.id,
  };
}

/** Notes of one endpoint, newest first; `words` is the body's part that says what is wanted. */
const notes = (
  endpoint: string,
  words: (ask: Ask) => object,
  token: (ask: Ask) => string,
  understood: typeof asHashtag,
) =>
  json({
    pages: (ask: Ask) => {
      const { base, guarded } = chosenInstance(ask, "MISSKEY_INSTANCE", PUBLIC);
      return postJson(
        `${base}/api/${endpoint}`,
        { ...words(ask), limit: PER_PAGE, untilId: ask.cursor },
        { guarded, headers: bearer(token(ask)) },
      );
    },
    refused,
    body: z.array(Note),
    items: (list, ask, { url }, { notice }: ReadContext) => {
      const remark = understood(ask.text);
      if (remark) notice({ kind: "note", text: remark });
      return list.filter(({ isHidden }) => !isHidden).map((note) => itemOf(note, new URL(url).origin));
    },
    next: (list) => (list.length < PER_PAGE ? null : (list.at(-1)?.id ?? null)),
  });

const tagged = notes(
  "notes/search-by-tag",
  ({ text: words }) => ({ tag: hashtag(words) }),
  () => "",
  asHashtag,
);

const found = notes(
  "notes/search",
  ({ text: words }) => ({ query: words }),
  ({ keys }) => keys["MISSKEY_TOKEN"] ?? "",
  () => undefined,
);

export const misskey = defineSource({
  id: "misskey",
  title: "Misskey hashtag notes",
  docs: "https://misskey-hub.net/docs/for-developers/api/endpoints/notes/search-by-tag/",
  terms: "every instance limits requests by address; the texts are their authors'",
  query: text(
    "a hashtag, with or without #; several words become one; with a token of the operator's: words to search the notes for",
    "misskey",
    Options,
  ),
  key: {
    env: ["MISSKEY_TOKEN", "MISSKEY_INSTANCE"],
    required: false,
    instance: "MISSKEY_INSTANCE",
    from: "the instance's Settings > API",
  },
  item: CommunityItem.extend({
    reactions: z.record(z.string(), Count).optional().describe("number of each reaction, by its emoji"),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: branch(({ instance }) => instance !== undefined, tagged, whenKey("MISSKEY_TOKEN", found, tagged)),
});
