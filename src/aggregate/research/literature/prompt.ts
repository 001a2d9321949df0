import type { z } from "zod";
import { cite } from "../../prompt/cells.ts";
import { clipped } from "../../prompt/clean.ts";
import type { Prompt } from "../../prompt/prompt.ts";
import type { answer } from "./answer.ts";

/** Articles that are told with their abstracts, and how much of these. */
const WITH_ABSTRACT = 5;
const ABSTRACT = 200;
const NAMED = 3;

/** Where a work is found: by its DOI, else where an index has it, else its free copy. */
const addressOf = ({ doi, url, open_access }: z.output<typeof answer>["articles"][number]): string | undefined =>
  doi === undefined ? (url ?? open_access?.url) : `https://doi.org/${doi}`;

export const prompt: Prompt<typeof answer, z.ZodObject> = {
  title: { en: "State of the literature", fr: "État de la littérature" },
  role: {
    en: "You are a researcher who synthesises the literature for colleagues.",
    fr: "Vous êtes chercheur et faites pour vos collègues la synthèse de la littérature.",
  },
  blocks: [
    {
      name: { en: "articles", fr: "articles" },
      columns: [
        { en: "authors", fr: "auteurs" },
        { en: "year", fr: "année" },
        { en: "title", fr: "titre" },
        { en: "venue", fr: "revue" },
        "citations",
        { en: "open access", fr: "accès libre" },
        { en: "abstract", fr: "résumé" },
      ],
      rows: [10, 6],
      read: ({ articles = [] }, frame) =>
        articles.map((article, index) => [
          `${article.authors.slice(0, NAMED).join(", ")}${article.author_count > NAMED ? " et al." : ""}`,
          article.year,
          `${article.title}${article.retracted ? (frame === "fr" ? " (rétracté)" : " (retracted)") : ""}`,
          article.venue,
          article.citations,
          article.open_access?.status,
          index < WITH_ABSTRACT && article.abstract ? clipped(article.abstract, ABSTRACT) : "",
          cite(addressOf(article)),
        ]),
    },
    {
      name: { en: "most cited within the set", fr: "les plus cités dans l'ensemble" },
      rows: [6, 2],
      read: ({ citation_network: network }, frame) =>
        (network?.seminal ?? []).map((id) => {
          const node = network?.nodes.find((one) => one.id === id);
          const by = frame === "fr" ? "cité par" : "cited by";
          return [node?.title, node?.year, node && `${by} ${node.cited_in_set}/${network?.n}`];
        }),
    },
    {
      name: { en: "works by year", fr: "travaux par année" },
      rows: [1, 1],
      read: ({ overview }) => (overview ? [overview.years.map(({ year, n }) => `${year}: ${n}`)] : []),
    },
    {
      name: { en: "journals' impact", fr: "impact des revues" },
      rows: [4, 0],
      read: ({ impact_factors = [] }) =>
        impact_factors.flatMap(({ venue, impact, measure }) =>
          impact === undefined ? [] : [[venue, `${Number(impact.toFixed(2))} ${measure}`]],
        ),
    },
    {
      name: { en: "authors", fr: "auteurs" },
      rows: [5, 0],
      read: ({ authors = [] }) =>
        authors.map(({ name, articles, affiliations }) => [
          name,
          `${articles} ${articles === 1 ? "article" : "articles"}`,
          affiliations[0],
        ]),
    },
  ],
  task: [
    {
      en: "Say what is known on the question, and where the works agree.",
      fr: "Dites ce que l'on sait, et où les travaux s'accordent.",
    },
    { en: "Say what is disputed, and what is missing.", fr: "Dites ce qui est débattu, et ce qui manque." },
    {
      en: "Name the methods that are used. Cite works as [n].",
      fr: "Nommez les méthodes employées. Citez les travaux sous la forme [n].",
    },
  ],
  output: {
    en: "Four sections (state, disputes, gaps, methods), a table of the key works, and links to the open copies.",
    fr: "Quatre sections (état, débats, lacunes, méthodes), un tableau des travaux clés et les liens vers les copies libres.",
  },
};
