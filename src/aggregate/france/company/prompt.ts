import { cite, fact, type Rows } from "../../prompt/cells.ts";
import type { Block, Frame, Prompt } from "../../prompt/prompt.ts";
import type { answer, meant } from "./answer.ts";

type Read = Parameters<Block<typeof answer, typeof meant>["read"]>[0];

/** The flags in French, by their ids. */
const SIGNALS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
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
    "sales-nearby": "ventes publiées à d'autres portes, à moins de 30 m du siège",
  }),
);

/** The year of the accounts that a flag is drawn from. */
const yearIn = (id: string, sentence: string): string => {
  const year = id === "loss" || id === "turnover-fell" ? /\b\d{4}\b/.exec(sentence)?.[0] : undefined;
  return year === undefined ? "" : ` (${year})`;
};

const LEVELS = {
  en: { red: "red", amber: "amber", info: "info" },
  fr: { red: "rouge", amber: "orange", info: "info" },
} as const;

/** Words in the frame's language. */
const said = (frame: Frame, en: string, fr: string): string => (frame === "fr" ? fr : en);

function identity({ company: its, identifiers }: Read, frame: Frame): Rows {
  if (!its) return [];
  return [
    [
      its.name,
      `SIREN ${its.siren}`,
      its.legal_form ?? its.legal_form_code,
      its.activity ?? its.activity_code,
      its.status === undefined ? undefined : its.status === "active" ? "active" : said(frame, "ceased", "cessée"),
      its.created && `${said(frame, "created", "créée le")} ${its.created}`,
      its.address,
      cite(its.url),
    ],
    ...fact(said(frame, "staff", "effectif"), its.headcount_band, frame),
    ...fact(said(frame, "category", "catégorie"), its.size, frame),
    ...fact(said(frame, "open establishments", "établissements ouverts"), its.establishments_open, frame),
    ...fact(said(frame, "VAT", "TVA"), its.vat, frame),
    ...fact(
      said(frame, "VAT number valid (vies)", "TVA valide (vies)"),
      identifiers?.vat_valid === undefined
        ? undefined
        : identifiers.vat_valid
          ? said(frame, "yes", "oui")
          : said(frame, "no", "non"),
      frame,
    ),
    ...fact("LEI (gleif)", identifiers?.lei && `${identifiers.lei} ${identifiers.lei_status ?? ""}`, frame),
  ];
}

function legal({ legal_notices: notices }: Read, frame: Frame): Rows {
  if (!notices) return [];
  const { insolvency, last_accounts } = notices;
  return [
    [
      frame === "fr"
        ? `procédure collective : ${insolvency.open ? "ouverte" : insolvency.last ? "close" : "aucune annonce"}`
        : `insolvency proceeding: ${insolvency.open ? "open" : insolvency.last ? "closed" : "no notice"}`,
      insolvency.nature,
      insolvency.last,
    ],
    ...fact(said(frame, "last accounts published", "derniers comptes annoncés"), last_accounts, frame),
    ...notices.latest.map(({ date, family, text, url }) => [date, family, text, cite(url)]),
  ];
}

function estate({ real_estate: sold }: Read, frame: Frame): Rows {
  if (!sold) return [];
  return [
    [
      frame === "fr"
        ? `ventes publiées à l'adresse : ${sold.at_address_n}`
        : `sales published at the address: ${sold.at_address_n}`,
      sold.commune_price_m2 === undefined
        ? undefined
        : frame === "fr"
          ? `médiane de ${sold.commune} en ${sold.year} : ${sold.commune_price_m2} €/m² (${sold.commune_sales_n} ventes)`
          : `median of ${sold.commune} in ${sold.year}: ${sold.commune_price_m2} €/m² (${sold.commune_sales_n} sales)`,
    ],
    ...sold.at_address.map(({ date, type, price, surface_m2 }) => [
      date,
      type,
      `${price.amount} ${price.currency}`,
      surface_m2 === undefined ? undefined : `${surface_m2} m²`,
    ]),
  ];
}

export const prompt: Prompt<typeof answer, typeof meant> = {
  title: { en: "Due diligence", fr: "Synthèse de due diligence" },
  language: "fr",
  role: {
    en: "You are a compliance analyst who prepares the decision whether to deal with this company.",
    fr: "Vous êtes analyste conformité : vous préparez la décision de traiter ou non avec cette entreprise.",
  },
  blocks: [
    { name: { en: "identity (register)", fr: "identité (registre)" }, rows: [7, 3], read: identity },
    {
      name: { en: "signals", fr: "signaux" },
      columns: [{ en: "level", fr: "niveau" }, "signal", "source", "date"],
      rows: [8, 4],
      read: ({ flags = [] }, frame) =>
        flags.map(({ id, level, sentence, source, date }) => [
          LEVELS[frame][level],
          frame === "fr" ? `${SIGNALS.get(id) ?? sentence}${yearIn(id, sentence)}` : sentence,
          source,
          date,
        ]),
    },
    {
      name: "finances (recherche_entreprises)",
      columns: [
        { en: "year", fr: "année" },
        { en: "turnover", fr: "chiffre d'affaires" },
        { en: "net income", fr: "résultat net" },
        { en: "currency", fr: "devise" },
      ],
      rows: [5, 2],
      read: ({ finances = [] }) =>
        finances.map(({ year, turnover, net_income, currency }) => [year, turnover, net_income, currency]),
    },
    {
      name: { en: "directors (recherche_entreprises)", fr: "dirigeants (recherche_entreprises)" },
      rows: [8, 3],
      read: ({ directors = [] }, frame) =>
        directors.map(({ name, role, birth_year }) => [
          name,
          role,
          birth_year && `${said(frame, "born", "né en")} ${birth_year}`,
        ]),
    },
    { name: { en: "legal notices (bodacc)", fr: "annonces légales (bodacc)" }, rows: [6, 2], read: legal },
    {
      name: { en: "public contracts (boamp)", fr: "marchés publics (boamp)" },
      rows: [3, 0],
      read: ({ public_contracts: won }, frame) =>
        won
          ? [
              ...fact(said(frame, "awards", "attributions"), won.won_n, frame),
              ...won.latest.map(({ date, title, buyer, url }) => [date, title, buyer, cite(url)]),
            ]
          : [],
    },
    { name: { en: "real estate (dvf)", fr: "immobilier (dvf)" }, rows: [3, 1], read: estate },
    {
      name: "associations (associations)",
      rows: [2, 0],
      read: ({ associations = [] }) => associations.map(({ date, kind, name }) => [date, kind, name]),
    },
  ],
  task: [
    { en: "Write a due diligence summary.", fr: "Rédigez une synthèse de due diligence." },
    {
      en: "Treat existence, financial soundness, governance and disputes, each with its evidence.",
      fr: "Traitez l'existence, la solidité financière, la gouvernance et les contentieux, chacun avec ses preuves.",
    },
    {
      en: "Explain each signal and what should be checked in another register.",
      fr: "Expliquez chaque signal et ce qu'il faudrait vérifier auprès d'un autre registre.",
    },
    {
      en: "Conclude no wrongdoing: a public register does not tell everything.",
      fr: "Ne concluez à aucune faute : un registre public ne dit pas tout.",
    },
  ],
  output: {
    en: "One page: identity, a table signal/level/evidence, what to check, a careful conclusion of three sentences.",
    fr: "Une fiche d'une page : identité, un tableau signal/niveau/preuve, les points à vérifier, une conclusion prudente de trois phrases.",
  },
};
