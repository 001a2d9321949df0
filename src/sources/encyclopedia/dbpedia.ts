import { z } from "zod";
import { defineSource } from "../define.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { json, listOf, numeric } from "../kit/readers/json.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { Count } from "../kit/values/fields.ts";
import { EncyclopediaItem } from "./item.ts";

const CATEGORY = /^https?:\/\/dbpedia\.org\/resource\/Category:/;

/** Every value comes as a list, and any of them may be missing; matches within are highlighted by `<B>`. */
const Texts = listOf(z.string());

const Doc = z.object({
  resource: Texts,
  label: Texts,
  comment: Texts,
  redirectlabel: Texts,
  typeName: Texts,
  category: Texts,
  refCount: listOf(numeric),
  score: listOf(numeric),
});

/** `http://dbpedia.org/resource/Category:Living_people` as `Living people`. */
const categoryName = (uri: string): string => uri.replace(CATEGORY, "").replaceAll("_", " ");

export const dbpedia = defineSource({
  id: "dbpedia",
  title: "DBpedia Lookup",
  docs: "https://github.com/dbpedia/dbpedia-lookup",
  terms: "no key; no published limit; data CC BY-SA 3.0",
  query: text("words of a thing's name", "Berlin"),
  item: EncyclopediaItem.extend({
    types: z.array(z.string()).optional().describe("classes of the DBpedia ontology"),
    categories: z.array(z.string()).optional().describe("categories of the English Wikipedia"),
    refCount: Count.optional().describe("how many articles link to it"),
    score: z.number().optional().describe("the service's relevance, without an upper bound"),
  }),
  polite: { concurrency: 2 },
  read: json({
    request: ({ text: query }) =>
      get("https://lookup.dbpedia.org/api/search", { query, maxResults: 20, format: "JSON" }),
    body: z.object({ docs: z.array(Doc) }),
    items: ({ docs }) =>
      docs.flatMap(({ resource: [url], label: [label], comment: [comment], ...doc }) => {
        const title = textOfHtml(label);
        if (!url || !title) return [];
        return {
          title,
          url,
          snippet: textOfHtml(comment),
          aliases: doc.redirectlabel.flatMap((name) => textOfHtml(name) ?? []),
          types: doc.typeName,
          categories: doc.category.map(categoryName),
          refCount: doc.refCount[0],
          score: doc.score[0],
        };
      }),
  }),
});
