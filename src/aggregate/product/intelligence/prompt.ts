import { cite } from "../../prompt/cells.ts";
import type { Prompt } from "../../prompt/prompt.ts";
import type { answer } from "./answer.ts";
import type { understood } from "./wanted.ts";

const WORDS = {
  en: {
    new: "new offers",
    marketplaces: "marketplaces",
    min: "least",
    median: "median",
    mean: "mean",
    max: "most",
    outliers: "outliers left out",
    inStock: "in stock",
    out: "out of stock",
    unknown: "unknown",
    of: "of",
    votes: "votes",
    days: "days observed",
    since: "since",
    perMonth: "in 30 days",
    reduced: "of the offers are reduced, by a median of",
    rating: "rating",
    rejected: "offers of something else rejected",
    rising: "rising",
    falling: "falling",
    stable: "stable",
    direction: "direction",
    discussions: "discussions found",
    yes: "yes",
    no: "no",
    value: "value",
    new_: "new",
    used: "used",
    refurbished: "refurbished",
  },
  fr: {
    new: "offres neuves",
    marketplaces: "places de marché",
    min: "minimum",
    median: "médiane",
    mean: "moyenne",
    max: "maximum",
    outliers: "valeurs aberrantes écartées",
    inStock: "en stock",
    out: "épuisées",
    unknown: "inconnue",
    of: "sur",
    votes: "votes",
    days: "jours observés",
    since: "depuis le",
    perMonth: "en 30 jours",
    reduced: "des offres sont remisées, médiane de la remise",
    rating: "note",
    rejected: "offres d'autre chose écartées",
    rising: "en hausse",
    falling: "en baisse",
    stable: "stable",
    direction: "direction",
    discussions: "discussions trouvées",
    yes: "oui",
    no: "non",
    value: "rapport",
    new_: "neuf",
    used: "occasion",
    refurbished: "reconditionné",
  },
} as const;

/** A price with its currency. */
const amount = (value: number | undefined, currency: string | undefined): string | undefined =>
  value === undefined ? undefined : `${value} ${currency ?? ""}`.trim();

const share = (ratio: number): string => `${Math.round(100 * ratio)} %`;

/** What an answer tells a model that advises a seller. */
export const prompt: Prompt<typeof answer, typeof understood> = {
  title: { en: "Market position and pricing", fr: "Position et prix de marché" },
  role: {
    en: "You are a pricing strategist who advises a seller of this product.",
    fr: "Vous êtes stratège de prix et conseillez un vendeur de ce produit.",
  },
  blocks: [
    {
      name: { en: "price", fr: "prix" },
      rows: [8, 4],
      read: ({ price, product, availability }, frame) => {
        const says = WORDS[frame];
        if (!price) return [];
        const money = (name: string, value: number | undefined) =>
          value === undefined ? [] : [[name, `${value} ${price.currency}`]];
        return [
          [`n=${price.n} ${says.new}`, `${price.marketplaces} ${says.marketplaces}`, price.as_of.slice(0, 10)],
          ...money(says.median, price.median),
          ...money(says.min, price.min),
          ...money(says.max, price.max),
          ...money(says.mean, price.mean),
          [`${says.outliers}: ${price.outliers}`, product && `${says.rejected}: ${product.rejected}`],
          ...(availability
            ? [
                [
                  `${says.inStock} ${availability.in_stock}`,
                  `${says.out} ${availability.out_of_stock}`,
                  `${says.unknown} ${availability.unknown}`,
                ],
              ]
            : []),
        ];
      },
    },
    {
      name: { en: "by marketplace", fr: "par place de marché" },
      columns: [
        { en: "marketplace", fr: "place" },
        "n",
        "min",
        { en: "median", fr: "médiane" },
        "max",
        { en: "in stock", fr: "en stock" },
        { en: "rating", fr: "note" },
      ],
      rows: [8, 3],
      read: ({ by_marketplace, price }) =>
        (by_marketplace ?? []).map(({ marketplace, n, min, median, max, available, rating }) => [
          marketplace,
          n,
          amount(min, price?.currency),
          amount(median, price?.currency),
          amount(max, price?.currency),
          available,
          rating,
        ]),
    },
    {
      name: { en: "best value", fr: "meilleur rapport" },
      rows: [1, 1],
      read: ({ best_value, price }, frame) =>
        best_value
          ? [
              [
                best_value.title,
                best_value.marketplace,
                amount(best_value.price, price?.currency),
                `${WORDS[frame].value} ${best_value.value}`,
                frame === "en" ? best_value.why : undefined,
                cite(best_value.url),
              ],
            ]
          : [],
    },
    {
      name: { en: "offers", fr: "offres" },
      columns: [
        { en: "price", fr: "prix" },
        { en: "title", fr: "titre" },
        { en: "marketplace", fr: "place" },
        { en: "seller", fr: "vendeur" },
        { en: "condition", fr: "état" },
        { en: "rating (votes)", fr: "note (votes)" },
        { en: "struck out", fr: "barré" },
      ],
      rows: [10, 4],
      read: ({ offers, price: told }, frame) =>
        spread(offers ?? []).map(({ price, title, url, marketplace, seller, condition, rating, votes, old_price }) => [
          amount(price, told?.currency),
          title.length > 80 ? `${title.slice(0, 79)}…` : title,
          marketplace,
          seller,
          condition && WORDS[frame][condition === "new" ? "new_" : condition],
          rating === undefined ? undefined : `${rating} (${votes ?? "?"})`,
          amount(old_price, told?.currency),
          cite(url),
        ]),
    },
    {
      name: { en: "ratings and reviews", fr: "notes et avis" },
      rows: [4, 1],
      read: ({ ratings, reviews }, frame) => {
        const says = WORDS[frame];
        return [
          ...(ratings?.mean === undefined
            ? []
            : [
                [
                  `${says.rating} ${ratings.mean} ${says.of} ${ratings.scale}`,
                  `${ratings.votes} ${says.votes}`,
                  `n=${ratings.n}`,
                ],
              ]),
          ...(reviews?.discussions ?? []).map(({ title, url, source, date }) => [
            title,
            source,
            date?.slice(0, 10),
            cite(url),
          ]),
        ];
      },
    },
    {
      name: { en: "trend", fr: "tendance" },
      rows: [3, 1],
      read: ({ price_trend }, frame) => {
        const says = WORDS[frame];
        if (!price_trend) return [];
        const {
          direction,
          slope_pct_30d: slope,
          days,
          since,
          discounted_share: part,
          median_discount_pct: discount,
        } = price_trend;
        return [
          [
            `${says.direction}: ${says[direction]}`,
            slope === undefined ? undefined : `${slope} % ${says.perMonth}`,
            `${days} ${says.days}${since ? ` ${says.since} ${since}` : ""}`,
          ],
          part && discount !== undefined ? [`${share(part)} ${says.reduced} ${discount} %`] : [],
        ];
      },
    },
  ],
  task: [
    {
      en: "Describe the market position: the bands of prices, who sells in which, and how wide they are.",
      fr: "Décrivez la position de marché : les bandes de prix, qui vend dans chacune, leur largeur.",
    },
    {
      en: "Say where a seller of a new item could price it, and what each choice would rest on.",
      fr: "Dites à quel prix un vendeur de neuf pourrait se placer, et sur quoi chaque choix reposerait.",
    },
    {
      en: "Weigh ratings, stock and reductions against the price.",
      fr: "Pesez notes, stock et remises face au prix.",
    },
    {
      en: "Name the risks of the sample: its size, refusing marketplaces, matching by words, the length of the history.",
      fr: "Nommez les risques de l'échantillon : taille, places qui refusent, rapprochement par mots, durée de l'historique.",
    },
  ],
  output: {
    en: "A summary of three sentences, a table of price bands, then three opportunities, each with the figure behind it.",
    fr: "Un résumé de trois phrases, un tableau des bandes de prix, puis trois opportunités avec le chiffre qui fonde chacune.",
  },
};

/** The cheapest, the dearest and one between in turn, so that a few rows show the whole range. */
function spread<T>(offers: readonly T[]): readonly T[] {
  const left = [...offers];
  const taken: T[] = [];
  for (let turn = 0; left.length > 0; turn += 1) {
    const place = [0, left.length - 1, Math.floor(left.length / 2)][turn % 3] ?? 0;
    taken.push(...left.splice(place, 1));
  }
  return taken;
}
