import { z } from "zod";
import { defineSource } from "../define.ts";
import { absolute } from "../kit/html/dom.ts";
import { json } from "../kit/readers/json.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { emptyOn } from "../kit/responses/answer.ts";
import { HttpUrl } from "../kit/values/fields.ts";
import { WordItem } from "./item.ts";

const API = "https://api.dictionaryapi.dev/api/v2/entries";

const Words = z.array(z.string()).nullish();

const Phonetic = z.object({ text: z.string().nullish(), audio: z.string().nullish() });

const Definition = z.object({
  definition: z.string(),
  example: z.string().nullish(),
  synonyms: Words,
  antonyms: Words,
});

const Meaning = z.object({
  partOfSpeech: z.string().nullish(),
  definitions: z.array(Definition),
  synonyms: Words,
  antonyms: Words,
});

const Entry = z.object({
  word: z.string(),
  phonetic: z.string().nullish(),
  phonetics: z.array(Phonetic).nullish(),
  meanings: z.array(Meaning),
  license: z.object({ name: z.string().nullish() }).nullish(),
  sourceUrls: z.array(z.string()).nullish(),
});

const merged = (...lists: readonly (readonly string[] | null | undefined)[]): string[] => [
  ...new Set(lists.flatMap((list) => list ?? [])),
];

export const freeDictionary = defineSource({
  id: "free_dictionary",
  title: "Free Dictionary API",
  docs: "https://dictionaryapi.dev/",
  terms: "no key; 450 requests in 5 minutes an address; texts CC BY-SA 3.0",
  query: text(
    "one word",
    "hello",
    z.object({
      language: z
        .string()
        .regex(/^[a-z]{2}(_[A-Z]{2})?$/, "a language code")
        .default("en")
        .describe("language of the word; others than en are no longer served reliably"),
    }),
  ),
  item: WordItem.extend({
    phonetic: z.string().optional().describe("pronunciation in the International Phonetic Alphabet"),
    audioUrl: HttpUrl.optional().describe("the word spoken"),
    synonyms: z.array(z.string()).optional(),
    antonyms: z.array(z.string()).optional(),
    license: z.string().optional().describe("licence of the entry"),
  }),
  polite: { concurrency: 2, minIntervalMs: 670 },
  read: json({
    request: ({ text: word, language }) => get(`${API}/${language}/${encodeURIComponent(word)}`),
    judge: emptyOn(404),
    body: z.array(Entry),
    items: (entries, { language }) =>
      entries.flatMap(({ word, phonetic, phonetics, meanings, license, sourceUrls }) =>
        meanings.flatMap((meaning) =>
          meaning.definitions.map(({ definition, example, synonyms, antonyms }) => ({
            title: word,
            url: absolute(sourceUrls?.[0], API),
            snippet: definition,
            language,
            partOfSpeech: meaning.partOfSpeech,
            examples: example ? [example] : undefined,
            phonetic: phonetic || phonetics?.find(({ text: written }) => written)?.text,
            audioUrl: absolute(phonetics?.find(({ audio }) => audio)?.audio, API),
            synonyms: merged(synonyms, meaning.synonyms),
            antonyms: merged(antonyms, meaning.antonyms),
            license: license?.name,
          })),
        ),
      ),
  }),
});
