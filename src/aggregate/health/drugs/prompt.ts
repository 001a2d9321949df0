import type { z } from "zod";
import { cite } from "../../prompt/cells.ts";
import type { Prompt } from "../../prompt/prompt.ts";
import type { answer } from "./answer.ts";

/** Said in the answer and under the prompt. */
export const DISCLAIMER = {
  en: "Information from public registers, no medical advice. Ask a doctor or pharmacist; in an emergency call your emergency number.",
  fr: "Informations tirées de registres publics, sans valeur d'avis médical. Demandez à un médecin ou à un pharmacien ; en cas d'urgence, appelez le 15 ou le 112.",
} as const;

export const prompt: Prompt<typeof answer, z.ZodObject> = {
  title: { en: "A medicine, for the patient", fr: "Un médicament, pour le patient" },
  role: {
    en: "You are a pharmacist who writes for a patient; you give no dosing beyond the label.",
    fr: "Vous êtes pharmacien et écrivez pour un patient ; vous ne donnez aucune posologie au-delà de la notice.",
  },
  blocks: [
    {
      name: { en: "warnings", fr: "mises en garde" },
      rows: [8, 8],
      whole: true,
      read: ({ regulator_warnings: said }, frame) => {
        const [boxed, never, pregnancy] =
          frame === "fr"
            ? ["mise en garde la plus grave", "contre-indication", "grossesse"]
            : ["gravest warning", "contraindication", "pregnancy"];
        if (!said) return [];
        return [
          ...(said.boxed ? [[boxed, said.boxed, "FDA", cite(said.boxed_url)]] : []),
          ...(said.contraindications ?? []).map((text) => [never, text, "FDA"]),
          ...said.warnings.map(({ text, regulator, date, url }) => [text, regulator, date?.slice(0, 10), cite(url)]),
          ...(said.pregnancy ? [[pregnancy, said.pregnancy, "FDA"]] : []),
        ];
      },
    },
    {
      name: { en: "what it is", fr: "ce que c'est" },
      rows: [4, 2],
      read: ({ drug }) =>
        drug
          ? [
              [drug.name, drug.inn, drug.atc, drug.pharmacological_class[0]],
              [drug.description, drug.description_source],
              [drug.indications, drug.indications_source],
              [drug.prescription],
            ]
          : [],
    },
    {
      name: { en: "interactions", fr: "interactions" },
      rows: [4, 2],
      read: ({ regulator_warnings: said }) => (said?.interactions ?? []).map((text) => [text, "FDA"]),
    },
    {
      name: { en: "side effects", fr: "effets indésirables" },
      rows: [8, 3],
      read: ({ regulator_warnings: said }, frame) => [
        ...(said?.adverse_reactions ?? []).map((text) => [text, "FDA"]),
        ...(said?.reported_reactions ?? []).map(({ reaction, reports }) => [
          reaction.toLowerCase(),
          `${reports} ${frame === "fr" ? "déclarations, sans preuve de cause" : "reports, cause not proven"}`,
        ]),
      ],
    },
    {
      name: { en: "active substances", fr: "substances actives" },
      rows: [4, 1],
      read: ({ active_principles = [] }) =>
        active_principles.map(({ substance, dose, form, source }) => [substance, dose, form, source]),
    },
    {
      name: { en: "alternatives", fr: "alternatives" },
      rows: [5, 2],
      read: ({ alternatives }) => [
        ...(alternatives?.same_substance ?? []).map(({ name, kind, price_eur, source }) => [
          name,
          kind,
          price_eur === undefined ? "" : `${price_eur} €`,
          source,
        ]),
        ...(alternatives?.same_class ?? []).map(({ name, class: family }) => [name, family, "rxnorm"]),
      ],
    },
    {
      name: { en: "recalls and shortages", fr: "rappels et ruptures" },
      rows: [3, 1],
      read: ({ regulator_warnings: said }) => [
        ...(said?.shortages ?? []).map(({ status, since, regulator, url }) => [
          status,
          since?.slice(0, 10),
          regulator,
          cite(url),
        ]),
        ...(said?.recalls ?? []).map(({ date, class: grade, reason, product, url }) => [
          date?.slice(0, 10),
          grade,
          reason,
          product,
          cite(url),
        ]),
      ],
    },
  ],
  task: [
    {
      en: "Say in plain words what the medicine is for, and when it must not be taken.",
      fr: "Dites simplement à quoi sert le médicament, et quand il ne faut pas le prendre.",
    },
    {
      en: "Say what to watch for, and when to seek help.",
      fr: "Dites ce qu'il faut surveiller, et quand demander de l'aide.",
    },
    {
      en: "List what to ask the doctor or pharmacist.",
      fr: "Listez les questions à poser au médecin ou au pharmacien.",
    },
  ],
  output: {
    en: "Six short headings, easy words, no doses that the data do not give.",
    fr: "Six rubriques courtes, des mots simples, aucune dose que les données ne donnent pas.",
  },
  disclaimer: DISCLAIMER,
};
