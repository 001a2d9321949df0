import type { z } from "zod";
import { cite, day } from "../../prompt/cells.ts";
import { clipped } from "../../prompt/clean.ts";
import type { Cell, Prompt } from "../../prompt/prompt.ts";
import type { answer, TrackAnswer } from "./answer.ts";

/** Articles that have a row with their summary; the others are told by their titles. */
const IN_FULL = 10;
/** Articles whose summaries are long. */
const LONG = 4;
const SHORT_SUMMARY = 200;

function rowOf(article: TrackAnswer["articles"][number], index: number): readonly Cell[] {
  const { title, published, author, summary, url } = article;
  return [
    title,
    day(published),
    author,
    index < LONG ? summary : summary && clipped(summary, SHORT_SUMMARY),
    cite(url),
  ];
}

export const prompt: Prompt<typeof answer, z.ZodObject> = {
  title: { en: "What is new", fr: "Nouveautés" },
  role: { en: "You are a news editor.", fr: "Vous êtes rédacteur d'une revue de presse." },
  blocks: [
    {
      name: { en: "check", fr: "relevé" },
      rows: [1, 1],
      read: ({ feed, check }, frame) => {
        const [since, first, fresh, left] =
          frame === "fr"
            ? [
                "depuis",
                "premier relevé",
                check?.new === 1 ? "nouveau" : "nouveaux",
                check?.remaining === 1 ? "reste pour le prochain relevé" : "restent pour le prochain relevé",
              ]
            : ["since", "first check", "new", "left for the next check"];
        if (!check) return [];
        const { previous_check: previous, remaining } = check;
        return [
          [
            feed?.title,
            `${check.new} ${fresh}`,
            previous ? `${since} ${previous}` : first,
            remaining > 0 ? `${remaining} ${left}` : "",
          ],
        ];
      },
    },
    {
      name: "articles",
      columns: [{ en: "title", fr: "titre" }, "date", { en: "author", fr: "auteur" }, { en: "summary", fr: "résumé" }],
      rows: [IN_FULL, LONG],
      cell: 400,
      read: ({ articles = [] }) => articles.slice(0, IN_FULL).map(rowOf),
    },
    {
      name: { en: "further titles", fr: "autres titres" },
      rows: [10, 0],
      read: ({ articles = [] }) => articles.slice(IN_FULL).map(({ title, url }) => [title, cite(url)]),
    },
  ],
  // What neither has a row nor a title in the prompt is new at the next check.
  shows: (answer, [, inFull = 0, titles = 0]) => {
    const { articles } = answer;
    const all: readonly unknown[] = Array.isArray(articles) ? articles : [];
    return {
      ...answer,
      articles: [...all.slice(0, Math.min(inFull, IN_FULL)), ...all.slice(IN_FULL, IN_FULL + titles)],
    };
  },
  task: [
    { en: "Say what is new, grouped by subject.", fr: "Dites ce qui est nouveau, par sujet." },
    { en: "Say what matters most, and why.", fr: "Dites ce qui importe le plus, et pourquoi." },
    { en: "Name what deserves to be read in full.", fr: "Indiquez ce qui mérite d'être lu en entier." },
  ],
  output: {
    en: "A digest of 3 sentences, then bullets with their links. Where there are no articles: one sentence that there is nothing new.",
    fr: "Une synthèse de 3 phrases, puis une liste à puces avec les liens. S'il n'y a pas d'article : une phrase disant qu'il n'y a rien de nouveau.",
  },
};
