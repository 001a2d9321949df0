import { type Rows, signed } from "../../prompt/cells.ts";
import type { Block, Frame, Prompt } from "../../prompt/prompt.ts";
import type { answer, meant } from "./answer.ts";

type Read = Parameters<Block<typeof answer, typeof meant>["read"]>[0];

const TYPES = {
  en: { apartment: "flat", house: "house", all: "all" },
  fr: { apartment: "appartement", house: "maison", all: "tous" },
} as const;
const DIRECTIONS = {
  en: { rising: "rising", falling: "falling", stable: "stable", unknown: "unknown" },
  fr: { rising: "hausse", falling: "baisse", stable: "stable", unknown: "inconnue" },
} as const;

/** Words in the frame's language. */
const says = (frame: Frame, en: string, fr: string): string => (frame === "fr" ? fr : en);

function prices({ price_m2: said, estimate }: Read, frame: Frame): Rows {
  if (!said) return [];
  const row = (name: string, spread: typeof said.apartment): Rows =>
    spread?.median === undefined
      ? []
      : [[name, spread.median, spread.q1, spread.q3, spread.n, `${said.since} – ${said.through}`]];
  return [
    ...row(`${TYPES[frame].apartment}, €/m²`, said.apartment),
    ...row(`${TYPES[frame].house}, €/m²`, said.house),
    ...row(`${TYPES[frame].all}, €/m²`, said.all),
    ...(estimate?.value === undefined
      ? []
      : [
          [
            `${TYPES[frame][estimate.type]} ${says(frame, "of", "de")} ${estimate.surface_m2} m², €`,
            estimate.value,
            estimate.low,
            estimate.high,
            undefined,
            undefined,
          ],
        ]),
  ];
}

const trends = ({ trends: said }: Read, frame: Frame): Rows =>
  said
    ? [
        ...said.by_type.map(({ type, one_year_pct, five_year_pct }) => [
          `${TYPES[frame][type]}${says(frame, ": change", " : évolution")}`,
          signed(one_year_pct) && `${signed(one_year_pct)} ${says(frame, "in 1 year", "en 1 an")}`,
          signed(five_year_pct) && `${signed(five_year_pct)} ${says(frame, "in 5 years", "sur 5 ans")}`,
        ]),
        ...said.by_type.flatMap(({ type, years }) =>
          years.map(({ year, median_m2, n }) => [
            `${TYPES[frame][type]} ${year}`,
            `${median_m2} €/m²`,
            `${n} ${says(frame, "sales", "ventes")}`,
          ]),
        ),
      ]
    : [];

const rent = ({ rent: said }: Read, frame: Frame): Rows =>
  said
    ? [
        [
          `${says(frame, "modelled rent", "loyer modélisé")} (${said.year})`,
          said.estimated_m2 && `${said.estimated_m2} ${says(frame, "€/m² a month", "€/m²/mois")}`,
          said.listings_n && `${said.listings_n} ${says(frame, "listings", "annonces")}`,
          said.level,
        ],
        [
          says(frame, "rent of the dwelling", "loyer du bien"),
          said.estimated_month && `${said.estimated_month} ${says(frame, "€ a month", "€/mois")}`,
          said.low_month && `${said.low_month} – ${said.high_month}`,
        ],
        [
          says(frame, "indicator of the town", "indicateur de la commune"),
          said.median_m2 && `${said.median_m2} ${says(frame, "€/m² a month", "€/m²/mois")}`,
          said.gap_pct === undefined ? undefined : `${says(frame, "gap", "écart")} ${signed(said.gap_pct)}`,
        ],
        [says(frame, "gross yield", "rendement brut"), said.gross_yield_pct && `${said.gross_yield_pct} %`],
      ]
    : [];

export const prompt: Prompt<typeof answer, typeof meant> = {
  title: { en: "Property market", fr: "Analyse du marché immobilier" },
  language: "fr",
  role: {
    en: "You are a property expert who advises a buyer and a seller on this local market.",
    fr: "Vous êtes expert immobilier : vous conseillez un acheteur et un vendeur sur ce marché local.",
  },
  blocks: [
    {
      name: { en: "prices (dvf)", fr: "prix (dvf)" },
      columns: [
        { en: "measure", fr: "mesure" },
        { en: "median", fr: "médiane" },
        "quartile 1",
        "quartile 3",
        { en: "sales", fr: "ventes" },
        { en: "period", fr: "période" },
      ],
      rows: [4, 2],
      read: prices,
    },
    { name: { en: "trends (dvf)", fr: "tendances (dvf)" }, rows: [10, 4], read: trends },
    { name: { en: "rent and yield (loyers)", fr: "loyer et rendement (loyers)" }, rows: [4, 2], read: rent },
    {
      name: { en: "neighbouring towns (dvf, loyers)", fr: "communes voisines (dvf, loyers)" },
      columns: [
        { en: "town", fr: "commune" },
        "km",
        "€/m²",
        { en: "sales", fr: "ventes" },
        { en: "gap", fr: "écart" },
        { en: "1 year", fr: "1 an" },
        { en: "rent €/m²", fr: "loyer €/m²" },
      ],
      rows: [5, 3],
      read: ({ neighbours = [] }) =>
        neighbours.map((one) => [
          one.commune,
          one.distance_km,
          one.price_m2,
          one.n,
          signed(one.difference_pct),
          signed(one.one_year_pct),
          one.rent_m2,
        ]),
    },
    {
      name: { en: "recent sales (dvf)", fr: "ventes récentes (dvf)" },
      columns: ["date", "type", { en: "price €", fr: "prix €" }, "m²", "€/m²", { en: "address", fr: "adresse" }],
      rows: [8, 3],
      read: ({ recent_transactions: sales = [] }) =>
        sales.map(({ date, type, price, surface_m2, price_m2, address }) => [
          date,
          type,
          price.amount,
          surface_m2,
          price_m2,
          address,
        ]),
    },
    {
      name: { en: "market (dvf, dpe)", fr: "marché (dvf, dpe)" },
      rows: [4, 1],
      read: ({ market }, frame) =>
        market
          ? [
              [
                `${says(frame, "direction of prices:", "direction des prix :")} ${DIRECTIONS[frame][market.direction]}`,
                market.liquidity_per_1000 &&
                  `${market.liquidity_per_1000} ${says(frame, "sales per 1,000 inhabitants", "ventes pour 1 000 habitants")}`,
              ],
              [says(frame, "number of sales", "volume des ventes"), signed(market.volume_change_pct)],
              [
                says(frame, "sales by year", "ventes par année"),
                market.sales_by_year?.map(({ year, n }) => `${year} ${n}`).join(", "),
              ],
              [
                says(frame, "energy classes", "classes énergie"),
                market.energy_classes?.map(({ class: name, n }) => `${name} ${n}`).join(", "),
              ],
            ]
          : [],
    },
  ],
  task: [
    {
      en: "Write an analysis for a buyer and for a seller.",
      fr: "Rédigez une analyse pour un acheteur et pour un vendeur.",
    },
    {
      en: "Give a range of prices, the room to negotiate that it leaves and what the trend says.",
      fr: "Donnez une fourchette de prix, la marge de négociation qu'elle laisse et ce que dit la tendance du moment.",
    },
    {
      en: "Compare with the neighbouring towns and with renting.",
      fr: "Comparez avec les communes voisines et avec la location.",
    },
    {
      en: "Tell the risks of the sample: number of sales, period, quartiles.",
      fr: "Dites les risques de l'échantillon : nombre de ventes, période, quartiles.",
    },
  ],
  output: {
    en: "A summary of five lines, two columns buyer/seller, three pieces of advice for each.",
    fr: "Une synthèse de cinq lignes, deux colonnes acheteur/vendeur, trois conseils pour chacun.",
  },
};
