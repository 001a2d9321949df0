import { fact, type Rows, signed } from "../../prompt/cells.ts";
import type { Block, Cell, Prompt } from "../../prompt/prompt.ts";
import type { answer, meant } from "./answer.ts";

type Read = Parameters<Block<typeof answer, typeof meant>["read"]>[0];

/** Rows of "name: value", those without a value left out. */
const facts = (...pairs: readonly (readonly [name: string, value: Cell])[]): Rows =>
  pairs.flatMap(([name, value]) => fact(name, value));

function housing({ immobilier, loyer, loyer_median }: Read): Rows {
  const of = (name: string, type: NonNullable<Read["immobilier"]>["appartement"]): Rows =>
    type?.prix_m2 === undefined
      ? []
      : [
          [
            name,
            `${type.prix_m2} €/m²`,
            type.ventes_n,
            immobilier?.annee,
            signed(type.evolution_1an),
            signed(type.evolution_5ans),
          ],
        ];
  return [
    ...of("prix appartement", immobilier?.appartement),
    ...of("prix maison", immobilier?.maison),
    ...(loyer_median === undefined
      ? []
      : [["loyer modélisé", `${loyer_median} €/m²/mois`, loyer?.annonces_n, loyer?.annee, undefined, undefined]]),
    ...(loyer?.mensuel_reference === undefined
      ? []
      : [
          [
            `loyer de ${loyer.surface_reference_m2} m²`,
            `${loyer.mensuel_reference} €/mois`,
            loyer.annonces_n,
            loyer.annee,
            undefined,
            undefined,
          ],
        ]),
  ];
}

function transport({ transports }: Read): Rows {
  return [
    ...facts(
      ["bornes électriques", transports?.bornes_electriques],
      [`arrêts à ${transports?.rayon_arrets_m} m du centre`, transports?.arrets],
    ),
    ...(transports?.gares ?? []).map(({ nom, distance_km, dans_la_commune, niveau }) => [
      `gare ${nom}`,
      distance_km === undefined ? undefined : `${distance_km} km`,
      dans_la_commune ? "dans la commune" : "hors commune",
      niveau,
    ]),
  ];
}

const health = ({ sante }: Read): Rows =>
  facts(
    [`médecins (${sante?.perimetre})`, sante?.medecins],
    ["généralistes", sante?.generalistes],
    ["médecins pour 1 000 habitants", sante?.medecins_pour_1000],
    ["dentistes", sante?.dentistes],
    ["infirmiers", sante?.infirmiers],
    ["pharmacies", sante?.pharmacies],
    ["hôpitaux", sante?.hopitaux],
    ["urgences", sante?.urgences],
  );

const schools = ({ ecoles }: Read): Rows =>
  facts(
    ["écoles, collèges et lycées", ecoles?.total],
    ["maternelles", ecoles?.maternelles],
    ["élémentaires", ecoles?.elementaires],
    ["collèges", ecoles?.colleges],
    ["lycées", ecoles?.lycees],
    ["privés", ecoles?.privees],
  );

const shops = ({ commerces, services }: Read): Rows => [
  ...facts(
    [`commerces (${commerces?.annee})`, commerces?.total],
    ["commerces pour 1 000 habitants", commerces?.pour_1000],
    ["commerces alimentaires", commerces?.alimentaires],
    ["grandes surfaces", commerces?.grandes_surfaces],
    ["services", services?.total],
  ),
  ...(commerces?.par_type ?? []).map(({ libelle, nombre }) => [`${libelle} : ${nombre}`]),
  ...(services?.par_type ?? []).map(({ libelle, nombre }) => [`${libelle} : ${nombre}`]),
];

const leisure = ({ espaces_verts, culture }: Read): Rows => [
  ...facts(
    ["espaces verts", espaces_verts?.total],
    ["parcs", espaces_verts?.parcs],
    ["aires de jeux", espaces_verts?.aires_de_jeux],
    ["musées de France", culture?.musees_n],
    ["monuments historiques", culture?.monuments_n],
    ["équipements culturels", culture?.equipements_culturels],
  ),
  ...(culture?.musees ?? []).map(({ nom }) => [nom]),
  ...(espaces_verts?.liste ?? []).map(({ nom, type }) => [nom, type]),
  ...(culture?.monuments ?? []).map(({ nom, siecle }) => [nom, siecle]),
];

function surroundings({ environnement }: Read): Rows {
  const { eau, air, dpe } = environnement ?? {};
  return facts(
    [
      `eau du robinet (${eau?.date?.slice(0, 10)})`,
      eau?.conforme === undefined ? undefined : eau.conforme ? "conforme" : "non conforme",
    ],
    ["indice européen de l'air", air?.indice_europeen],
    [
      `classes énergie (${dpe?.n} diagnostics)`,
      dpe?.classes?.map(({ classe, nombre }) => `${classe} ${nombre}`).join(", "),
    ],
    [`consommation médiane (${dpe?.consommation_n} diagnostics), kWh/m²/an`, dpe?.consommation_mediane_kwh_m2],
  );
}

export const prompt: Prompt<typeof answer, typeof meant> = {
  title: "Rapport de qualité de vie",
  language: "fr",
  role: "Vous êtes conseiller en installation : vous aidez un ménage à décider s'il s'installe dans cette commune.",
  blocks: [
    {
      name: "identité",
      rows: [1, 1],
      read: ({ commune, code_postal, departement, population, densite_hab_km2 }) => [
        [
          commune,
          code_postal,
          departement,
          population === undefined ? undefined : `${population} habitants`,
          densite_hab_km2 === undefined ? undefined : `${densite_hab_km2} hab/km²`,
        ],
      ],
    },
    {
      name: "immobilier et loyer (dvf, loyers)",
      columns: ["mesure", "valeur", "n", "année", "1 an", "5 ans"],
      rows: [4, 2],
      read: housing,
    },
    { name: "transports (gares, transports, irve)", rows: [7, 4], read: transport },
    { name: "santé (annuaire_sante, equipements)", rows: [8, 3], read: health },
    { name: "écoles (annuaire_education)", rows: [6, 3], read: schools },
    { name: "commerces et services (equipements)", rows: [8, 3], read: shops },
    { name: "risques (georisques)", rows: [12, 6], read: ({ risques = [] }) => risques.map((risque) => [risque]) },
    { name: "espaces verts et culture (espaces_verts, musees, monuments)", rows: [8, 3], read: leisure },
    { name: "environnement (eau_potable, air_quality, dpe)", rows: [4, 0], read: surroundings },
  ],
  task: [
    "Rédigez un rapport pour un ménage qui veut s'installer dans la commune.",
    "Dites les atouts et les points de vigilance, chacun avec son chiffre.",
    "Estimez le budget logement, à l'achat et à la location, d'après les prix et le loyer modélisé.",
    "Finissez par les questions à vérifier sur place.",
  ],
  output:
    "Cinq rubriques (logement, transports, vie quotidienne, santé et écoles, cadre de vie et risques), un tableau atouts/risques, une conclusion de trois phrases.",
};
