import { cite } from "../../prompt/cells.ts";
import type { Prompt } from "../../prompt/prompt.ts";
import type { answer } from "./answer.ts";
import type { understood } from "./understood.ts";

const share = (value: number): string => `${Math.round(100 * value)} %`;
const interval = (low: number, high: number): string => `${Math.round(100 * low)}–${Math.round(100 * high)} %`;

const WORDS = {
  en: {
    mentions: "mentions",
    aDay: "a day",
    overall: "overall",
    positive: "positive",
    neutral: "neutral",
    negative: "negative",
    scored: "scored",
    unscored: "not scored",
    small: "small sample",
    weighted: "weighted score",
    yes: "yes",
    no: "no",
    improving: "improving",
    stable: "stable",
    worsening: "worsening",
  },
  fr: {
    mentions: "mentions",
    aDay: "par jour",
    overall: "dans l'ensemble",
    positive: "positif",
    neutral: "neutre",
    negative: "négatif",
    scored: "notées",
    unscored: "non notées",
    small: "petit échantillon",
    weighted: "score pondéré",
    yes: "oui",
    no: "non",
    improving: "en amélioration",
    stable: "stable",
    worsening: "en dégradation",
  },
} as const;

/** What an answer tells a model that reports opinions. */
export const prompt: Prompt<typeof answer, typeof understood> = {
  title: { en: "Opinion trend", fr: "Tendance d'opinion" },
  role: {
    en: "You are an opinion analyst who reports what people write of a topic on open platforms.",
    fr: "Vous êtes analyste d'opinion et rendez compte de ce qui s'écrit d'un sujet sur les plateformes ouvertes.",
  },
  blocks: [
    {
      name: { en: "sentiment", fr: "sentiment" },
      rows: [7, 4],
      read: ({ sentiment, volume }, frame) => {
        const says = WORDS[frame];
        return [
          ...(volume
            ? [
                [
                  `${volume.mentions} ${says.mentions}`,
                  `${volume.from.slice(0, 10)} – ${volume.to.slice(0, 10)}`,
                  volume.per_day === undefined ? undefined : `${volume.per_day} ${says.aDay}`,
                ],
              ]
            : []),
          ...(sentiment
            ? [
                [
                  `${says.overall} ${says[sentiment.overall]}`,
                  `score ${sentiment.score}`,
                  `n=${sentiment.n} ${says.scored}${sentiment.small_sample ? ` (${says.small})` : ""}`,
                ],
                [
                  `${says.positive} ${share(sentiment.positive)}`,
                  `95 %: ${interval(sentiment.positive_low, sentiment.positive_high)}`,
                ],
                [
                  `${says.negative} ${share(sentiment.negative)}`,
                  `95 %: ${interval(sentiment.negative_low, sentiment.negative_high)}`,
                ],
                [`${says.neutral} ${share(sentiment.neutral)}`],
                [
                  `${says.unscored}: ${sentiment.unscored}`,
                  sentiment.weighted_score === undefined ? undefined : `${says.weighted} ${sentiment.weighted_score}`,
                ],
                [sentiment.languages.map(({ language, n }) => `${language} ${n}`).join(", ")],
              ]
            : []),
        ];
      },
    },
    {
      name: { en: "volume by source", fr: "volume par source" },
      columns: ["source", "mentions", { en: "had more", fr: "en avait plus" }],
      rows: [8, 3],
      read: ({ volume }, frame) =>
        (volume?.by_source ?? [])
          .filter(({ mentions }) => mentions > 0)
          .map(({ source, mentions, capped }) => [source, mentions, WORDS[frame][capped ? "yes" : "no"]]),
    },
    {
      name: { en: "evolution", fr: "évolution" },
      columns: [{ en: "from", fr: "à partir du" }, "mentions", "n", "score"],
      rows: [12, 5],
      read: ({ evolution }) =>
        (evolution?.points ?? [])
          .filter(({ mentions }) => mentions > 0)
          .toReversed()
          .map(({ start, mentions, n, score }) => [
            evolution?.bucket === "hour" ? start.slice(0, 13) : start.slice(0, 10),
            mentions,
            n,
            score,
          ]),
    },
    {
      name: { en: "direction", fr: "direction" },
      rows: [1, 1],
      read: ({ evolution }, frame) =>
        evolution?.direction ? [[WORDS[frame][evolution.direction], evolution.change]] : [],
    },
    {
      name: { en: "keywords", fr: "mots associés" },
      columns: [{ en: "term", fr: "mot" }, "mentions", "score"],
      rows: [12, 5],
      read: ({ keywords }) => (keywords ?? []).map(({ term, mentions, score }) => [term, mentions, score]),
    },
    {
      name: { en: "typical mentions", fr: "mentions typiques" },
      columns: ["source", { en: "mood", fr: "humeur" }, { en: "text", fr: "texte" }],
      rows: [6, 3],
      read: ({ mentions }, frame) =>
        alternating(mentions ?? []).map(({ source, url, polarity, compound, title, text }) => [
          source,
          polarity && `${WORDS[frame][polarity]} ${compound ?? ""}`.trim(),
          title ? `${title}: ${text}` : text,
          cite(url),
        ]),
    },
    {
      name: { en: "top sources", fr: "premières sources" },
      columns: ["source", { en: "community", fr: "communauté" }, "mentions", "score", "engagement"],
      rows: [5, 2],
      read: ({ top_sources }) =>
        (top_sources ?? []).map(({ source, community, mentions, score, engagement }) => [
          source,
          community,
          mentions,
          score,
          engagement,
        ]),
    },
  ],
  task: [
    {
      en: "State the mood with its n and interval, and how far it can be trusted.",
      fr: "Dites l'humeur avec son n et son intervalle, et la confiance qu'elle mérite.",
    },
    {
      en: "Say what drives the favourable side and what drives the critical side, from the keywords and mentions.",
      fr: "Dites ce qui nourrit les avis favorables et les avis critiques, d'après les mots et les mentions.",
    },
    {
      en: "Describe how volume and mood changed over the period.",
      fr: "Décrivez l'évolution du volume et de l'humeur sur la période.",
    },
    {
      en: "Name what the sample cannot tell: closed platforms, irony, languages that were not scored.",
      fr: "Nommez ce que l'échantillon ne dit pas : plateformes fermées, ironie, langues non notées.",
    },
  ],
  output: {
    en: "A headline, four short paragraphs (mood, drivers, change, reliability), then a table driver / evidence / polarity.",
    fr: "Un titre, quatre courts paragraphes (humeur, moteurs, évolution, fiabilité), puis un tableau moteur / preuve / polarité.",
  },
};

/** The strongest of either side in turn, as neither alone is typical; then what has no side. */
function alternating<T extends { readonly polarity?: string | undefined }>(mentions: readonly T[]): readonly T[] {
  const positive = mentions.filter(({ polarity }) => polarity === "positive");
  const negative = mentions.filter(({ polarity }) => polarity === "negative");
  const rest = mentions.filter((mention) => !positive.includes(mention) && !negative.includes(mention));
  const pairs = Array.from({ length: Math.max(positive.length, negative.length) }, (_, index) => [
    positive[index],
    negative[index],
  ]);
  return [...pairs.flat().filter((mention) => mention !== undefined), ...rest];
}
