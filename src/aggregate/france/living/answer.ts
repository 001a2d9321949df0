import { z } from "zod";
import { Count, HttpUrl, IsoDate } from "../../../sources/kit/values/fields.ts";
import { Percent } from "../../fields.ts";
import { setting, TypeCounts, Year } from "./setting.ts";

const PriceM2 = z.number().describe("EUR par m², médiane");
const Rent = z.number().describe("EUR par m² et par mois, charges comprises");
const Rate = z.number().optional().describe("pour 1 000 habitants ; absent sous 500 habitants");

const OfType = z.object({
  prix_m2: PriceM2.optional(),
  ventes_n: Count,
  petit_echantillon: z.boolean().optional().describe("moins de dix ventes de ce type"),
  evolution_1an: Percent.optional(),
  evolution_5ans: Percent.optional(),
});

const Dwelling = z.enum(["appartement", "maison"]);

/** What is said of living in a commune. */
export const answer = z.object({
  commune: z.string(),
  code_postal: z.string(),
  codes_postaux: z.array(z.string()),
  code_insee: z.string(),
  departement: z.string(),
  region: z.string(),
  epci: z.string(),
  population: Count.describe("population municipale"),
  superficie_km2: z.number(),
  densite_hab_km2: z.number(),
  latitude: z.number().describe("du centre, WGS 84"),
  longitude: z.number(),
  immobilier: z
    .object({
      prix_m2: PriceM2.optional(),
      type_bien: Dwelling.describe("le type qui compte le plus de ventes dans l'année"),
      evolution_1an: Percent.optional().describe(
        "pourcentage : l'année contre la précédente, 3 ventes au moins dans les deux",
      ),
      evolution_5ans: Percent.optional().describe("pourcentage : cinq années de ventes, quatre intervalles"),
      annee: Year.describe("la plus récente qui compte des ventes d'un seul logement"),
      ventes_n: Count.describe("ventes d'un seul logement de ce type dans l'année"),
      petit_echantillon: z.boolean().optional().describe("moins de dix ventes"),
      derniere_vente: IsoDate.optional(),
      appartement: OfType.optional(),
      maison: OfType.optional(),
      historique: z.array(
        z.object({
          annee: Year,
          type_bien: Dwelling,
          prix_m2: PriceM2,
          ventes_n: Count,
          petit_echantillon: z.boolean().optional().describe("moins de dix ventes"),
        }),
      ),
      source: z.string(),
    })
    .describe("ventes publiées"),
  loyer_median: Rent.describe("l'indicateur de la commune : voir loyer.nature"),
  loyer: z.object({
    nature: z.string(),
    appartement_m2: Rent.optional(),
    appartement_bas: Rent.optional().describe("borne basse de la prédiction"),
    appartement_haut: Rent.optional().describe("borne haute de la prédiction"),
    t1_t2_m2: Rent.optional(),
    t3_plus_m2: Rent.optional(),
    maison_m2: Rent.optional(),
    mensuel_reference: z.number().optional().describe("EUR par mois pour la surface de référence"),
    surface_reference_m2: z.number().describe("m² du logement de référence"),
    annonces_n: Count.optional().describe("annonces dans la commune"),
    niveau: z.enum(["commune", "maille"]).optional().describe("maille : la commune et ses semblables"),
    annee: Year,
  }),
  commerces: z.object({
    total: Count.optional(),
    pour_1000: Rate,
    alimentaires: Count.optional(),
    grandes_surfaces: Count.optional(),
    par_type: TypeCounts,
    annee: Year,
  }),
  services: z.object({
    total: Count.optional(),
    pour_1000: Rate,
    par_type: TypeCounts.optional(),
    mairie: z
      .object({
        nom: z.string(),
        adresse: z.string().optional(),
        telephone: z.string().optional(),
        site: HttpUrl.optional(),
      })
      .optional(),
    annee: Year.optional(),
  }),
  transports: z.object({
    gares: z
      .array(
        z.object({
          nom: z.string(),
          distance_km: z.number().optional(),
          dans_la_commune: z.boolean(),
          niveau: z.string().optional().describe("nationale, régionale ou locale"),
          uic: z.string().optional(),
        }),
      )
      .optional()
      .describe("celles de la commune, puis celles à 10 km au plus du centre"),
    arrets: Count.optional().describe("arrêts de transport public dans le rayon"),
    rayon_arrets_m: z.int().optional().describe("mètres autour du centre"),
    reseaux: z.array(z.string()).optional(),
    arrets_proches: z
      .array(z.object({ nom: z.string(), distance_m: z.int(), reseau: z.string().optional() }))
      .optional(),
    bornes_electriques: Count.optional().describe("stations de recharge dans la commune"),
    points_de_charge: Count.optional(),
    puissance_max_kw: z.number().optional(),
  }),
  ecoles: z.object({
    total: Count,
    maternelles: Count,
    elementaires: Count,
    colleges: Count,
    lycees: Count,
    publiques: Count,
    privees: Count,
    liste: z.array(
      z.object({
        nom: z.string(),
        type: z.string(),
        secteur: z.string().optional(),
        adresse: z.string().optional(),
      }),
    ),
  }),
  sante: z.object({
    medecins: Count.optional(),
    medecins_source: z.enum(["annuaire_sante", "equipements"]).optional(),
    perimetre: z.string().optional().describe("le territoire où les médecins sont comptés"),
    generalistes: Count.optional(),
    specialistes: Count.optional(),
    dentistes: Count.optional(),
    infirmiers: Count.optional(),
    kinesitherapeutes: Count.optional(),
    sages_femmes: Count.optional(),
    pharmacies: Count.optional(),
    hopitaux: Count.optional().describe("établissements de santé de court séjour"),
    urgences: Count.optional(),
    medecins_pour_1000: Rate,
    annee: Year.optional().describe("millésime des équipements"),
  }),
  ...setting,
});
export type Answer = z.output<typeof answer>;

/** What q was taken for. */
export const meant = z.object({
  commune: z.string(),
  code_insee: z.string(),
  departement: z.string().optional(),
  by: z.string().describe("the source that told so"),
  autres: z
    .array(z.object({ nom: z.string(), code_insee: z.string(), departement: z.string().optional() }))
    .describe("other communes that q could mean"),
});
