import type { z } from "zod";
import { cite } from "../../prompt/cells.ts";
import type { Prompt } from "../../prompt/prompt.ts";
import { whyIn, wordIn } from "../french.ts";
import type { answer } from "./answer.ts";

const FEW = { en: "of few pages", fr: "sur peu de pages" } as const;

/** Asks for an article after the plan. */
export const prompt: Prompt<typeof answer, z.ZodObject> = {
  title: { en: "SEO article", fr: "Article SEO" },
  role: {
    en: "You are an SEO editor who writes for readers first.",
    fr: "Vous êtes rédacteur SEO et écrivez d'abord pour les lecteurs.",
  },
  blocks: [
    {
      name: { en: "intent and target", fr: "intention et cible" },
      rows: [1, 1],
      read: ({ intents, content_plan, corpus }, frame) => [
        [
          intents && `${frame === "fr" ? "intention" : "intent"}: ${wordIn(frame, intents.primary)}`,
          content_plan?.target_words &&
            `${content_plan.target_words.min}–${content_plan.target_words.max} ${frame === "fr" ? "mots" : "words"}`,
          corpus && `${frame === "fr" ? "pages lues" : "pages read"}: ${corpus.pages_read}`,
        ],
      ],
    },
    {
      name: { en: "outline", fr: "plan" },
      columns: [
        { en: "section", fr: "section" },
        { en: "words", fr: "mots" },
        { en: "terms", fr: "termes" },
        "questions",
      ],
      rows: [10, 5],
      read: ({ content_plan }) =>
        (content_plan?.outline ?? []).map(({ heading, words, terms, questions }) => [
          heading,
          words,
          terms.slice(0, 6).join(", "),
          questions.slice(0, 3).join(" "),
        ]),
    },
    {
      name: {
        en: "must-have terms, each with its usual count in 1,000 words",
        fr: "termes attendus, et leur nombre usuel sur 1 000 mots",
      },
      rows: [20, 10],
      read: ({ content_plan, terms = [] }, frame) =>
        (content_plan?.must_have_terms ?? []).map((term) => {
          const known = terms.find((one) => one.term === term);
          return [
            term,
            known?.suggested_min === undefined ? undefined : `${known.suggested_min}–${known.suggested_max ?? ""}`,
            known?.small_sample && FEW[frame],
          ];
        }),
    },
    {
      name: { en: "questions that no page answers", fr: "questions sans réponse" },
      rows: [6, 3],
      read: ({ questions = [] }) =>
        questions.filter(({ answered_by }) => answered_by?.length === 0).map(({ question }) => [question]),
    },
    {
      name: { en: "groups", fr: "groupes" },
      rows: [6, 3],
      read: ({ semantic_groups = [] }, frame) =>
        semantic_groups.map(({ label, terms, intent }) => [
          label,
          intent && wordIn(frame, intent),
          terms.slice(0, 8).join(", "),
        ]),
    },
    {
      name: { en: "what ranks", fr: "ce qui se classe" },
      rows: [4, 1],
      read: ({ benchmark }, frame) => [
        [
          benchmark &&
            `${frame === "fr" ? "mots, médiane" : "words, median"}: ${benchmark.words.median} (n=${benchmark.n})`,
        ],
        [benchmark?.h2 && `h2: ${benchmark.h2.min}–${benchmark.h2.max}`],
        [benchmark?.images_median === undefined ? undefined : `images: ${benchmark.images_median}`],
        [
          benchmark?.readability_median === undefined
            ? undefined
            : `${benchmark.readability_scale}: ${benchmark.readability_median}`,
        ],
      ],
    },
    {
      name: { en: "opportunities", fr: "opportunités" },
      columns: [{ en: "kind", fr: "type" }, { en: "what", fr: "quoi" }, { en: "why", fr: "pourquoi" }, "score"],
      rows: [5, 2],
      read: ({ opportunities = [] }, frame) =>
        opportunities.map(({ kind, label, why, score }) => [
          wordIn(frame, kind),
          kind === "format" || kind === "freshness" || kind === "depth" ? wordIn(frame, label) : label,
          whyIn(frame, why),
          score,
        ]),
    },
    {
      name: { en: "competitors' titles", fr: "titres concurrents" },
      rows: [5, 0],
      read: ({ serp = [] }) => serp.map(({ title, domain, url }) => [title, domain, cite(url)]),
    },
    {
      name: { en: "suggested searches", fr: "recherches suggérées" },
      rows: [0, 0],
      read: ({ suggestions = [] }) => suggestions.map(({ query, found_in }) => [query, found_in.join(", ")]),
    },
  ],
  task: [
    { en: "- Write the article after the outline.", fr: "- Rédigez l'article d'après le plan." },
    { en: "- Answer the intent in the first paragraph.", fr: "- Répondez à l'intention dès le premier paragraphe." },
    {
      en: "- Use the terms naturally, and answer the questions.",
      fr: "- Employez les termes naturellement et répondez aux questions.",
    },
    { en: "- Invent no facts.", fr: "- N'inventez aucun fait." },
  ],
  output: {
    en: "A title (60 characters at most), a meta description (155 at most), then the article with H1 to H3, of the target length, in the language of the data.",
    fr: "Un titre (60 caractères au plus), une méta-description (155 au plus), puis l'article avec H1 à H3, de la longueur cible, dans la langue des données.",
  },
};
