import type { z } from "zod";
import type { Cell, Prompt } from "../../prompt/prompt.ts";
import { wordIn } from "../french.ts";
import type { answer } from "./answer.ts";

const ms = (value: number | undefined): Cell => (value === undefined ? undefined : `${Math.round(value)} ms`);
const shift = (value: number | undefined): Cell => (value === undefined ? undefined : Math.round(value * 1000) / 1000);

const rated = (frame: "en" | "fr", rating: string | undefined): Cell => rating && wordIn(frame, rating);

/** A vital's row, where anything of it is known. */
const row = (name: string, field: Cell, lab: Cell, rating: Cell, basis: Cell): readonly (readonly Cell[])[] =>
  field === undefined && lab === undefined ? [] : [[name, field, lab, rating, basis]];

export const prompt: Prompt<typeof answer, z.ZodObject> = {
  title: { en: "Page speed", fr: "Vitesse de page" },
  role: {
    en: "You are a web performance engineer who turns measurements into a plan that developers can follow.",
    fr: "Vous êtes ingénieur en performance web et tirez des mesures un plan que les développeurs peuvent suivre.",
  },
  blocks: [
    {
      name: { en: "vitals", fr: "signaux essentiels" },
      columns: [
        { en: "vital", fr: "signal" },
        { en: "real users (75th percentile, 28 days)", fr: "utilisateurs réels (75e centile, 28 jours)" },
        { en: "lab (one run)", fr: "laboratoire (un essai)" },
        { en: "rating", fr: "note" },
        { en: "rated by", fr: "notée sur" },
      ],
      rows: [4, 3],
      read: ({ lcp, inp, cls, fid }, frame) => {
        const said = (word: string | undefined) => word && wordIn(frame, word);
        return [
          ...row("LCP", ms(lcp?.field_ms), ms(lcp?.lab_ms), said(lcp?.rating), said(lcp?.basis)),
          ...row("INP", ms(inp?.field_ms), undefined, said(inp?.rating), inp?.rating && said("field")),
          ...row("CLS", shift(cls?.field), shift(cls?.lab), said(cls?.rating), said(cls?.basis)),
          ...row("FID", ms(fid?.field_ms), ms(fid?.lab_ms), said(fid?.rating), said(fid?.status)),
        ];
      },
    },
    {
      name: { en: "metrics", fr: "mesures" },
      columns: [
        { en: "metric", fr: "mesure" },
        { en: "real users", fr: "utilisateurs réels" },
        { en: "lab", fr: "laboratoire" },
        { en: "rating", fr: "note" },
      ],
      rows: [4, 2],
      read: ({ metrics }, frame) =>
        [
          ["FCP", ms(metrics?.fcp_field_ms), ms(metrics?.fcp_ms), rated(frame, metrics?.ratings.fcp)],
          ["TTFB", ms(metrics?.ttfb_field_ms), ms(metrics?.ttfb_ms), rated(frame, metrics?.ratings.ttfb)],
          ["TBT", undefined, ms(metrics?.tbt_ms), rated(frame, metrics?.ratings.tbt)],
          ["Speed Index", undefined, ms(metrics?.speed_index_ms), rated(frame, metrics?.ratings.speed_index)],
        ].filter(([, field, lab]) => field !== undefined || lab !== undefined),
    },
    {
      name: { en: "opportunities", fr: "pistes" },
      columns: [
        { en: "what", fr: "quoi" },
        { en: "saving", fr: "gain" },
        { en: "audit", fr: "audit" },
      ],
      rows: [12, 5],
      read: ({ opportunities = [] }) => opportunities.map(({ id, title, savings_ms }) => [title, ms(savings_ms), id]),
    },
    {
      name: { en: "scores (0 to 100)", fr: "scores (0 à 100)" },
      rows: [4, 1],
      read: ({ scores }, frame) =>
        Object.entries(scores ?? {}).map(([name, score]) => [`${wordIn(frame, name.replaceAll("_", " "))}: ${score}`]),
    },
    {
      name: { en: "page and delivery", fr: "page et livraison" },
      rows: [9, 3],
      read: ({ page, delivery, field_data }) =>
        Object.entries({ ...page, ...delivery, ...field_data }).map(([name, value]) => [`${name}: ${value}`]),
    },
  ],
  task: [
    {
      en: "- Make a plan of fixes, ordered by saving and effort (S, M, L).",
      fr: "- Dressez un plan de corrections, par gain et par effort (S, M, L).",
    },
    {
      en: "- Say for each fix which vital it helps, and how to do it on this page.",
      fr: "- Dites pour chacune quel signal elle améliore et comment la faire sur cette page.",
    },
    {
      en: "- Say for each fix how to verify it, in the lab and with real users.",
      fr: "- Dites comment vérifier chacune, en laboratoire et auprès des utilisateurs.",
    },
    {
      en: "- Keep what real users saw apart from what the lab measured; a vital without a value is not judged.",
      fr: "- Séparez ce que les utilisateurs ont vécu de ce que le laboratoire a mesuré ; un signal sans valeur n'est pas jugé.",
    },
  ],
  output: {
    en: "One sentence on where the page stands, a table fix | vital | saving | effort | how, then a check list of at most 8 lines.",
    fr: "Une phrase sur l'état de la page, un tableau correction | signal | gain | effort | comment, puis une liste de contrôle de 8 lignes au plus.",
  },
};
