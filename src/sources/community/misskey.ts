import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { bearer } from "../kit/bearer.ts";
import { either, whenKey } from "../kit/compose.ts";
import { Count } from "../kit/fields.ts";
import { json } from "../kit/json.ts";
import type { PageAsk } from "../kit/paged.ts";
import { text } from "../kit/query.ts";
import { postJson } from "../kit/request.ts";
import type { ReadContext } from "../source.ts";
import { asHashtag, hashtag, instanceOf, instanceOption } from "./instance.ts";
import { CommunityItem } from "./item.ts";
import { itemOf, Note } from "./misskey-record.ts";

const PUBLIC = "misskey.io";

const PER_PAGE = 30;

const Options = z.object({ instance: instanceOption(PUBLIC) });

type Ask = { readonly text: string } & z.output<typeof Options> & PageAsk;

/** `{ error: { message, code, … } }`, under whatever status. */
function refused(body: unknown): SourceError | undefined {
  const { data } = z.object({ error: z.object({ code: z.string(), message: z.string() }) }).safeParse(body);
  if (!data) return undefined;
  const { code, message } = data.error;
  const said = `Misskey says: ${message} (${code})`;
  if (code === "RATE_LIMIT_EXCEEDED") return new SourceError("rate-limited", said);
  return /^(UNAVAILABLE|CREDENTIAL_REQUIRED|AUTHENTICATION_FAILED|PERMISSION_DENIED|ROLE_PERMISSION_DENIED)$/.test(code)
    ? new SourceError("missing-key", `${said}; a MISSKEY_TOKEN that may search is needed.`)
    : undefined;
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
      const { base, guarded } = instanceOf(ask, "MISSKEY_INSTANCE", PUBLIC);
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
  key: { env: ["MISSKEY_TOKEN", "MISSKEY_INSTANCE"], required: false, from: "the instance's Settings > API" },
  item: CommunityItem.extend({
    reactions: z.record(z.string(), Count).optional().describe("number of each reaction, by its emoji"),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: either(({ instance }) => instance !== undefined, tagged, whenKey("MISSKEY_TOKEN", found, tagged)),
});
