import { fact, type Rows } from "../../prompt/cells.ts";
import type { Block, Prompt } from "../../prompt/prompt.ts";
import type { answer, meant } from "./answer.ts";

type Read = Parameters<Block<typeof answer, typeof meant>["read"]>[0];

/** The flags in French, by their ids. */
const SIGNALS: Readonly<Record<string, string>> = {
  ceased: "société cessée",
  "insolvency-open": "procédure collective ouverte",
  "vat-invalid": "numéro de TVA non valide",
  "accounts-missing": "pas de dépôt de comptes annoncé depuis 24 mois",
  loss: "perte au dernier exercice publié",
  "turnover-fell": "chiffre d'affaires en baisse de 20 % ou plus",
  young: "créée il y a moins de douze mois",
  "lei-lapsed": "LEI non renouvelé",
  "directors-changed": "trois changements de direction ou plus en douze mois",
  "partly-unpublished": "fiche partiellement non diffusible",
  "public-contracts": "attributaire de marchés publics",
  "sales-at-address": "ventes publiées à l'adresse du siège",
};

const LEVELS = { red: "rouge", amber: "orange", info: "info" } as const;

function identity({ company: its, identifiers }: Read): Rows {
  if (!its) return [];
  return [
    [
      its.name,
      `SIREN ${its.siren}`,
      its.legal_form ?? its.legal_form_code,
      its.activity ?? its.activity_code,
      its.status === undefined ? undefined : its.status === "active" ? "active" : "cessée",
      its.created && `créée le ${its.created}`,
      its.address,
    ],
    ...fact("effectif", its.headcount_band),
    ...fact("catégorie", its.size),
    ...fact("établissements ouverts", its.establishments_open),
    ...fact("TVA", its.vat),
    ...fact(
      "TVA valide (vies)",
      identifiers?.vat_valid === undefined ? undefined : identifiers.vat_valid ? "oui" : "non",
    ),
    ...fact("LEI (gleif)", identifiers?.lei && `${identifiers.lei} ${identifiers.lei_status ?? ""}`),
  ];
}

function legal({ legal_notices: said }: Read): Rows {
  if (!said) return [];
  const { insolvency, last_accounts } = said;
  return [
    [
      `procédure collective : ${insolvency.open ? "ouverte" : insolvency.last ? "close" : "aucune annonce"}`,
      insolvency.nature,
      insolvency.last,
    ],
    ...fact("derniers comptes annoncés", last_accounts),
    ...said.latest.map(({ date, family, text }) => [date, family, text]),
  ];
}

function estate({ real_estate: said }: Read): Rows {
  if (!said) return [];
  return [
    [
      `ventes publiées à l'adresse : ${said.at_address_n}`,
      said.commune_price_m2 === undefined
        ? undefined
        : `médiane de ${said.commune} en ${said.year} : ${said.commune_price_m2} €/m² (${said.commune_sales_n} ventes)`,
    ],
    ...said.at_address.map(({ date, type, price, surface_m2 }) => [
      date,
      type,
      `${price.amount} ${price.currency}`,
      surface_m2 === undefined ? undefined : `${surface_m2} m²`,
    ]),
  ];
}

export const prompt: Prompt<typeof answer, typeof meant> = {
  title: "Synthèse de due diligence",
  language: "fr",
  role: "Vous êtes analyste conformité : vous préparez la décision de traiter ou non avec cette entreprise.",
  blocks: [
    { name: "identité (registre)", rows: [7, 3], read: identity },
    {
      name: "signaux",
      columns: ["niveau", "signal", "source", "date"],
      rows: [8, 4],
      read: ({ flags = [] }) =>
        flags.map(({ id, level, sentence, source, date }) => [LEVELS[level], SIGNALS[id] ?? sentence, source, date]),
    },
    {
      name: "finances (recherche_entreprises)",
      columns: ["année", "chiffre d'affaires", "résultat net", "devise"],
      rows: [5, 2],
      read: ({ finances = [] }) =>
        finances.map(({ year, turnover, net_income, currency }) => [year, turnover, net_income, currency]),
    },
    {
      name: "dirigeants (recherche_entreprises)",
      rows: [8, 3],
      read: ({ directors = [] }) =>
        directors.map(({ name, role, birth_year }) => [name, role, birth_year && `né en ${birth_year}`]),
    },
    { name: "annonces légales (bodacc)", rows: [6, 2], read: legal },
    {
      name: "marchés publics (boamp)",
      rows: [3, 0],
      read: ({ public_contracts: won }) =>
        won
          ? [[`attributions : ${won.won_n}`], ...won.latest.map(({ date, title, buyer }) => [date, title, buyer])]
          : [],
    },
    { name: "immobilier (dvf)", rows: [3, 1], read: estate },
    {
      name: "associations (associations)",
      rows: [2, 0],
      read: ({ associations = [] }) => associations.map(({ date, kind, name }) => [date, kind, name]),
    },
  ],
  task: [
    "Rédigez une synthèse de due diligence.",
    "Traitez l'existence, la solidité financière, la gouvernance et les contentieux, chacun avec ses preuves.",
    "Expliquez chaque signal et ce qu'il faudrait vérifier auprès d'un autre registre.",
    "Ne concluez à aucune faute : un registre public ne dit pas tout.",
  ],
  output:
    "Une fiche d'une page : identité, un tableau signal/niveau/preuve, les points à vérifier, une conclusion prudente de trois phrases.",
};
