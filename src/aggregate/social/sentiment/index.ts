import { concat, connect, defer, filter, from, map, merge, mergeMap, of, scan, takeLast } from "rxjs";
import { z } from "zod";
import type { wikidata } from "../../../sources/encyclopedia/wikidata.ts";
import type { Item } from "../../../sources/source.ts";
import { defineAnalysis } from "../../define.ts";
import { language, limit, oneOf } from "../../parameters.ts";
import { languageOfText } from "../../prompt/language.ts";
import { alternative, type Sense, sensesOf } from "../../senses.ts";
import { answer, PERIODS } from "./answer.ts";
import { emptyCorpus, type Window, withAnswer } from "./corpus.ts";
import { evolutionOf, keywordListOf, sentimentOf, topSourcesOf, typicalOf, volumeOf } from "./folds.ts";
import { PLATFORM_IDS, PLATFORMS, questionsFor } from "./platforms.ts";
import { prompt } from "./prompt.ts";
import { holding, saidIn, tagOf, tagsIn } from "./topic.ts";
import { understood } from "./understood.ts";

const DAY = 86_400_000;
const DAYS: Readonly<Record<(typeof PERIODS)[number], number>> = { day: 1, week: 7, month: 30, year: 365 };
const MAX_WORDS = 8;

/** What is written of a topic, and in what mood. */
export const sentiment = defineAnalysis({
  path: "/social/sentiment",
  title: "Sentiment",
  describe:
    "How much is written of a topic on open social and question-and-answer platforms, in what mood, where, with which words, and how that changed over a day, week, month or year.",
  q: {
    describe: "a topic of one to eight words, a hashtag or a name",
    example: "electric cars",
    schema: z
      .string()
      .refine((text) => text.split(" ").length <= MAX_WORDS, {
        error: ({ input }) => `${String(input).split(" ").length} words; at most ${MAX_WORDS}.`,
      })
      .transform((text) => text.replace(/^#(?=\S)/, "")),
  },
  parameters: {
    period: oneOf(PERIODS, "month", "how far back: day, week, month or year"),
    language: language("two letters: only mentions in this language; default: all"),
    limit: limit(100, 1, 200, "mentions of one platform at most"),
    channel: z
      .string()
      .regex(/^@?\w{4,64}$/, { error: "must be the name of a public Telegram channel" })
      .optional()
      .describe("a public Telegram channel to search too"),
  },
  sources: { ...PLATFORMS, wikidata: "enriching" },
  budgetMs: 30_000,
  understood,
  answer,
  from: {
    volume: PLATFORM_IDS,
    sentiment: PLATFORM_IDS,
    top_sources: PLATFORM_IDS,
    evolution: PLATFORM_IDS,
    keywords: PLATFORM_IDS,
    mentions: PLATFORM_IDS,
  },
  fields: { "understood.alternatives": ["wikidata"] },
  limits: [
    "A sample of what open platforms let anyone search; X, Facebook, Instagram, TikTok are closed.",
    "A lexicon does not hear irony.",
    "Only English and French texts are scored.",
  ],
  run: ({ input: topic, parameters, ask, now, section, understood: taken, limit: limited }) =>
    defer(() => {
      const { period, channel, limit: most, language: only } = parameters;
      const to = now();
      const window: Window = {
        topic,
        topicLanguage: only ?? languageOfText(topic),
        only,
        period,
        from: to - DAYS[period] * DAY,
        to,
        limit: most,
      };
      const since = new Date(window.from).toISOString().slice(0, 10);
      const questions = questionsFor({ topic, period, since, limit: most, channel: channel?.replace(/^@/, "") });
      const holds = holding(topic);
      const about = { name: `“${topic}”`, is: (item: Item) => holds(saidIn(item), tagsIn(item)) };
      const tag = tagOf(topic);
      const tagless = tag === undefined && ask.has("mastodon");
      const corpus$ = from(questions).pipe(
        filter(({ id }) => ask.has(id) && !(id === "mastodon" && tagless)),
        mergeMap((question) =>
          ask
            .answer(question.id, question.q, { ...question.how, about })
            .pipe(map((answered) => ({ question, answer: answered }))),
        ),
        scan(withAnswer, emptyCorpus(window)),
        filter(({ platforms }) => platforms.length > 0),
      );
      const asTaken = {
        topic,
        hashtag: tag && `#${tag}`,
        language: window.topicLanguage,
        period,
        from: new Date(window.from).toISOString(),
        to: new Date(to).toISOString(),
        channel,
      };
      const senses$ = ask.answer<typeof wikidata>("wikidata", topic).pipe(
        filter(({ answered }) => answered),
        map(({ items }) => sensesOf(topic, items)),
        connect((shared$) =>
          merge(
            taken(
              concat(
                of(asTaken),
                shared$.pipe(
                  map((senses) => ({ ...asTaken, alternatives: senses.length > 1 ? senses.map(alternative) : [] })),
                ),
              ),
            ),
            shared$.pipe(mergeMap((senses) => (senses.length > 1 ? [limited(severalSentence(topic, senses))] : []))),
          ),
        ),
      );
      return merge(
        senses$,
        from(
          tagless ? [limited(`Mastodon is searched by hashtags, and none can hold “${topic}”: it was not asked.`)] : [],
        ),
        corpus$.pipe(
          connect((shared$) =>
            merge(
              section("volume", shared$.pipe(map(volumeOf))),
              section("mentions", shared$.pipe(map(typicalOf))),
              section(
                "sentiment",
                shared$.pipe(
                  map(sentimentOf),
                  filter((found) => found !== undefined),
                ),
              ),
              section("top_sources", shared$.pipe(map(topSourcesOf))),
              section("evolution", shared$.pipe(map(evolutionOf))),
              section("keywords", shared$.pipe(map(keywordListOf))),
              shared$.pipe(
                takeLast(1),
                mergeMap(({ undated }) => (undated > 0 ? [limited(undatedSentence(undated))] : [])),
              ),
            ),
          ),
        ),
      );
    }),
  prompt,
});

const undatedSentence = (count: number): string =>
  count === 1
    ? "One mention was left out: nobody says when it was written."
    : `${count} mentions were left out: nobody says when they were written.`;

const severalSentence = (topic: string, senses: readonly Sense[]): string =>
  `“${topic}” is the name of several things, and mentions of all of them are counted: ${senses
    .map(({ name, description }) => (description ? `${name} (${description})` : name))
    .slice(0, 4)
    .join("; ")}.`;
