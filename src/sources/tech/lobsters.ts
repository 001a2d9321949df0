import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import type { El } from "../kit/html/dom.ts";
import { html, says } from "../kit/readers/html.ts";
import { pagesRemain } from "../kit/requests/further.ts";
import { wordsOrLatest } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { isoDate, unixSeconds } from "../kit/values/dates.ts";
import { numberIn } from "../kit/values/numbers.ts";
import { TechItem } from "./item.ts";

const PER_PAGE = 20;

const nothingFound = says("0 results for");

const foundIn = (doc: El): number | undefined => numberIn(doc.text(".searchresults .heading"));

export const lobsters = defineSource({
  id: "lobsters",
  title: "Lobsters search",
  docs: "https://lobste.rs/about",
  terms: "no API; asks scrapers to be gentle and to name themselves",
  query: wordsOrLatest(
    "words to search the stories for; domain:, submitter:, title:, tag: and quotes pass through",
    "chatgpt",
    z.object({ order: z.enum(["newest", "relevance", "score"]).default("newest") }),
  ),
  item: TechItem.extend({
    domain: z.string().optional().describe("host of the story, with the account where one posts there"),
  }),
  polite: { concurrency: 1, minIntervalMs: 2000 },
  read: html({
    pages: ({ text, order, page }) =>
      text
        ? get("https://lobste.rs/search", { q: text, what: "stories", order, page })
        : get(page === 1 ? "https://lobste.rs/" : `https://lobste.rs/page/${page}`),
    rows: "li.story",
    item: (row) => {
      const title = row.text("a.u-url");
      const url = row.link("a.u-url");
      const id = row.attr("data-shortid");
      if (!title || !url) return undefined;
      const comments = row.text(".comments_label a");
      const score = row.text(".voters a.upvoter") ?? "";
      return {
        title,
        url,
        snippet: row.attr("title", "a.description_present"),
        commentsUrl: id && `https://lobste.rs/s/${id}`,
        author: row.texts('.byline a[href^="/~"]')[0],
        publishedAt: unixSeconds(row.attr("data-at-unix", "time")) ?? isoDate(row.attr("datetime", "time")),
        score: /^-?\d+$/.test(score) ? Number(score) : undefined,
        comments: comments?.startsWith("no ") ? 0 : numberIn(comments),
        tags: row.texts(".tags a.tag"),
        domain: row.text("a.domain"),
        id,
      };
    },
    empty: (doc) => {
      const refused = doc.text(".searchresults .flash-error");
      if (refused) throw new SourceError("bad-query", `Lobsters refuses the query: ${quotedSaying(refused)}`);
      return nothingFound(doc);
    },
    // The front page goes on for long; a search says how many it found.
    next: (doc, { text }, response) => (text ? pagesRemain(response, PER_PAGE, foundIn(doc)) : undefined),
  }),
});
