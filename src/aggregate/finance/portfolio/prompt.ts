import { cite } from "../../prompt/cells.ts";
import type { Prompt } from "../../prompt/prompt.ts";
import type { Answer, Understood } from "./schema.ts";

const WORDS = {
  en: {
    rating: "rating",
    bets: "effective bets",
    of: "of",
    assets: "effective assets",
    largest: "largest weight",
    volatility: "volatility",
    aYear: "a year",
    best: "best",
    worst: "worst",
    mean: "mean correlation",
    greed: "fear & greed",
    riskFree: "risk-free",
  },
  fr: {
    rating: "note",
    bets: "paris effectifs",
    of: "sur",
    assets: "actifs effectifs",
    largest: "plus grand poids",
    volatility: "volatilité",
    aYear: "par an",
    best: "meilleur",
    worst: "moins bon",
    mean: "corrélation moyenne",
    greed: "peur et avidité",
    riskFree: "sans risque",
  },
} as const;
const RATINGS = {
  en: { poor: "poor", fair: "fair", good: "good", unknown: "unknown" },
  fr: { poor: "faible", fair: "moyenne", good: "bonne", unknown: "inconnue" },
} as const;
const KINDS = {
  en: { crypto: "crypto", stock: "stock", etf: "etf", index: "index", fx: "fx", other: "other" },
  fr: { crypto: "crypto", stock: "action", etf: "ETF", index: "indice", fx: "devises", other: "autre" },
} as const;
/** What the recommendations say, in French by their ids. */
const RECOMMENDED: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    "weight-above-40": "un seul actif décide d'une grande part de ce que fait le portefeuille",
    "few-assets": "moins de trois actifs répartissent peu le risque",
    "kind-above-80": "presque tout est d'un seul genre",
    "mean-correlation-above-0.7": "les actifs montent et baissent ensemble",
    "pair-above-0.9": "deux actifs sont presque le même pari",
    "volatility-above-60": "le portefeuille varie fortement",
    "few-bets": "les actifs ne font que peu de paris indépendants",
  }),
);

const LEVELS = {
  en: { low: "low", medium: "medium", high: "high" },
  fr: { low: "faible", medium: "moyen", high: "élevé" },
};
const HORIZONS = {
  en: { short: "short", medium: "medium", long: "long" },
  fr: { short: "court", medium: "moyen", long: "long" },
};

export const DISCLAIMER = "Information, not investment advice.";

/** "0.5" as "50 %". */
const percent = (ratio: number | undefined): string | undefined =>
  ratio === undefined ? undefined : `${Math.round(ratio * 1000) / 10} %`;

const signed = (value: number | undefined): string | undefined => (value === undefined ? undefined : `${value} %`);

/** A price with as many figures as tell something. */
const priceOf = (price: number): string => String(Number(price.toPrecision(7)));

export const prompt: Prompt<typeof Answer, typeof Understood> = {
  title: { en: "Portfolio report", fr: "Rapport de portefeuille" },
  role: {
    en: "You are a portfolio analyst who writes a personal report for a private investor.",
    fr: "Vous êtes analyste de portefeuille et rédigez un rapport personnel pour un particulier.",
  },
  blocks: [
    {
      name: { en: "assets", fr: "actifs" },
      columns: [
        { en: "symbol", fr: "symbole" },
        { en: "name", fr: "nom" },
        { en: "weight", fr: "poids" },
        { en: "price (date)", fr: "cours (date)" },
        "24h",
        "7d",
        "30d",
        { en: "volatility a year (n)", fr: "volatilité par an (n)" },
        { en: "deepest fall", fr: "plus forte baisse" },
        { en: "source", fr: "source" },
      ],
      rows: [20, 4],
      read: ({ assets = [] }, frame) =>
        assets
          .toSorted((a, b) => b.weight - a.weight)
          .map((asset) => [
            asset.symbol,
            `${asset.name} (${KINDS[frame][asset.kind]})`,
            percent(asset.weight),
            `${priceOf(asset.price)} ${asset.currency ?? ""} (${asset.as_of.slice(0, 10)})`,
            signed(asset.change_24h_pct),
            signed(asset.change_7d_pct),
            signed(asset.change_30d_pct),
            asset.volatility_pct && `${asset.volatility_pct} % (${asset.volatility_n})`,
            signed(asset.max_drawdown_pct),
            asset.price_source,
            cite(asset.url),
          ]),
    },
    {
      name: "diversification",
      rows: [8, 2],
      read: ({ diversification: spread }, frame) =>
        spread
          ? [
              [
                `${WORDS[frame].rating} ${RATINGS[frame][spread.rating]}`,
                spread.effective_bets &&
                  `${WORDS[frame].bets} ${spread.effective_bets} ${WORDS[frame].of} ${spread.assets}`,
                `${WORDS[frame].assets} ${spread.effective_assets}`,
                `${WORDS[frame].largest} ${percent(spread.largest_weight)}`,
                ...spread.kinds.map(({ kind, weight }) => `${KINDS[frame][kind]} ${percent(weight)}`),
              ],
              ...(spread.recommendations ?? []).map(({ id, sentence, evidence }) =>
                frame === "fr" ? [id, RECOMMENDED.get(id)] : [id, sentence, evidence],
              ),
            ]
          : [],
    },
    {
      name: { en: "correlations", fr: "corrélations" },
      columns: ["a", "b", "r", "n"],
      rows: [10, 3],
      read: ({ correlation }) =>
        (correlation?.pairs ?? [])
          .filter(({ r }) => r !== undefined)
          .toSorted((one, other) => Math.abs(other.r ?? 0) - Math.abs(one.r ?? 0))
          .map(({ a, b, r, n }) => [a, b, r, n]),
    },
    {
      name: { en: "portfolio", fr: "portefeuille" },
      rows: [3, 1],
      read: ({ performance: whole, correlation }, frame) =>
        whole
          ? [
              [
                whole.period && `${whole.period.from} – ${whole.period.to}`,
                whole.change_24h_pct !== undefined && `24h ${whole.change_24h_pct} %`,
                whole.change_7d_pct !== undefined && `7d ${whole.change_7d_pct} %`,
                whole.change_30d_pct !== undefined && `30d ${whole.change_30d_pct} %`,
                whole.volatility_pct !== undefined &&
                  `${WORDS[frame].volatility} ${whole.volatility_pct} % ${WORDS[frame].aYear}`,
              ].map((cell) => cell || undefined),
              [
                whole.best && `${WORDS[frame].best} ${whole.best}`,
                whole.worst && `${WORDS[frame].worst} ${whole.worst}`,
                correlation?.mean !== undefined ? `${WORDS[frame].mean} ${correlation.mean}` : undefined,
              ],
            ]
          : [],
    },
    {
      name: { en: "mood of the market", fr: "humeur du marché" },
      rows: [2, 0],
      read: ({ market_mood: mood }, frame) =>
        mood
          ? [
              [
                mood.fear_greed !== undefined
                  ? `${WORDS[frame].greed} ${mood.fear_greed} ${WORDS[frame].of} 100`
                  : undefined,
                frame === "en" ? mood.classification : undefined,
                mood.as_of,
              ],
              [
                mood.risk_free_pct !== undefined
                  ? `${WORDS[frame].riskFree} ${mood.risk_free_pct} % ${WORDS[frame].aYear}`
                  : undefined,
              ],
            ]
          : [],
    },
    {
      name: { en: "wishes", fr: "souhaits" },
      rows: [1, 1],
      read: ({ understood: { risk, horizon } }, frame) => [
        [
          risk && `${frame === "fr" ? "risque" : "risk"} ${LEVELS[frame][risk]}`,
          horizon && `horizon ${HORIZONS[frame][horizon]}`,
        ],
      ],
    },
    {
      name: { en: "limits", fr: "limites" },
      rows: [3, 0],
      read: ({ limits }) => limits.map((limit) => [limit]),
    },
  ],
  task: [
    {
      en: "Describe the position: what is held, in what parts, and how it did over 24 hours, 7 and 30 days.",
      fr: "Décrivez la position : ce qui est détenu, en quelles parts, et son évolution sur 24 heures, 7 et 30 jours.",
    },
    {
      en: "Explain the risks: volatility, deepest falls, concentration, what moves together; mind the n of each figure.",
      fr: "Expliquez les risques : volatilité, plus fortes baisses, concentration, ce qui évolue ensemble ; tenez compte du n de chaque chiffre.",
    },
    {
      en: "Name options that fit the wished risk and horizon, with what speaks against each; none as an order to trade.",
      fr: "Nommez des options adaptées au risque et à l'horizon souhaités, avec ce qui s'y oppose ; aucune n'est un ordre d'achat ou de vente.",
    },
  ],
  output: {
    en: "Five sections (position, performance, risks, concentration, options), 400 to 600 words; the last sentence is the one at the end of this prompt.",
    fr: "Cinq sections (position, performance, risques, concentration, options), 400 à 600 mots ; la dernière phrase est celle qui termine cette invite.",
  },
  disclaimer: { en: DISCLAIMER, fr: "Informations, et non conseil en investissement." },
};
