import { defineCategory } from "../define.ts";
import { datamuse } from "./datamuse.ts";
import { freeDictionary } from "./free_dictionary.ts";
import { languagetool } from "./languagetool.ts";
import { mymemory } from "./mymemory.ts";
import { tatoeba } from "./tatoeba.ts";
import { urbanDictionary } from "./urban_dictionary.ts";
import { wiktionary } from "./wiktionary.ts";

const MINUTE = 60_000;

export const language = defineCategory("language", "Language", 1440 * MINUTE, [
  wiktionary,
  freeDictionary,
  datamuse,
  urbanDictionary,
  mymemory,
  tatoeba,
  languagetool,
]);
