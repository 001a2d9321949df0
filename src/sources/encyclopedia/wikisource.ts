import { defineSource } from "../define.ts";
import { WIKIMEDIA } from "../kit/services/mediawiki.ts";
import { WikiItem, wikiSearch, wikiText } from "./wiki-search.ts";

/** The edition `mul` is the multilingual one, which has the bare domain. */
export const wikisource = defineSource({
  id: "wikisource",
  title: "Wikisource",
  docs: "https://en.wikisource.org/w/api.php?action=help&modules=query%2Bsearch",
  terms: "no key; wants a User-Agent that names the tool; texts free or CC BY-SA 4.0",
  query: wikiText("a work's title, or words of its text", "Treaty of Versailles"),
  item: WikiItem,
  polite: WIKIMEDIA,
  read: wikiSearch({
    host: (language) => (language === "mul" ? "wikisource.org" : `${language}.wikisource.org`),
  }),
});
