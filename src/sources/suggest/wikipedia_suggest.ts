import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { get } from "../kit/requests/request.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { SuggestItem, typed } from "./item.ts";
import { suggestions } from "./suggestions.ts";

const text = z.string();

/** What was typed, titles, descriptions (blank since 2019), addresses: https://www.mediawiki.org/wiki/API:Opensearch */
const Titles = z.tuple([text, z.array(text), z.array(text), z.array(text)]);

const Failed = z.object({ error: z.object({ code: text, info: text }) });

function refusal(body: unknown): SourceError | undefined {
  const failed = Failed.safeParse(body);
  if (!failed.success) return undefined;
  const { code, info } = failed.data.error;
  const kind = code === "ratelimited" || code === "maxlag" ? "rate-limited" : "bad-query";
  return new SourceError(kind, `Wikipedia refuses the query (${code}): ${quotedSaying(info)}`);
}

export const wikipediaSuggest = defineSource({
  id: "wikipedia_suggest",
  title: "Wikipedia title suggestions (opensearch)",
  docs: "https://www.mediawiki.org/wiki/API:Opensearch",
  terms: "no key; wants a User-Agent that names the tool; texts CC BY-SA 4.0",
  query: typed("Happy", "the beginning of an article's title"),
  item: SuggestItem,
  polite: { concurrency: 2, minIntervalMs: 100 },
  read: suggestions({
    request: ({ text: search, language }) =>
      get(`https://${language ?? "en"}.wikipedia.org/w/api.php`, {
        action: "opensearch",
        format: "json",
        formatversion: 2,
        namespace: 0,
        limit: 10,
        search,
      }),
    refused: refusal,
    body: Titles,
    list: ([, titles]) => titles,
    results: (title, { language }) =>
      `https://${language ?? "en"}.wikipedia.org/wiki/${encodeURIComponent(title.replaceAll(" ", "_"))}`,
    more: ([, , descriptions, addresses], place) => {
      const url = addresses[place];
      return { snippet: descriptions[place], ...(url && { url }) };
    },
  }),
});
