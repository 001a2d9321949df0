import type { World } from "../support.ts";
import { commune, csv, sale } from "./valfleuri.ts";

/*
 * A made-up company, Laiterie du Pré at 8 rue du Pré in Falaise, as the registers answer of it.
 */

export const SIREN = "404833048";

/** A row of the register of companies. */
export const registered = (more: object = {}): object => ({
  siren: SIREN,
  nom_complet: "LAITERIE DU PRE",
  sigle: "LDP",
  nombre_etablissements: 4,
  nombre_etablissements_ouverts: 2,
  siege: {
    adresse: "8 RUE DU PRE 14700 FALAISE",
    code_postal: "14700",
    commune: "14258",
    libelle_commune: "FALAISE",
    latitude: "48.89",
    longitude: "-0.2",
    siret: "40483304800022",
  },
  tva: ["FR83404833048"],
  activite_principale: "10.51A",
  categorie_entreprise: "PME",
  date_creation: "2001-03-01",
  dirigeants: [
    {
      nom: "MARTIN",
      prenoms: "JEANNE",
      date_de_naissance: "1970-04",
      qualite: "Présidente",
      type_dirigeant: "personne physique",
    },
    {
      nom: "[NON-DIFFUSIBLE]",
      prenoms: "[NON-DIFFUSIBLE]",
      qualite: "Administrateur",
      type_dirigeant: "personne physique",
    },
    {
      siren: "344366315",
      denomination: "AUDIT ET CIE",
      qualite: "Commissaire aux comptes",
      type_dirigeant: "personne morale",
    },
  ],
  etat_administratif: "A",
  nature_juridique: "5710",
  tranche_effectif_salarie: "22",
  annee_tranche_effectif_salarie: "2023",
  statut_diffusion: "O",
  finances: { "2023": { ca: 5_000_000, resultat_net: 90_000 }, "2024": { ca: 3_600_000, resultat_net: -12_000 } },
  complements: { est_association: false, est_bio: true },
  ...more,
});

const OTHER = registered({ siren: "552100554", nom_complet: "LAITERIE HAUTE" });

const rows = (results: readonly object[]) => ({ body: { total_count: results.length, results } });

const notice = (id: string, date: string, family: string, label: string, more: object = {}): object => ({
  id,
  dateparution: date,
  familleavis: family,
  familleavis_lib: label,
  typeavis_lib: "Avis initial",
  tribunal: "Greffe du Tribunal de Commerce de Caen",
  commercant: "Laiterie du Pré",
  registre: ["404 833 048", SIREN],
  url_complete: `https://www.bodacc.fr/pages/annonces-commerciales-detail/?q.id=id:${id}`,
  ...more,
});

const judgment = (nature: string, date: string) => ({
  jugement: JSON.stringify({ famille: "Jugement", nature, date }),
});
const change = {
  modificationsgenerales: JSON.stringify({ descriptif: "Modification survenue sur l'administration." }),
};

export const NOTICES: readonly object[] = [
  notice(
    "A1",
    "2026-03-05",
    "collective",
    "Procédures collectives",
    judgment("Jugement d'ouverture de redressement judiciaire", "2026-03-01"),
  ),
  notice("B3", "2026-02-01", "modification", "Modifications diverses", change),
  notice("B2", "2026-01-10", "modification", "Modifications diverses", change),
  notice("B1", "2025-12-20", "modification", "Modifications diverses", change),
  notice("C1", "2023-07-01", "dpc", "Dépôts des comptes", { depot: JSON.stringify({ dateCloture: "2022-12-31" }) }),
];

const at = (more: object) => ({ code_postal: "14700", code_commune: "14258", nom_commune: "Falaise", ...more });

export const HOSTS: NonNullable<World["hosts"]> = {
  "recherche-entreprises.api.gouv.fr": ({ searchParams }) => {
    const q = searchParams.get("q") ?? "";
    const found = q === SIREN ? [registered()] : q.toLowerCase() === "laiterie" ? [registered(), OTHER] : [];
    return { body: { results: found, total_results: found.length } };
  },
  "bodacc-datadila.opendatasoft.com": () => rows(NOTICES),
  "journal-officiel-datadila.opendatasoft.com": ({ searchParams }) =>
    rows(
      /W143000551|404833048/.test(searchParams.get("where") ?? "")
        ? [
            {
              id: "9",
              titre: "LES AMIS DU LAIT",
              source: "joafe",
              typeavis: "Création",
              dateparution: "2010-05-01",
              objet: "fêter le lait",
              numero_rna: "W143000551",
            },
          ]
        : [],
    ),
  "boamp-datadila.opendatasoft.com": () =>
    rows([
      {
        idweb: "1",
        objet: "Lait des cantines",
        nomacheteur: "Ville de Falaise",
        titulaire: ["Laiterie du Pré SAS"],
        dateparution: "2026-04-01",
        url_avis: "https://www.boamp.fr/1",
      },
      {
        idweb: "2",
        objet: "Travaux",
        nomacheteur: "Ville de Caen",
        titulaire: ["Prébois"],
        dateparution: "2026-05-01",
      },
    ]),
  "data.geopf.fr": () => ({
    body: {
      features: [
        {
          geometry: { coordinates: [-0.2, 48.89] },
          properties: {
            label: "8 Rue du Pré 14700 Falaise",
            type: "housenumber",
            name: "8 Rue du Pré",
            citycode: "14258",
          },
        },
      ],
    },
  }),
  "geo.api.gouv.fr": ({ searchParams }) => ({
    body: searchParams.get("code") === "14258" ? [commune("Falaise", "14258", { codesPostaux: ["14700"] })] : [],
  }),
  "files.data.gouv.fr": ({ pathname }) =>
    pathname.endsWith("/2025/communes/14/14258.csv")
      ? csv([
          // The same door, written as the register of sales abbreviates; its point is far off.
          {
            ...sale("2025-01-01", "Maison", 100, 2000),
            ...at({ adresse_numero: "8", adresse_nom_voie: "R DU PRE", latitude: "48.9", longitude: "-0.2" }),
          },
          // 22 m to the north.
          {
            ...sale("2025-02-01", "Maison", 50, 2200),
            ...at({ adresse_numero: "1", adresse_nom_voie: "PL HAUTE", latitude: "48.8902", longitude: "-0.2" }),
          },
          {
            ...sale("2025-03-01", "Maison", 80, 2400),
            ...at({ adresse_numero: "8", adresse_nom_voie: "R DU PRESSOIR", latitude: "48.91", longitude: "-0.2" }),
          },
        ])
      : undefined,
  "api.gleif.org": () => ({
    body: {
      data: [
        {
          attributes: {
            lei: "969500LDPLDPLDPLDP12",
            entity: {
              legalName: { name: "LAITERIE DU PRE" },
              legalAddress: { country: "FR" },
              registeredAs: SIREN,
              category: "GENERAL",
            },
            registration: { status: "LAPSED", nextRenewalDate: "2025-06-01T00:00:00Z" },
          },
        },
      ],
      meta: { pagination: { currentPage: 1, lastPage: 1 } },
    },
  }),
  "ec.europa.eu": () => ({
    body: { isValid: true, requestDate: "2026-11-22T09:00:00.000Z", userError: "VALID", vatNumber: "83404833048" },
  }),
};
