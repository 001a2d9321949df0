import type { z } from "zod";
import { cite } from "../../prompt/cells.ts";
import type { Prompt } from "../../prompt/prompt.ts";
import { inFrame, wordIn } from "../french.ts";
import type { answer } from "./answer.ts";

const LEVELS = ["h1", "h2", "h3", "h4", "h5", "h6"] as const;

/** Asks for concrete changes to a page. */
export const prompt: Prompt<typeof answer, z.ZodObject> = {
  title: { en: "On-page SEO of a page", fr: "SEO on-page d'une page" },
  role: {
    en: "You are an on-page SEO consultant who gives concrete, feasible recommendations.",
    fr: "Vous êtes consultant SEO on-page ; vos recommandations sont concrètes et réalisables.",
  },
  blocks: [
    {
      name: { en: "recommendations", fr: "recommandations" },
      columns: [
        { en: "priority", fr: "priorité" },
        { en: "finding", fr: "constat" },
        { en: "evidence", fr: "preuve" },
        { en: "fix", fr: "correction" },
        "source",
      ],
      rows: [12, 6],
      read: ({ recommendations = [] }, frame) =>
        recommendations
          .map((finding) => inFrame(frame, finding))
          .map(({ priority, title, evidence, fix, source }) => [priority, title, evidence, fix, source]),
    },
    {
      name: { en: "as it is", fr: "en l'état" },
      rows: [5, 2],
      read: ({ title, meta }, frame) => [
        named(frame === "fr" ? "titre" : "title", title?.text, title && `${title.length} ${CHARACTERS[frame]}`),
        named("description", meta?.description, meta && `${meta.description_length ?? 0} ${CHARACTERS[frame]}`),
        named("canonical", meta?.canonical),
        named("robots", meta?.robots),
        named(frame === "fr" ? "langue" : "language", meta?.language),
      ],
    },
    {
      name: { en: "headings by level", fr: "intertitres par niveau" },
      rows: [14, 5],
      read: ({ headings }) =>
        LEVELS.flatMap((level) => (headings?.[level] ?? []).map((text): readonly string[] => [level, text])),
    },
    {
      name: { en: "key figures", fr: "chiffres clés" },
      rows: [6, 2],
      read: ({ body, readability, links, score, keyword_density }, frame) => [
        [score && `score: ${score.value}/100 (${score.passed}/${score.checks})`],
        [body && `${frame === "fr" ? "mots" : "words"}: ${body.words}`],
        [
          readability &&
            `${frame === "fr" ? "lisibilité" : "readability"}: ${readability.scale} ${readability.score ?? readability.lix} (${wordIn(frame, readability.band ?? "-")})`,
        ],
        [
          links &&
            `${frame === "fr" ? "liens internes, externes" : "internal, external links"}: ${links.internal}, ${links.external}`,
        ],
        [
          body &&
            `${frame === "fr" ? "images sans alt" : "images without alt"}: ${body.images_without_alt}/${body.images}`,
        ],
        [
          keyword_density?.keyword &&
            `${frame === "fr" ? "mot-clé" : "keyword"}: ${keyword_density.keyword.term}, ${keyword_density.keyword.count}×, ${keyword_density.keyword.density_pct} %`,
        ],
      ],
    },
    {
      name: { en: "densities", fr: "densités" },
      columns: [
        { en: "term", fr: "terme" },
        { en: "count", fr: "nombre" },
        "%",
        { en: "in title", fr: "dans le titre" },
        { en: "in h1", fr: "dans le h1" },
      ],
      rows: [8, 4],
      read: ({ keyword_density }) =>
        (keyword_density?.top ?? []).map(({ term, count, density_pct, in_title, in_h1 }) => [
          term,
          count,
          density_pct,
          in_title ? "✓" : "-",
          in_h1 ? "✓" : "-",
        ]),
    },
    {
      name: { en: "structured data and social tags", fr: "données structurées et balises sociales" },
      rows: [3, 0],
      read: ({ meta }) => [
        named("types", meta?.structured_data_types?.join(", ")),
        named("Open Graph", flag(meta?.open_graph)),
        named("Twitter card", flag(meta?.twitter_card)),
      ],
    },
    {
      name: { en: "shares", fr: "partages" },
      rows: [5, 0],
      read: ({ social_shares }, frame) =>
        (social_shares?.networks ?? []).map(({ network, mentions, score, comments, url }) => [
          network,
          `${mentions} ${frame === "fr" ? "publications" : "posts"}`,
          score === undefined ? undefined : `score ${score}`,
          comments === undefined ? undefined : `${comments} ${frame === "fr" ? "commentaires" : "comments"}`,
          cite(url),
        ]),
    },
  ],
  task: [
    {
      en: "- Rewrite the title (15–60 characters) and the description (70–160 characters).",
      fr: "- Réécrivez le titre (15 à 60 caractères) et la description (70 à 160 caractères).",
    },
    { en: "- Correct the outline of headings.", fr: "- Corrigez le plan des intertitres." },
    {
      en: "- Name the paragraphs to add and the internal links to set.",
      fr: "- Nommez les paragraphes à ajouter et les liens internes à poser.",
    },
    { en: "- Order the steps by priority.", fr: "- Ordonnez les étapes par priorité." },
  ],
  output: {
    en: "A table before/after (title, description, h1), then the ordered steps, each with its reason; 400 words at most.",
    fr: "Un tableau avant/après (titre, description, h1), puis les étapes ordonnées, chacune motivée ; 400 mots au plus.",
  },
};

const CHARACTERS = { en: "characters", fr: "caractères" } as const;

/** A value under its name; nothing where it is absent. */
const named = (name: string, value: string | undefined, note?: string): readonly (string | undefined)[] =>
  value === undefined || value === "" ? [] : [`${name}: ${value}`, note];

const flag = (value: boolean | undefined): string | undefined => (value === undefined ? undefined : value ? "✓" : "✗");
