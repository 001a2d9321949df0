import { z } from "zod";
import { webUrl } from "../kit/links.ts";
import { languageTag } from "./item.ts";

const Translation = z.object({
  text: z.string(),
  lang: z.string().nullish(),
  is_direct: z.boolean().nullish(),
});

/** A sentence as the API answers it. */
export const Sentence = z.object({
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

/** What Tatoeba says of a sentence. */
export const itemOf = (sentence: z.output<typeof Sentence>) => ({
  title: sentence.text,
  url: `https://tatoeba.org/en/sentences/show/${sentence.id}`,
  snippet: sentence.translations.map((translation) => translation.text).join(" / "),
  language: languageTag(sentence.lang),
  translations: sentence.translations.map((translation) => ({
    text: translation.text,
    language: translation.lang,
    direct: translation.is_direct,
  })),
  author: sentence.owner,
  license: sentence.license,
  audioUrl: webUrl(sentence.audios?.[0]?.download_url),
  id: String(sentence.id),
});
