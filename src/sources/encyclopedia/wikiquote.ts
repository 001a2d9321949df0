import { defineSource } from "../define.ts";
import { WIKIMEDIA } from "../kit/services/mediawiki.ts";
import { WikiItem, wikiSearch, wikiText } from "./wiki-search.ts";

/** The snippet mostly holds the quotation that matched. */
export const wikiquote = defineSource({
  id: "wikiquote",
  title: "Wikiquote",
  docs: "https://en.wikiquote.org/w/api.php?action=help&modules=query%2Bsearch",
  terms: "no key; wants a User-Agent that names the tool; texts CC BY-SA 4.0",
  query: wikiText("a person, a work, or words of a quotation", "Marie Curie"),
  item: WikiItem,
  polite: WIKIMEDIA,
  read: wikiSearch({ host: (language) => `${language}.wikiquote.org` }),
});
