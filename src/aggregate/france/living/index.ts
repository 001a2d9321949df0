import { filter, map, merge, switchMap } from "rxjs";
import { communeQuery, resolved } from "../../commune.ts";
import { defineAnalysis } from "../../define.ts";
import { limit } from "../../parameters.ts";
import { answer, meant } from "./answer.ts";
import { densityOf, IDENTITY, identityOf, populationOf } from "./identity.ts";
import { prompt } from "./prompt.ts";
import { SOURCES } from "./sources.ts";
import { stagesOf } from "./stages.ts";

/** How it is to live in a commune of France. Its answer is in French. */
export const living = defineAnalysis({
  path: "/france/living",
  title: "Qualité de vie",
  describe:
    "Quality of life in a French commune: dwelling prices and rents, shops, services, transport, schools, health, green spaces, culture, risks. Answers in French.",
  q: {
    describe: "a French commune's name, postal code or INSEE code; Paris 11; Saint-Denis (974)",
    example: "Nantes",
    schema: communeQuery,
  },
  parameters: { limit: limit(10, 1, 50, "entries of each list") },
  sources: SOURCES,
  budgetMs: 30_000,
  understood: meant,
  answer,
  from: {
    commune: ["communes"],
    code_postal: ["communes"],
    codes_postaux: ["communes"],
    code_insee: ["communes"],
    departement: ["communes"],
    region: ["communes"],
    epci: ["communes"],
    population: ["communes", "insee"],
    superficie_km2: ["communes"],
    densite_hab_km2: ["communes", "insee"],
    latitude: ["communes"],
    longitude: ["communes"],
    immobilier: ["dvf"],
    loyer_median: ["loyers"],
    loyer: ["loyers"],
    commerces: ["equipements"],
    services: ["equipements", "service_public"],
    transports: ["gares", "transports", "irve"],
    ecoles: ["annuaire_education"],
    sante: ["equipements", "annuaire_sante", "finess"],
    espaces_verts: ["espaces_verts"],
    culture: ["musees", "monuments", "equipements"],
    risques: ["georisques"],
    risques_detail: ["georisques"],
    environnement: ["eau_potable", "air_quality", "dpe"],
  },
  fields: {
    "services.total": ["equipements"],
    "services.mairie": ["service_public"],
    "transports.gares": ["gares"],
    "transports.arrets": ["transports"],
    "transports.bornes_electriques": ["irve"],
    "sante.medecins": ["annuaire_sante", "equipements"],
    "sante.hopitaux": ["finess", "equipements"],
    "culture.musees": ["musees"],
    "culture.monuments": ["monuments"],
    "environnement.eau": ["eau_potable"],
    "environnement.air": ["air_quality"],
    "environnement.dpe": ["dpe"],
  },
  limits: [
    "Les ventes de Moselle, du Bas-Rhin, du Haut-Rhin et de Mayotte ne sont pas publiées.",
    "Le loyer est un indicateur modélisé.",
    "Les équipements sont ceux du millésime indiqué.",
    "Pas de note globale : aucune pondération n'est la vôtre.",
  ],
  run: ({ input, q, parameters, ask, section, understood, limit: said }) => {
    const place$ = resolved(ask, q, input);
    const commune$ = place$.pipe(map(({ commune }) => commune));
    const population$ = commune$.pipe(switchMap((commune) => populationOf(ask, commune)));
    const stages = stagesOf(ask, commune$, parameters.limit);
    return merge(
      understood(
        place$.pipe(
          map(({ commune, others }) => ({
            commune: commune.name,
            code_insee: commune.insee,
            departement: commune.department,
            by: "communes",
            autres: others.map(({ name, insee, department }) => ({
              nom: name,
              code_insee: insee,
              departement: department,
            })),
          })),
        ),
      ),
      ...IDENTITY.map((name) =>
        section(
          name,
          commune$.pipe(
            map((commune) => identityOf(commune, input)[name]),
            filter((fact) => fact !== undefined),
          ),
        ),
      ),
      section("population", population$),
      section("densite_hab_km2", commune$.pipe(switchMap((commune) => densityOf(populationOf(ask, commune), commune)))),
      section("immobilier", stages.immobilier),
      section("loyer", stages.loyer),
      section("loyer_median", stages.loyer_median),
      section("commerces", stages.commerces),
      section("services", stages.services),
      section("transports", stages.transports),
      section("ecoles", stages.ecoles),
      section("sante", stages.sante),
      section("espaces_verts", stages.espaces_verts),
      section("culture", stages.culture),
      section("risques", stages.risques),
      section("risques_detail", stages.risques_detail),
      section("environnement", stages.environnement),
      stages.reserves.pipe(map(said)),
    );
  },
  prompt,
});
