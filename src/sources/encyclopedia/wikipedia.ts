import { defineSource } from "../define.ts";
import { WIKIMEDIA } from "../kit/services/mediawiki.ts";
import { WikiItem, wikiSearch, wikiText } from "./wiki-search.ts";

export const wikipedia = defineSource({
  id: "wikipedia",
  title: "Wikipedia",
  docs: "https://www.mediawiki.org/wiki/API:Search",
  terms: "no key; wants a User-Agent that names the tool; texts CC BY-SA 4.0",
  query: wikiText(
    "words to search the articles for; quotes, -, intitle: and insource: pass through",
    "Python programming",
  ),
  item: WikiItem,
  polite: WIKIMEDIA,
  read: wikiSearch({ host: (language) => `${language}.wikipedia.org` }),
});
