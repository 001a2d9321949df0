import { z } from "zod";
import { defineSource } from "../define.ts";
import type { El } from "../kit/html/dom.ts";
import { text } from "../kit/requests/query.ts";
import { excerpt } from "../kit/values/text.ts";
import { type Engine, SerpItem } from "./item.ts";
import { PageOptions, resultPage, targetOf } from "./result-page.ts";

/* Bing's block by its selectors of 2026, of which no recording exists; Google's as recorded in 2023. */

interface Question {
  readonly question: string | undefined;
  readonly answer?: string | undefined;
  readonly link?: El | undefined;
  readonly linkTitle?: string | undefined;
}

/** Google's page for browsers loads the answers on a click. */
const asked = (doc: El): Question[] =>
  doc
    .all(".related-question-pair")
    .map((pair) => ({ question: pair.attr("data-q") ?? pair.attr("data-q", "[data-q]") ?? pair.text() }));

/** Google's page without scripts: in one block, questions and what answers them follow one another. */
function unfolded(doc: El): Question[] {
  const block = doc.all("#main > div, .xpd").find((one) => /^People also ask/.test(one.text() ?? ""));
  const parts = block?.all("span.C7GS5b, div.BNeawe.s3v9rd.AP7Wnd, a[href*='/url?']") ?? [];
  const questions: {
    question: string | undefined;
    answer?: string | undefined;
    link?: El;
    linkTitle?: string | undefined;
  }[] = [];
  for (const part of parts) {
    const last = questions.at(-1);
    if (part.matches("span")) questions.push({ question: part.text() });
    else if (!last || part.closest("span.C7GS5b")) continue;
    else if (!part.matches("a")) last.answer ??= part.text();
    else if (!last.link) {
      last.link = part;
      last.linkTitle = part.text("h3, .BNeawe") ?? part.text();
    }
  }
  return questions;
}

const onBing = (doc: El): Question[] =>
  doc.all("[data-tag='RelatedQnA.Item'], .df_alsoAskCard, #df_listaa .b_slide").map((card) => ({
    question:
      card.attr("data-query") ?? card.attr("data-query", "[data-query]") ?? card.text(".df_qntext, .b_focusLabel"),
    answer: card.text(".rqnaAns, .df_alsocon, .b_rqnaAns"),
    link: card.one(".df_alsocon a[href^='http'], .rqnaAns a[href^='http'], a[href^='http']"),
    linkTitle: card.text("a h2, h2 a, .b_algo h2"),
  }));

function read(doc: El, engine: Engine) {
  const found = engine === "bing" ? onBing(doc) : [...asked(doc), ...unfolded(doc)];
  const seen = new Set<string>();
  const questions = found.filter(({ question }) => question && !seen.has(question) && seen.add(question));
  const related = doc.texts(".b_rs a, #bres a[href*='/search?'], #botstuff a[href*='/search?']").slice(0, 20);
  return questions.map(({ question, answer, link, linkTitle }, index) => {
    const url = targetOf(engine, link);
    return {
      title: question,
      snippet: excerpt(answer),
      url,
      host: url && new URL(url).hostname,
      sourceTitle: linkTitle,
      position: index + 1,
      engine,
      ...(index === 0 && related.length > 0 && { relatedSearches: related }),
    };
  });
}

export const related_questions = defineSource({
  id: "related_questions",
  title: "People also ask",
  docs: "https://support.google.com/websearch/answer/10106608",
  terms:
    "Bing's page; Google's wants scripts to be run, which takes a Chromium on this machine, and may refuse that too",
  query: text("what to search for", "coffee", PageOptions),
  item: SerpItem.extend({
    host: z.string().optional().describe("of the page that answers"),
    sourceTitle: z.string().optional().describe("title of that page"),
    relatedSearches: z.array(z.string()).optional().describe("what the page suggests besides; on the first item only"),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: resultPage(read),
});
