import { z } from "zod";
import { defineSource } from "../define.ts";
import { HttpUrl } from "../kit/fields.ts";
import { json } from "../kit/json.ts";
import { text } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { LanguageItem } from "./item.ts";
import { itemOf, Sentence } from "./tatoeba-record.ts";

const code = z.string().regex(/^[a-z]{3}$/, "an ISO 639-3 code of three letters");

const Paging = z.object({ has_next: z.boolean().nullish(), next: z.string().nullish() });

/** No recording exists; the shape is that of the documentation and of programs that read the API. */
export const tatoeba = defineSource({
  id: "tatoeba",
  title: "Tatoeba example sentences",
  docs: "https://api.tatoeba.org/",
  terms: "no key; no published limit; sentences CC BY 2.0 FR or CC0",
  query: text(
    "a word or phrase of the sentences; =word for that very form",
    "good morning",
    z.object({
      language: code.default("eng").describe("language of the sentences, e.g. eng, fra, jpn, cmn"),
      to: code.optional().describe("only sentences translated into this language, e.g. fra"),
      sort: z.enum(["relevance", "words", "created", "modified", "random"]).default("relevance"),
    }),
  ),
  item: LanguageItem.extend({
    title: z.string().describe("the sentence"),
    snippet: z.string().optional().describe("its translations, separated by “ / ”"),
    translations: z
      .array(
        z.object({
          text: z.string(),
          language: z.string().optional().describe("ISO 639-3 code"),
          direct: z.boolean().optional().describe("whether it translates this sentence, not a translation of it"),
        }),
      )
      .optional(),
    author: z.string().optional(),
    license: z.string().optional(),
    audioUrl: HttpUrl.optional().describe("the sentence spoken"),
    id: z.string().describe("the sentence's number"),
  }),
  polite: { concurrency: 1, minIntervalMs: 250 },
  read: json({
    pages: ({ text: q, language, to, sort, page, cursor }) =>
      page > 1 && !cursor
        ? undefined
        : get("https://api.tatoeba.org/v1/sentences", {
            lang: language,
            q,
            sort,
            "trans:lang": to,
            limit: 20,
            after: cursor,
          }),
    body: z.object({ data: z.array(Sentence), paging: Paging.nullish() }),
    items: ({ data }) => data.map(itemOf),
    // The next page's whole address is given; what it tells is where to go on.
    next: ({ paging }) => (paging?.has_next ? URL.parse(paging.next ?? "")?.searchParams.get("after") : null),
  }),
});
