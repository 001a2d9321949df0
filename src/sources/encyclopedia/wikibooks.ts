import { defineSource } from "../define.ts";
import { WIKIMEDIA } from "../kit/services/mediawiki.ts";
import { WikiItem, wikiSearch, wikiText } from "./wiki-search.ts";

/** Books, and on the English edition the Cookbook (102) and Wikijunior (110) too; a title is `Book/Chapter`. */
export const wikibooks = defineSource({
  id: "wikibooks",
  title: "Wikibooks",
  docs: "https://en.wikibooks.org/w/api.php?action=help&modules=query%2Bsearch",
  terms: "no key; wants a User-Agent that names the tool; texts CC BY-SA 4.0",
  query: wikiText("words to search the textbooks for", "linear algebra eigenvalues"),
  item: WikiItem,
  polite: WIKIMEDIA,
  read: wikiSearch({
    host: (language) => `${language}.wikibooks.org`,
    namespaces: (language) => (language === "en" ? "0|102|110" : "0"),
  }),
});
