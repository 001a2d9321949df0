import { cite, day } from "../../prompt/cells.ts";
import type { Prompt } from "../../prompt/prompt.ts";
import type { Answer, Understood } from "./schema.ts";

const WORDS = {
  en: { in7: "items in 7 days", in28: "in 28 days", momentum: "momentum", yes: "yes", no: "no" },
  fr: { in7: "éléments en 7 jours", in28: "en 28 jours", momentum: "élan", yes: "oui", no: "non" },
} as const;
const PERIODS = {
  en: { week: "week", month: "month", quarter: "quarter" },
  fr: { week: "semaine", month: "mois", quarter: "trimestre" },
} as const;
const DIRECTIONS = {
  en: { rising: "rising", steady: "steady", falling: "falling" },
  fr: { rising: "en hausse", steady: "stable", falling: "en baisse" },
} as const;

export const prompt: Prompt<typeof Answer, typeof Understood> = {
  title: { en: "Technology trends", fr: "Tendances technologiques" },
  role: {
    en: "You are a technology analyst who tells developers what is moving on a topic.",
    fr: "Vous êtes analyste en technologie et expliquez aux développeurs ce qui bouge sur un sujet.",
  },
  blocks: [
    {
      name: { en: "trend", fr: "tendance" },
      rows: [2, 1],
      read: ({ trend, understood: { period } }, frame) =>
        trend
          ? [
              [
                period && PERIODS[frame][period],
                trend.direction && DIRECTIONS[frame][trend.direction],
                trend.momentum === undefined ? undefined : `${WORDS[frame].momentum} ${trend.momentum}`,
                `${trend.items_7d} ${WORDS[frame].in7}`,
                `${trend.items_28d} ${WORDS[frame].in28}`,
              ],
              [trend.by_week.map(({ start, items }) => `${start}: ${items}`).join(", ")],
            ]
          : [],
    },
    {
      name: { en: "topics", fr: "sujets" },
      columns: [
        { en: "topic", fr: "sujet" },
        "score",
        { en: "items", fr: "éléments" },
        { en: "direction", fr: "direction" },
        { en: "example", fr: "exemple" },
      ],
      rows: [12, 5],
      read: ({ topics = [] }, frame) =>
        topics.map(({ topic, score, items, direction, examples: [example] }) => [
          topic,
          score,
          items,
          direction && DIRECTIONS[frame][direction],
          example?.title,
          cite(example?.url),
        ]),
    },
    {
      name: { en: "projects", fr: "projets" },
      columns: [
        { en: "project", fr: "projet" },
        { en: "stars", fr: "étoiles" },
        { en: "in the period", fr: "sur la période" },
        { en: "updated", fr: "mis à jour" },
        { en: "what it is", fr: "description" },
        "source",
      ],
      rows: [8, 4],
      read: ({ projects = [] }) =>
        projects.map(({ name, url, stars, stars_in_period, updated, description, source }) => [
          name,
          stars,
          stars_in_period,
          day(updated),
          description,
          source,
          cite(url),
        ]),
    },
    {
      name: "discussions",
      columns: [
        { en: "title", fr: "titre" },
        { en: "points", fr: "points" },
        { en: "comments", fr: "commentaires" },
        "date",
        "source",
      ],
      rows: [8, 4],
      read: ({ discussions = [] }) =>
        discussions.map(({ title, url, comments_url, points, comments, published, source }) => [
          title,
          points,
          comments,
          day(published),
          source,
          cite(comments_url ?? url),
        ]),
    },
    {
      name: "questions",
      columns: [
        "question",
        { en: "alike", fr: "semblables" },
        { en: "views", fr: "vues" },
        { en: "answered", fr: "répondue" },
        "source",
      ],
      rows: [6, 3],
      read: ({ questions = [] }, frame) =>
        questions.map(({ question, url, asked_similar, views, answered, source }) => [
          question,
          asked_similar,
          views,
          answered === undefined ? undefined : WORDS[frame][answered ? "yes" : "no"],
          source,
          cite(url),
        ]),
    },
    {
      name: { en: "other meanings of the name", fr: "autres sens du nom" },
      rows: [3, 0],
      read: ({ understood: { alternatives = [] } }) =>
        alternatives.map(({ name, description, source, url }) => [name, description, source, cite(url)]),
    },
    {
      name: { en: "news", fr: "actualités" },
      columns: [{ en: "title", fr: "titre" }, { en: "publisher", fr: "éditeur" }, "date"],
      rows: [5, 0],
      read: ({ news = [] }) =>
        news.map(({ title, url, publisher, published }) => [title, publisher, day(published), cite(url)]),
    },
  ],
  task: [
    { en: "Say what is hot, and why now.", fr: "Dites ce qui est en vogue, et pourquoi maintenant." },
    {
      en: "Name what is worth trying, with what speaks against it.",
      fr: "Nommez ce qui mérite un essai, avec ce qui s'y oppose.",
    },
    {
      en: "Tell what is disputed or often asked; mind that counts are of what each search returns.",
      fr: "Dites ce qui fait débat ou revient dans les questions ; les nombres sont ceux de chaque recherche.",
    },
  ],
  output: {
    en: "A summary of five bullets, a table project | why | risk, and a reading list of titles with their sources.",
    fr: "Un résumé en cinq puces, un tableau projet | pourquoi | risque, et une liste de lecture de titres avec leurs sources.",
  },
};
