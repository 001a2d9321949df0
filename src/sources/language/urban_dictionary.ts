import { z } from "zod";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, IsoDate } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { WordItem } from "./item.ts";

/** An entry as the API answers it. */
const Entry = z.object({
  word: z.string(),
  definition: z.string(),
  permalink: z.string().nullish(),
  example: z.string().nullish(),
  author: z.string().nullish(),
  thumbs_up: Count.nullish(),
  thumbs_down: Count.nullish(),
  written_on: z.string().nullish(),
  defid: z.int().nullish(),
});

/** `[word]` marks a link to another entry. */
const unlinked = (written: string | null | undefined): string | undefined =>
  written?.replace(/[[\]]/g, "").replaceAll("\r\n", "\n");

/** What the dictionary says of a word. */
const itemOf = (entry: z.output<typeof Entry>) => {
  const example = unlinked(entry.example);
  const voted = Boolean(entry.thumbs_up || entry.thumbs_down);
  return {
    title: entry.word,
    url: webUrl(entry.permalink),
    snippet: unlinked(entry.definition),
    language: "en",
    examples: example ? [example] : undefined,
    author: entry.author,
    publishedAt: isoDate(entry.written_on),
    thumbsUp: voted ? entry.thumbs_up : undefined,
    thumbsDown: voted ? entry.thumbs_down : undefined,
    adult: true,
    id: entry.defid?.toString(),
  };
};

const PER_PAGE = 10;

export const urbanDictionary = defineSource({
  id: "urban_dictionary",
  title: "Urban Dictionary",
  docs: "https://api.urbandictionary.com/v0/define?term=api",
  terms: "no key; undocumented but public; no published limit; written by its readers, often offensive",
  query: text("a slang word or phrase", "yeet"),
  item: WordItem.extend({
    author: z.string().optional(),
    publishedAt: IsoDate.optional(),
    thumbsUp: Count.optional().describe("absent where nobody has voted yet"),
    thumbsDown: Count.optional(),
    adult: z.boolean().describe("always true: nothing filters what readers write"),
    id: z.string().optional().describe("the definition's number"),
  }),
  polite: { concurrency: 2 },
  read: json({
    pages: ({ text: term, page }) => get("https://api.urbandictionary.com/v0/define", { term, page }),
    body: z.object({ list: z.array(Entry) }),
    items: ({ list }) => list.map(itemOf),
    next: ({ list }) => (list.length < PER_PAGE ? null : undefined),
  }),
});
