import { cite, fact, type Rows, signed } from "../../prompt/cells.ts";
import { type Block, type Cell, type Cite, type Frame, type Prompt, type Words, wordsIn } from "../../prompt/prompt.ts";
import type { answer, meant } from "./answer.ts";

type Read = Parameters<Block<typeof answer, typeof meant>["read"]>[0];

const PER_M2 = { en: "€/m² a month", fr: "€/m²/mois" } as const;
const A_MONTH = { en: "€ a month", fr: "€/mois" } as const;
const WHERE = {
  inside: { en: "in the town", fr: "dans la commune" },
  outside: { en: "outside the town", fr: "hors commune" },
} as const;
const WATER = { fit: { en: "fit", fr: "conforme" }, unfit: { en: "not fit", fr: "non conforme" } } as const;

/** Rows of "name: value", those without a value left out. */
const facts = (frame: Frame, ...pairs: readonly (readonly [name: Words, value: Exclude<Cell, Cite>])[]): Rows =>
  pairs.flatMap(([name, value]) => fact(wordsIn(name, frame), value, frame));

function housing({ immobilier, loyer, loyer_median }: Read, frame: Frame): Rows {
  const of = (name: Words, type: NonNullable<Read["immobilier"]>["appartement"]): Rows =>
    type?.prix_m2 === undefined
      ? []
      : [
          [
            wordsIn(name, frame),
            `${type.prix_m2} €/m²`,
            type.ventes_n,
            immobilier?.annee,
            signed(type.evolution_1an),
            signed(type.evolution_5ans),
          ],
        ];
  return [
    ...of({ en: "price of flats", fr: "prix appartement" }, immobilier?.appartement),
    ...of({ en: "price of houses", fr: "prix maison" }, immobilier?.maison),
    ...(loyer_median === undefined
      ? []
      : [
          [
            wordsIn({ en: "modelled rent", fr: "loyer modélisé" }, frame),
            `${loyer_median} ${PER_M2[frame]}`,
            loyer?.annonces_n,
            loyer?.annee,
            undefined,
            undefined,
          ],
        ]),
    ...(loyer?.mensuel_reference === undefined
      ? []
      : [
          [
            `${frame === "fr" ? "loyer de" : "rent of"} ${loyer.surface_reference_m2} m²`,
            `${loyer.mensuel_reference} ${A_MONTH[frame]}`,
            loyer.annonces_n,
            loyer.annee,
            undefined,
            undefined,
          ],
        ]),
  ];
}

function transport({ transports }: Read, frame: Frame): Rows {
  return [
    ...facts(
      frame,
      [{ en: "charging points", fr: "bornes électriques" }, transports?.bornes_electriques],
      [
        {
          en: `stops within ${transports?.rayon_arrets_m} m of the centre`,
          fr: `arrêts à ${transports?.rayon_arrets_m} m du centre`,
        },
        transports?.arrets,
      ],
    ),
    ...(transports?.gares ?? []).map(({ nom, distance_km, dans_la_commune, niveau }) => [
      `${frame === "fr" ? "gare" : "station"} ${nom}`,
      distance_km === undefined ? undefined : `${distance_km} km`,
      wordsIn(WHERE[dans_la_commune ? "inside" : "outside"], frame),
      niveau,
    ]),
  ];
}

const health = ({ sante }: Read, frame: Frame): Rows =>
  facts(
    frame,
    [{ en: `physicians (${sante?.perimetre})`, fr: `médecins (${sante?.perimetre})` }, sante?.medecins],
    [{ en: "general practitioners", fr: "généralistes" }, sante?.generalistes],
    [{ en: "physicians per 1,000 inhabitants", fr: "médecins pour 1 000 habitants" }, sante?.medecins_pour_1000],
    [{ en: "dentists", fr: "dentistes" }, sante?.dentistes],
    [{ en: "nurses", fr: "infirmiers" }, sante?.infirmiers],
    [{ en: "pharmacies", fr: "pharmacies" }, sante?.pharmacies],
    [{ en: "hospitals", fr: "hôpitaux" }, sante?.hopitaux],
    [{ en: "emergency rooms", fr: "urgences" }, sante?.urgences],
  );

const schools = ({ ecoles }: Read, frame: Frame): Rows =>
  facts(
    frame,
    [{ en: "schools", fr: "écoles, collèges et lycées" }, ecoles?.total],
    [{ en: "nursery schools", fr: "maternelles" }, ecoles?.maternelles],
    [{ en: "primary schools", fr: "élémentaires" }, ecoles?.elementaires],
    [{ en: "lower secondary schools", fr: "collèges" }, ecoles?.colleges],
    [{ en: "upper secondary schools", fr: "lycées" }, ecoles?.lycees],
    [{ en: "private schools", fr: "privés" }, ecoles?.privees],
  );

const shops = ({ commerces, services }: Read, frame: Frame): Rows => [
  ...facts(
    frame,
    [{ en: `shops (${commerces?.annee})`, fr: `commerces (${commerces?.annee})` }, commerces?.total],
    [{ en: "shops per 1,000 inhabitants", fr: "commerces pour 1 000 habitants" }, commerces?.pour_1000],
    [{ en: "food shops", fr: "commerces alimentaires" }, commerces?.alimentaires],
    [{ en: "supermarkets", fr: "grandes surfaces" }, commerces?.grandes_surfaces],
    [{ en: "services", fr: "services" }, services?.total],
  ),
  ...(commerces?.par_type ?? []).map(({ libelle, nombre }) => [`${libelle} : ${nombre}`]),
  ...(services?.par_type ?? []).map(({ libelle, nombre }) => [`${libelle} : ${nombre}`]),
];

const leisure = ({ espaces_verts, culture }: Read, frame: Frame): Rows => [
  ...facts(
    frame,
    [{ en: "green spaces", fr: "espaces verts" }, espaces_verts?.total],
    [{ en: "parks", fr: "parcs" }, espaces_verts?.parcs],
    [{ en: "playgrounds", fr: "aires de jeux" }, espaces_verts?.aires_de_jeux],
    [{ en: "museums", fr: "musées de France" }, culture?.musees_n],
    [{ en: "listed monuments", fr: "monuments historiques" }, culture?.monuments_n],
    [{ en: "cultural facilities", fr: "équipements culturels" }, culture?.equipements_culturels],
  ),
  ...(culture?.musees ?? []).map(({ nom, site }) => [nom, cite(site)]),
  ...(espaces_verts?.liste ?? []).map(({ nom, type }) => [nom, type]),
  ...(culture?.monuments ?? []).map(({ nom, siecle }) => [nom, siecle]),
];

function surroundings({ environnement }: Read, frame: Frame): Rows {
  const { eau, air, dpe } = environnement ?? {};
  return facts(
    frame,
    [
      { en: `tap water (${eau?.date?.slice(0, 10)})`, fr: `eau du robinet (${eau?.date?.slice(0, 10)})` },
      eau?.conforme === undefined ? undefined : wordsIn(WATER[eau.conforme ? "fit" : "unfit"], frame),
    ],
    [{ en: "European air index", fr: "indice européen de l'air" }, air?.indice_europeen],
    [
      { en: `energy classes (${dpe?.n} assessments)`, fr: `classes énergie (${dpe?.n} diagnostics)` },
      dpe?.classes?.map(({ classe, nombre }) => `${classe} ${nombre}`).join(", "),
    ],
    [
      {
        en: `median consumption (${dpe?.consommation_n} assessments), kWh/m² a year`,
        fr: `consommation médiane (${dpe?.consommation_n} diagnostics), kWh/m²/an`,
      },
      dpe?.consommation_mediane_kwh_m2,
    ],
  );
}

export const prompt: Prompt<typeof answer, typeof meant> = {
  title: { en: "Quality of life", fr: "Rapport de qualité de vie" },
  language: "fr",
  role: {
    en: "You advise a household that decides whether to move to this town.",
    fr: "Vous êtes conseiller en installation : vous aidez un ménage à décider s'il s'installe dans cette commune.",
  },
  blocks: [
    {
      name: { en: "identity", fr: "identité" },
      rows: [1, 1],
      read: ({ commune, code_postal, departement, population, densite_hab_km2 }, frame) => [
        [
          commune,
          code_postal,
          departement,
          population === undefined ? undefined : `${population} ${frame === "fr" ? "habitants" : "inhabitants"}`,
          densite_hab_km2 === undefined
            ? undefined
            : `${densite_hab_km2} ${frame === "fr" ? "hab" : "inhabitants"}/km²`,
        ],
      ],
    },
    {
      name: { en: "prices and rents (dvf, loyers)", fr: "immobilier et loyer (dvf, loyers)" },
      columns: [
        { en: "measure", fr: "mesure" },
        { en: "value", fr: "valeur" },
        "n",
        { en: "year", fr: "année" },
        { en: "1 year", fr: "1 an" },
        { en: "5 years", fr: "5 ans" },
      ],
      rows: [4, 2],
      read: housing,
    },
    {
      name: { en: "transport (gares, transports, irve)", fr: "transports (gares, transports, irve)" },
      rows: [7, 4],
      read: transport,
    },
    {
      name: { en: "health (annuaire_sante, equipements)", fr: "santé (annuaire_sante, equipements)" },
      rows: [8, 3],
      read: health,
    },
    { name: { en: "schools (annuaire_education)", fr: "écoles (annuaire_education)" }, rows: [6, 3], read: schools },
    {
      name: { en: "shops and services (equipements)", fr: "commerces et services (equipements)" },
      rows: [8, 3],
      read: shops,
    },
    {
      name: { en: "risks (georisques)", fr: "risques (georisques)" },
      rows: [12, 6],
      read: ({ risques = [] }) => risques.map((risque) => [risque]),
    },
    {
      name: {
        en: "green spaces and culture (espaces_verts, musees, monuments)",
        fr: "espaces verts et culture (espaces_verts, musees, monuments)",
      },
      rows: [8, 3],
      read: leisure,
    },
    {
      name: {
        en: "environment (eau_potable, air_quality, dpe)",
        fr: "environnement (eau_potable, air_quality, dpe)",
      },
      rows: [4, 0],
      read: surroundings,
    },
  ],
  task: [
    {
      en: "Write a report for a household that wants to move to the town.",
      fr: "Rédigez un rapport pour un ménage qui veut s'installer dans la commune.",
    },
    {
      en: "Tell the strong points and the weak ones, each with its figure.",
      fr: "Dites les atouts et les points de vigilance, chacun avec son chiffre.",
    },
    {
      en: "Estimate the cost of housing, bought and rented, from the prices and the modelled rent.",
      fr: "Estimez le budget logement, à l'achat et à la location, d'après les prix et le loyer modélisé.",
    },
    { en: "End with what to check on the spot.", fr: "Finissez par les questions à vérifier sur place." },
  ],
  output: {
    en: "Five sections (housing, transport, daily life, health and schools, setting and risks), a table strong points/risks, a conclusion of three sentences.",
    fr: "Cinq rubriques (logement, transports, vie quotidienne, santé et écoles, cadre de vie et risques), un tableau atouts/risques, une conclusion de trois phrases.",
  },
};
