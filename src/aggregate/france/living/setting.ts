import { z } from "zod";
import { Count, HttpUrl, IsoDate } from "../../../sources/kit/values/fields.ts";

export const Year = z.int().describe("millésime");

export const TypeCounts = z
  .array(z.object({ code: z.string(), libelle: z.string(), nombre: Count }))
  .describe("les plus nombreux d'abord");

/** The sections on what surrounds a dwelling. */
export const setting = {
  espaces_verts: z.object({
    total: Count,
    parcs: Count,
    jardins: Count,
    aires_de_jeux: Count,
    forets: Count,
    reserves: Count,
    tronque: z.boolean().describe("500 au plus sont lus : les nombres sont des minima"),
    liste: z.array(z.object({ nom: z.string(), type: z.string() })),
  }),
  culture: z.object({
    musees: z
      .array(z.object({ nom: z.string(), adresse: z.string().optional(), site: HttpUrl.optional() }))
      .optional()
      .describe("musées de France"),
    musees_n: Count.optional(),
    monuments_n: Count.optional().describe("monuments historiques protégés"),
    monuments: z.array(z.object({ nom: z.string(), siecle: z.string().optional() })).optional(),
    equipements_culturels: Count.optional(),
    par_type: TypeCounts.optional(),
    annee: Year.optional().describe("millésime des équipements"),
  }),
  risques: z.array(z.string()).describe("risques présents, les naturels d'abord"),
  risques_detail: z.object({
    risques: z.array(
      z.object({
        id: z.string(),
        libelle: z.string(),
        categorie: z.enum(["naturel", "technologique"]),
        statut: z.string().optional(),
      }),
    ),
    sismicite: z.string().optional(),
    radon: z.int().optional().describe("potentiel, de 1 à 3"),
    rapport: HttpUrl.optional(),
  }),
  environnement: z.object({
    eau: z
      .object({ conforme: z.boolean().optional(), date: IsoDate.optional(), conclusion: z.string().optional() })
      .optional()
      .describe("dernier prélèvement publié de l'eau du robinet"),
    air: z
      .object({
        indice_europeen: z.number().optional(),
        pm2_5: z.number().optional().describe("µg/m³"),
        no2: z.number().optional().describe("µg/m³"),
        heure: IsoDate.optional(),
      })
      .optional()
      .describe("modélisé, au centre"),
    dpe: z
      .object({
        n: Count.optional().describe("diagnostics depuis juillet 2021"),
        classes: z.array(z.object({ classe: z.string(), nombre: Count })).optional(),
        consommation_mediane_kwh_m2: z.number().optional().describe("énergie primaire par m² et par an"),
        consommation_n: Count.optional().describe("diagnostics, les plus récents, dont c'est la médiane"),
      })
      .optional(),
  }),
};
