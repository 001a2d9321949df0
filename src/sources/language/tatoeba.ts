import { z } from "zod";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { HttpUrl } from "../kit/values/fields.ts";
import { LanguageTag, languageTag } from "../kit/values/languages.ts";
import { webUrl } from "../kit/values/links.ts";
import { LanguageItem } from "./item.ts";

/* The shape is that of the documentation and of one recorded sentence; paging and audios were in no recording. */

const code = z.string().regex(/^[a-z]{3}$/, "an ISO 639-3 code of three letters");

const Translation = z.object({
  text: z.string(),
  lang: z.string().nullish(),
  is_direct: z.boolean().nullish(),
});

/** A sentence as the API answers it. */
const Sentence = z.object({
  id: z.int(),
  text: z.string(),
  lang: z.string().nullish(),
  owner: z.string().nullish(),
  license: z.string().nullish(),
  audios: z.array(z.object({ download_url: z.string().nullish() })).nullish(),
  /** Flat, or direct and indirect ones apart. */
  translations: z
    .array(z.union([Translation, z.array(Translation)]))
    .nullish()
    .transform((lists) => (lists ?? []).flat()),
});

const Paging = z.object({ has_next: z.boolean().nullish(), next: z.string().nullish() });

/** What Tatoeba says of a sentence. */
const itemOf = (sentence: z.output<typeof Sentence>) => ({
  title: sentence.text,
  url: `https://tatoeba.org/en/sentences/show/${sentence.id}`,
  snippet: sentence.translations.map((translation) => translation.text).join(" / "),
  language: languageTag(sentence.lang),
  code: sentence.lang,
  translations: sentence.translations.map((translation) => ({
    text: translation.text,
    language: languageTag(translation.lang),
    code: translation.lang,
    direct: translation.is_direct,
  })),
  author: sentence.owner,
  license: sentence.license,
  audioUrl: webUrl(sentence.audios?.[0]?.download_url),
  id: String(sentence.id),
});

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
    code: z
      .string()
      .optional()
      .describe("Tatoeba's own code of the language, which `language` and `to` take: ISO 639-3"),
    snippet: z.string().optional().describe("its translations, separated by “ / ”"),
    translations: z
      .array(
        z.object({
          text: z.string(),
          language: LanguageTag.optional(),
          code: z.string().optional().describe("Tatoeba's own code of it"),
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
            include: "audios",
            limit: 20,
            after: cursor,
          }),
    body: z.object({ data: z.array(Sentence), paging: Paging.nullish() }),
    items: ({ data }) => data.map(itemOf),
    // The next page's whole address is given; what it tells is where to go on.
    next: ({ paging }) => (paging?.has_next ? URL.parse(paging.next ?? "")?.searchParams.get("after") : null),
  }),
});
