import { z } from "zod";
import { figure, listOf } from "../../kit/readers/json.ts";
import { isoDate } from "../../kit/values/dates.ts";
import { Count, Currency } from "../../kit/values/fields.ts";

const Text = z.union([z.string(), z.number().transform(String)]).nullish();

/** What its holder does not let be published. */
const told = (value: string | null | undefined): string | undefined =>
  value?.replaceAll("[NON-DIFFUSIBLE]", "").replace(/\s+/g, " ").trim() || undefined;

const Establishment = z.object({
  siret: Text,
  adresse: Text,
  code_postal: Text,
  commune: Text,
  libelle_commune: Text,
  departement: Text,
  latitude: figure.catch(undefined),
  longitude: figure.catch(undefined),
  etat_administratif: Text,
  est_siege: z.boolean().nullish(),
  activite_principale: Text,
  date_creation: Text,
  date_fermeture: Text,
  nom_commercial: Text,
  liste_enseignes: listOf(z.string()),
});

const Director = z.object({
  type_dirigeant: Text,
  nom: Text,
  prenoms: Text,
  denomination: Text,
  qualite: Text,
  annee_de_naissance: Text,
  date_de_naissance: Text,
  nationalite: Text,
  siren: Text,
});

export const Company = z.object({
  siren: z.string(),
  nom_complet: Text,
  nom_raison_sociale: Text,
  sigle: Text,
  nombre_etablissements: Count.nullish(),
  nombre_etablissements_ouverts: Count.nullish(),
  siege: Establishment.nullish(),
  tva: listOf(z.string()),
  activite_principale: Text,
  activite_principale_naf25: Text,
  section_activite_principale: Text,
  categorie_entreprise: Text,
  nature_juridique: Text,
  tranche_effectif_salarie: Text,
  annee_tranche_effectif_salarie: figure,
  etat_administratif: Text,
  statut_diffusion: Text,
  date_creation: Text,
  date_fermeture: Text,
  date_mise_a_jour: Text,
  dirigeants: listOf(Director),
  finances: z.record(z.string(), z.object({ ca: figure, resultat_net: figure })).nullish(),
  complements: z.record(z.string(), z.unknown()).nullish(),
  immatriculation: z
    .object({ date_immatriculation: Text, date_radiation: Text, capital_social: figure, devise_capital: Text })
    .nullish(),
  matching_etablissements: listOf(Establishment),
});

const directorOf = (director: z.output<typeof Director>) => {
  const company = director.type_dirigeant === "personne morale" || Boolean(director.denomination);
  const person = [told(director.prenoms), told(director.nom)].filter(Boolean).join(" ");
  return {
    type: company ? ("company" as const) : ("person" as const),
    name: company ? told(director.denomination) : person,
    role: told(director.qualite),
    birth: isoDate(told(director.date_de_naissance)) ?? isoDate(told(director.annee_de_naissance)),
    nationality: told(director.nationalite),
    siren: director.siren,
  };
};

const establishmentOf = (place: z.output<typeof Establishment>) => ({
  siret: place.siret,
  sign: told(place.nom_commercial) ?? place.liste_enseignes.find(told),
  address: told(place.adresse),
  city: told(place.libelle_commune),
  isHeadOffice: place.est_siege,
  status: place.etat_administratif,
  naf: place.activite_principale,
  created: isoDate(place.date_creation),
  closed: isoDate(place.date_fermeture),
});

const capitalOf = (amount: number | null | undefined, currency: string | null | undefined) =>
  amount !== undefined && amount !== null && Currency.safeParse(currency).success && currency
    ? { amount, currency }
    : undefined;

/** What the register says of a company. */
export function companyOf(company: z.output<typeof Company>) {
  const { siege, complements, immatriculation } = company;
  const rna = complements?.["identifiant_association"];
  return {
    title: told(company.nom_complet) ?? told(company.nom_raison_sociale),
    url: `https://annuaire-entreprises.data.gouv.fr/entreprise/${company.siren}`,
    snippet: told(siege?.adresse),
    id: company.siren,
    siren: company.siren,
    siret: siege?.siret,
    legalName: told(company.nom_raison_sociale),
    acronym: told(company.sigle),
    vat: company.tva[0],
    naf: company.activite_principale,
    naf25: company.activite_principale_naf25,
    section: company.section_activite_principale,
    legalForm: company.nature_juridique,
    size: company.categorie_entreprise,
    headcountCode: company.tranche_effectif_salarie,
    headcountYear: company.annee_tranche_effectif_salarie ?? undefined,
    status: company.etat_administratif,
    diffusion: company.statut_diffusion,
    date: isoDate(company.date_creation),
    closed: isoDate(company.date_fermeture),
    updatedAt: isoDate(company.date_mise_a_jour),
    address: told(siege?.adresse),
    postcode: told(siege?.code_postal),
    city: told(siege?.libelle_commune),
    insee: told(siege?.commune),
    department: told(siege?.departement),
    latitude: siege?.latitude,
    longitude: siege?.longitude,
    establishments: company.nombre_etablissements,
    establishmentsOpen: company.nombre_etablissements_ouverts,
    registered: isoDate(immatriculation?.date_immatriculation),
    struckOff: isoDate(immatriculation?.date_radiation),
    capital: capitalOf(immatriculation?.capital_social, immatriculation?.devise_capital),
    directors: company.dirigeants.map(directorOf),
    finances: Object.entries(company.finances ?? {})
      .filter(([year]) => /^\d{4}$/.test(year))
      .toSorted(([a], [b]) => b.localeCompare(a))
      .map(([year, { ca, resultat_net }]) => ({
        year: Number(year),
        turnover: ca,
        netIncome: resultat_net,
        currency: "EUR",
      })),
    isAssociation: typeof complements?.["est_association"] === "boolean" ? complements["est_association"] : undefined,
    rna: typeof rna === "string" ? rna : undefined,
    labels: Object.entries(complements ?? {}).flatMap(([name, value]) =>
      value === true ? name.replace(/^est_/, "") : [],
    ),
    matching: company.matching_etablissements.map(establishmentOf),
  };
}
