import { z } from "zod";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { Count } from "../kit/values/fields.ts";
import { WordItem } from "./item.ts";

/** The API's parameters, each a relation between the words found and the words given: https://www.datamuse.com/api/ */
const RELATIONS = [
  "ml",
  "sl",
  "sp",
  "rel_syn",
  "rel_ant",
  "rel_trg",
  "rel_rhy",
  "rel_hom",
  "rel_jja",
  "rel_jjb",
  "rel_spc",
  "rel_gen",
  "rel_com",
] as const;

const PARTS_OF_SPEECH: ReadonlyMap<string, string> = new Map([
  ["n", "noun"],
  ["v", "verb"],
  ["adj", "adjective"],
  ["adv", "adverb"],
  ["prop", "proper noun"],
]);

const Word = z.object({
  word: z.string(),
  score: z.number().nullish(),
  numSyllables: Count.nullish(),
  tags: z.array(z.string()).nullish(),
  defs: z.array(z.string()).nullish(),
});

/** The rest of the tag that begins so: `f:1.23`, `pron:T IH1 N`. */
const tagged = (tags: readonly string[], mark: string): string | undefined =>
  tags.find((tag) => tag.startsWith(mark))?.slice(mark.length);

export const datamuse = defineSource({
  id: "datamuse",
  title: "Datamuse word finder",
  docs: "https://www.datamuse.com/api/",
  terms: "no key up to 100,000 requests a day",
  query: text(
    "a word or phrase; with relation=sp a pattern with * and ?",
    "ringing in the ears",
    z.object({
      relation: z
        .enum(RELATIONS)
        .default("ml")
        .describe(
          "ml means like q, sl sounds like it, sp is spelled like it; rel_syn synonym, rel_ant antonym, rel_trg associated, rel_rhy rhyme, rel_hom homophone, rel_jja noun for the adjective q, rel_jjb adjective for the noun q, rel_spc kind of, rel_gen more general than, rel_com comprises",
        ),
      language: z.enum(["en", "es"]).default("en").describe("vocabulary"),
    }),
  ),
  item: WordItem.extend({
    score: z.number().optional().describe("closeness, without an upper bound; comparable within one answer only"),
    partsOfSpeech: z.array(z.string()).optional(),
    definitions: z.array(z.string()).optional(),
    syllables: Count.optional(),
    pronunciation: z.string().optional().describe("in ARPABET"),
    frequency: z.number().optional().describe("occurrences per million words of English text"),
  }),
  polite: { concurrency: 2 },
  read: json({
    request: ({ text: words, relation, language }) =>
      get("https://api.datamuse.com/words", {
        [relation]: words,
        v: language === "es" ? "es" : undefined,
        md: "dpsrf",
        max: 50,
      }),
    body: z.array(Word),
    items: (words, { language }) =>
      words.map(({ word, score, numSyllables, tags, defs }) => {
        const partsOfSpeech = (tags ?? []).flatMap((tag) => PARTS_OF_SPEECH.get(tag) ?? []);
        // A definition is written as its part of speech, a tab and the text.
        const definitions = defs?.map((written) => written.slice(written.indexOf("\t") + 1));
        const frequency = tagged(tags ?? [], "f:");
        return {
          title: word,
          url: `https://www.onelook.com/?w=${encodeURIComponent(word)}`,
          snippet: definitions?.[0],
          language,
          partOfSpeech: partsOfSpeech[0],
          score,
          partsOfSpeech,
          definitions,
          syllables: numSyllables,
          pronunciation: tagged(tags ?? [], "pron:"),
          frequency: frequency ? Number(frequency) : undefined,
        };
      }),
  }),
});
