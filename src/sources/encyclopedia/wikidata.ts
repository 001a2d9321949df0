import { z } from "zod";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { WIKIMEDIA, wikiPage, wikiRefusal } from "../kit/services/mediawiki.ts";
import { HttpUrl } from "../kit/values/fields.ts";
import { LanguageTag } from "../kit/values/languages.ts";
import { webUrl } from "../kit/values/links.ts";
import { EncyclopediaItem, WikiOptions } from "./item.ts";

const PER_PAGE = 20;

const Term = z.object({ value: z.string().nullish() });

const Entity = z.object({
  id: z.string(),
  concepturi: z.string().nullish(),
  label: z.string().nullish(),
  description: z.string().nullish(),
  display: z.object({ label: Term.nullish(), description: Term.nullish() }).nullish(),
  aliases: z.array(z.string()).nullish(),
  match: z.object({ type: z.string().nullish(), language: z.string().nullish() }).nullish(),
});

export const wikidata = defineSource({
  id: "wikidata",
  title: "Wikidata",
  docs: "https://www.wikidata.org/w/api.php?action=help&modules=wbsearchentities",
  terms: "no key; wants a User-Agent that names the tool; data CC0",
  query: text("a label or alias, or an item's number such as Q42", "Douglas Adams", WikiOptions),
  item: EncyclopediaItem.extend({
    qid: z.string().describe("the item's number, e.g. Q42"),
    entityUri: HttpUrl.optional().describe("the URI that stands for the thing itself in linked data"),
    matchType: z.string().optional().describe("what matched: label, alias or entityId"),
    matchLanguage: LanguageTag.optional().describe("language of the label or alias that matched"),
  }),
  polite: WIKIMEDIA,
  read: json({
    pages: ({ text: search, language, page }) =>
      get("https://www.wikidata.org/w/api.php", {
        action: "wbsearchentities",
        format: "json",
        search,
        language,
        uselang: language,
        type: "item",
        limit: PER_PAGE,
        continue: (page - 1) * PER_PAGE,
      }),
    refused: wikiRefusal,
    body: z.object({ search: z.array(Entity), "search-continue": z.int().nullish() }),
    items: ({ search }) =>
      search.map(({ id, display, label, description, concepturi, aliases, match }) => ({
        title: display?.label?.value || label || id,
        url: wikiPage("www.wikidata.org", id),
        snippet: display?.description?.value || description,
        aliases,
        qid: id,
        entityUri: webUrl(concepturi),
        matchType: match?.type,
        matchLanguage: LanguageTag.safeParse(match?.language).data,
      })),
    next: (body) => (body["search-continue"] ? undefined : null),
  }),
});
