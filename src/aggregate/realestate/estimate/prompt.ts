import { type Rows, signed } from "../../prompt/cells.ts";
import type { Block, Prompt } from "../../prompt/prompt.ts";
import type { answer, meant } from "./answer.ts";

type Read = Parameters<Block<typeof answer, typeof meant>["read"]>[0];

const IN_FRENCH = { apartment: "appartement", house: "maison" } as const;
const DIRECTIONS = { rising: "hausse", falling: "baisse", stable: "stable", unknown: "inconnue" } as const;

function prices({ price_m2: said, estimate }: Read): Rows {
  if (!said) return [];
  const row = (name: string, spread: typeof said.apartment): Rows =>
    spread?.median === undefined
      ? []
      : [[name, spread.median, spread.q1, spread.q3, spread.n, `${said.since} – ${said.through}`]];
  return [
    ...row("appartement, €/m²", said.apartment),
    ...row("maison, €/m²", said.house),
    ...row("tous, €/m²", said.all),
    ...(estimate?.value === undefined
      ? []
      : [
          [
            `${IN_FRENCH[estimate.type]} de ${estimate.surface_m2} m², €`,
            estimate.value,
            estimate.low,
            estimate.high,
            undefined,
            undefined,
          ],
        ]),
  ];
}

const trends = ({ trends: said }: Read): Rows =>
  said
    ? [
        ...said.by_type.map(({ type, one_year_pct, five_year_pct }) => [
          `${IN_FRENCH[type]} : évolution`,
          signed(one_year_pct) && `${signed(one_year_pct)} en 1 an`,
          signed(five_year_pct) && `${signed(five_year_pct)} sur 5 ans`,
        ]),
        ...said.by_type.flatMap(({ type, years }) =>
          years.map(({ year, median_m2, n }) => [`${IN_FRENCH[type]} ${year}`, `${median_m2} €/m²`, `${n} ventes`]),
        ),
      ]
    : [];

const rent = ({ rent: said }: Read): Rows =>
  said
    ? [
        [
          `loyer modélisé (${said.year})`,
          said.estimated_m2 && `${said.estimated_m2} €/m²/mois`,
          said.listings_n && `${said.listings_n} annonces`,
          said.level,
        ],
        [
          "loyer du bien",
          said.estimated_month && `${said.estimated_month} €/mois`,
          said.low_month && `${said.low_month} à ${said.high_month}`,
        ],
        [
          "indicateur de la commune",
          said.median_m2 && `${said.median_m2} €/m²/mois`,
          said.gap_pct === undefined ? undefined : `écart ${signed(said.gap_pct)}`,
        ],
        ["rendement brut", said.gross_yield_pct && `${said.gross_yield_pct} %`],
      ]
    : [];

export const prompt: Prompt<typeof answer, typeof meant> = {
  title: "Analyse du marché immobilier",
  language: "fr",
  role: "Vous êtes expert immobilier : vous conseillez un acheteur et un vendeur sur ce marché local.",
  blocks: [
    {
      name: "prix (dvf)",
      columns: ["mesure", "médiane", "quartile 1", "quartile 3", "ventes", "période"],
      rows: [4, 2],
      read: prices,
    },
    { name: "tendances (dvf)", rows: [10, 4], read: trends },
    { name: "loyer et rendement (loyers)", rows: [4, 2], read: rent },
    {
      name: "communes voisines (dvf, loyers)",
      columns: ["commune", "km", "€/m²", "ventes", "écart", "1 an", "loyer €/m²"],
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
      name: "ventes récentes (dvf)",
      columns: ["date", "type", "prix €", "m²", "€/m²", "adresse"],
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
      name: "marché (dvf, dpe)",
      rows: [4, 1],
      read: ({ market }) =>
        market
          ? [
              [
                `direction des prix : ${DIRECTIONS[market.direction]}`,
                market.liquidity_per_1000 && `${market.liquidity_per_1000} ventes pour 1 000 habitants`,
              ],
              ["volume des ventes", signed(market.volume_change_pct)],
              ["ventes par année", market.sales_by_year?.map(({ year, n }) => `${year} ${n}`).join(", ")],
              ["classes énergie", market.energy_classes?.map(({ class: name, n }) => `${name} ${n}`).join(", ")],
            ]
          : [],
    },
  ],
  task: [
    "Rédigez une analyse pour un acheteur et pour un vendeur.",
    "Donnez une fourchette de prix, la marge de négociation qu'elle laisse et ce que dit la tendance du moment.",
    "Comparez avec les communes voisines et avec la location.",
    "Dites les risques de l'échantillon : nombre de ventes, période, quartiles.",
  ],
  output: "Une synthèse de cinq lignes, deux colonnes acheteur/vendeur, trois conseils pour chacun.",
};
