import { z } from "zod";
import { defineSource } from "../define.ts";
import { parseHtml } from "../kit/html/dom.ts";
import { linesOf } from "../kit/html/lines.ts";
import { json } from "../kit/readers/json.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { emptyOn } from "../kit/responses/answer.ts";
import { WIKIMEDIA, wikiPage } from "../kit/services/mediawiki.ts";
import { languageTag } from "../kit/values/languages.ts";
import { WordItem } from "./item.ts";

/* Exists on the English edition only: definitions in English of the words of every language. */

const Example = z.object({ example: z.string().nullish(), translation: z.string().nullish() });

const Definition = z.object({
  definition: z.string().nullish(),
  parsedExamples: z.array(Example).nullish(),
  examples: z.array(z.string()).nullish(),
});

const Entry = z.object({
  partOfSpeech: z.string().nullish(),
  language: z.string().nullish(),
  definitions: z.array(Definition),
});

/** A sense's lists hold its sub-senses, which follow as definitions of their own. */
const LISTS = new Set(["ol", "ul", "dl"]);

/** A piece of Parsoid's HTML as text. */
const shown = (html: string | null | undefined): string =>
  html
    ? linesOf(parseHtml(html, "https://en.wiktionary.org/"), LISTS)
        .join(" ")
        .replace(/^\(deprecated use of [^()]{0,100}\)\s*/, "")
    : "";

export const wiktionary = defineSource({
  id: "wiktionary",
  title: "Wiktionary definitions",
  docs: "https://en.wiktionary.org/api/rest_v1/#/Page%20content/get_page_definition__term_",
  terms: "no key; wants a User-Agent that names the tool; texts CC BY-SA 4.0",
  query: text("one word or phrase of any language, as it is written: upper and lower case differ", "serendipity"),
  item: WordItem.extend({
    languageName: z.string().optional().describe("language of the word, in English"),
    exampleTranslations: z.array(z.string()).optional().describe("the examples in English, where they are not"),
  }),
  polite: WIKIMEDIA,
  read: json({
    request: ({ text: term }) =>
      get(`https://en.wiktionary.org/api/rest_v1/page/definition/${encodeURIComponent(term.replace(/\s+/g, "_"))}`),
    judge: emptyOn(404),
    body: z.record(z.string(), z.array(Entry)),
    items: (languages, { text: term }) =>
      Object.entries(languages).flatMap(([code, entries]) =>
        entries.flatMap(({ partOfSpeech, language, definitions }) =>
          definitions.flatMap(({ definition, parsedExamples, examples }) => {
            const snippet = shown(definition);
            if (!snippet) return [];
            return {
              title: term,
              url: wikiPage("en.wiktionary.org", term),
              snippet,
              language: languageTag(code === "other" ? undefined : code),
              languageName: language,
              partOfSpeech,
              examples: (parsedExamples?.map(({ example }) => example) ?? examples)?.map(shown),
              exampleTranslations: parsedExamples?.flatMap(({ translation }) => shown(translation) || []),
            };
          }),
        ),
      ),
  }),
});
