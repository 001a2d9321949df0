import { z } from "zod";
import { defineSource } from "../define.ts";
import { Count, IsoDate } from "../kit/fields.ts";
import { json } from "../kit/json.ts";
import { text } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { WordItem } from "./item.ts";
import { Entry, itemOf } from "./urban_dictionary-record.ts";

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
