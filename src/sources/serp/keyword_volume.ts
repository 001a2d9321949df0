import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { json, numeric } from "../kit/readers/json.ts";
import { text } from "../kit/requests/query.ts";
import { get, params } from "../kit/requests/request.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { Count } from "../kit/values/fields.ts";
import { SerpItem } from "./item.ts";

/* No recording exists: rows as public clients read them. Without a key the service's own key “free” is sent. */

/** The variable that holds the key. */
const KEY = "BUKVARIX_API_KEY";

/** Keyword, words, characters, broad match, exact match; further columns are left alone. */
const Row = z.tuple([z.string(), numeric, numeric, numeric, numeric.nullish()]).rest(z.unknown());
const Answer = z.union([z.object({ data: z.array(Row) }), z.array(Row)]);

const Refusal = z.object({ error: z.union([z.string(), z.object({ message: z.string() })]) });

function refused(body: unknown): SourceError | undefined {
  const { error } = Refusal.safeParse(body).data ?? {};
  const said = typeof error === "string" ? error : error?.message;
  if (!said) return undefined;
  return /key|ключ/i.test(said)
    ? new SourceError("missing-key", `Bukvarix wants a key of your own in ${KEY}: ${quotedSaying(said)}.`)
    : new SourceError("bad-query", `Bukvarix says: ${quotedSaying(said)}.`);
}

export const keyword_volume = defineSource({
  id: "keyword_volume",
  title: "Bukvarix",
  docs: "https://www.bukvarix.com/api.html",
  evidence: "documentation",
  terms: "searches of Russia and its neighbours; the key “free” one request at a time",
  query: text(
    "a keyword, best a Russian one",
    "купить велосипед",
    z.object({ limit: z.coerce.number().int().min(1).max(1_000).default(100) }),
  ),
  item: SerpItem.extend({
    title: z.string().describe("the keyword"),
    words: Count,
    characters: Count,
    frequencyBroad: Count.optional().describe("searches a month, broad match"),
    frequencyExact: Count.optional().describe("searches a month of exactly these words"),
  }),
  key: { env: [KEY], required: false, from: "https://www.bukvarix.com/" },
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: json({
    request: ({ text: words, limit, key }) =>
      get("http://api.bukvarix.com/v1/keywords/", { q: words, api_key: key || "free", num: limit, format: "json" }),
    judge: ({ status, headers }) =>
      status === 200 && headers["content-type"]?.includes("text/html")
        ? new SourceError("missing-key", `Bukvarix answered with a web page: set a key of your own in ${KEY}.`)
        : undefined,
    refused,
    body: Answer,
    items: (body) =>
      (Array.isArray(body) ? body : body.data).map(([keyword, words, characters, broad, exact]) => ({
        title: keyword,
        url: `https://www.bukvarix.com/keywords/?${params({ q: keyword })}`,
        snippet:
          exact === null || exact === undefined
            ? undefined
            : `${broad} searches a month, ${exact} of exactly these words`,
        words,
        characters,
        frequencyBroad: broad,
        frequencyExact: exact,
      })),
  }),
});
