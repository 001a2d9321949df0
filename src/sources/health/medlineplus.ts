import { z } from "zod";
import { defineSource } from "../define.ts";
import { branch } from "../kit/compose/steps.ts";
import { type El, textOfHtml } from "../kit/html/dom.ts";
import { xml } from "../kit/readers/html.ts";
import { json, listOf } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { webUrl } from "../kit/values/links.ts";
import { excerpt } from "../kit/values/text.ts";
import type { ReadContext } from "../source.ts";
import { DrugFields, HealthItem } from "./item.ts";
import { type WordsOrRxcui, wordsOrRxcui } from "./rxcui.ts";

/* Topics by words; what MedlinePlus Connect has for the number of a drug. Both ask to be kept for 12 to 24 hours. */

const ROWS = 10;

const Options = z.object({ lang: z.enum(["en", "es"]).default("en").describe("language of the texts") });

interface Asked extends z.output<typeof Options>, WordsOrRxcui {}

/** The texts of a document's contents of one name; their markup is written as text. */
const contents = (document: El, name: string): string[] =>
  document.all(`content[name="${name}"]`).flatMap((content) => textOfHtml(content.text()) ?? []);

function topicOf(document: El, asked: Asked, doc: El, { notice }: ReadContext) {
  const { lang } = asked;
  const url = document.link(undefined, "url");
  // With rettype=topic the whole topic stands in one content.
  const topic = document.one("health-topic");
  const title = contents(document, "title")[0] ?? topic?.attr("title");
  if (!title) return undefined;
  const corrected = doc.text("spellingCorrection");
  if (corrected && document.node === doc.one("document")?.node)
    notice({ kind: "note", text: `MedlinePlus would spell it “${corrected}”.` });
  const description = contents(document, "FullSummary")[0] ?? textOfHtml(topic?.text("full-summary"));
  // With rettype=topic the same texts stand in both.
  const texts = (name: string, css: string) => [
    ...new Set([...contents(document, name), ...(topic?.texts(css) ?? [])]),
  ];
  return {
    title,
    url: url ?? topic?.link(undefined, "url"),
    snippet: contents(document, "snippet")[0] ?? excerpt(description),
    description,
    organization: contents(document, "organizationName")[0] ?? topic?.text("primary-institute"),
    alsoCalled: texts("altTitle", "also-called"),
    groups: texts("groupName", "group"),
    mesh: texts("mesh", "mesh-heading > descriptor"),
    rank: Number(document.attr("rank") ?? Number.NaN),
    language: lang,
  };
}

const topics = xml({
  pages: ({ text: term, lang, page }: Asked & PageRequest) =>
    get("https://wsearch.nlm.nih.gov/ws/query", {
      db: lang === "es" ? "healthTopicsSpanish" : "healthTopics",
      term,
      retmax: ROWS,
      retstart: (page - 1) * ROWS,
    }),
  rows: "list > document",
  item: topicOf,
  empty: (doc) => doc.text("nlmSearchResult > count") === "0",
  next: (doc) => {
    const figureOf = (name: string) => Number(doc.text(`nlmSearchResult > ${name}`) ?? 0);
    return figureOf("retstart") + ROWS < figureOf("count") ? undefined : null;
  },
});

const Value = z.object({ _value: z.string().nullish() }).nullish();

const Entry = z.object({
  title: Value,
  link: listOf(z.object({ href: z.string().nullish() })),
  summary: Value,
  updated: Value,
});

/** RxNorm's number among the code systems of HL7. */
const RXCUI = "2.16.840.1.113883.6.88";

const ofDrug = json({
  request: ({ rxcui, lang }: Asked) =>
    get("https://connect.medlineplus.gov/service", {
      "mainSearchCriteria.v.cs": RXCUI,
      "mainSearchCriteria.v.c": rxcui,
      knowledgeResponseType: "application/json",
      "informationRecipient.languageCode.c": lang,
    }),
  body: z.object({ feed: z.object({ updated: Value, entry: listOf(Entry) }) }),
  items: ({ feed }, { rxcui, lang }) =>
    feed.entry.map(({ title, link, summary, updated }) => {
      const description = textOfHtml(summary?._value);
      const name = title?._value ?? undefined;
      return {
        title: name ?? `RxCUI ${rxcui}`,
        url: webUrl(link[0]?.href),
        snippet: excerpt(description),
        id: rxcui,
        name,
        description,
        updatedAt: isoDate(updated?._value ?? feed.updated?._value),
        language: lang,
      };
    }),
});

const Known = z.string().optional();

export const medlineplus = defineSource({
  id: "medlineplus",
  title: "MedlinePlus",
  docs: "https://medlineplus.gov/about/developers/webservices/",
  terms: "85 requests a minute an address; answers to be kept for 12 to 24 hours",
  query: query({
    describe: "a matter of health in English or, with lang=es, in Spanish; or rxcui:6809 for what a drug is",
    example: "asthma",
    options: Options,
    parse: (q, options): Asked => ({ ...options, ...wordsOrRxcui(q) }),
  }),
  item: HealthItem.extend({
    ...DrugFields,
    description: Known.describe("the whole text of which the snippet is a part"),
    organization: Known,
    alsoCalled: z.array(z.string()).optional(),
    groups: z.array(z.string()).optional(),
    mesh: z.array(z.string()).optional().describe("medical subject headings"),
    rank: z.number().optional().describe("counts from 0"),
    language: Known,
  }),
  polite: { concurrency: 1, minIntervalMs: 750 },
  read: branch(({ rxcui }: Asked) => rxcui !== undefined, ofDrug, topics),
});
