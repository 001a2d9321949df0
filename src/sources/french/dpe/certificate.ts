import { defer, filter, map, type Observable } from "rxjs";
import { z } from "zod";
import { figure, numeric } from "../../kit/readers/json.ts";
import { isoDate } from "../../kit/values/dates.ts";

/** The columns that are asked for, of some 230. */
export const COLUMNS = [
  "numero_dpe",
  "date_etablissement_dpe",
  "etiquette_dpe",
  "etiquette_ges",
  "numero_dpe_remplace",
  "identifiant_ban",
  "type_batiment",
  "annee_construction",
  "periode_construction",
  "surface_habitable_logement",
  "conso_5_usages_par_m2_ep",
  "emission_ges_5_usages_par_m2",
  "adresse_ban",
  "adresse_brut",
  "code_postal_ban",
  "nom_commune_ban",
  "code_insee_ban",
  "_geopoint",
];

export const Energy = z.enum(["A", "B", "C", "D", "E", "F", "G"]);

export const Row = z.object({
  numero_dpe: z.string(),
  date_etablissement_dpe: z.string().nullish(),
  etiquette_dpe: Energy.nullish(),
  etiquette_ges: Energy.nullish(),
  numero_dpe_remplace: z.string().nullish(),
  identifiant_ban: z.string().nullish(),
  type_batiment: z.string().nullish(),
  annee_construction: figure,
  periode_construction: z.string().nullish(),
  surface_habitable_logement: figure,
  conso_5_usages_par_m2_ep: figure,
  emission_ges_5_usages_par_m2: figure,
  adresse_ban: z.string().nullish(),
  adresse_brut: z.string().nullish(),
  code_postal_ban: z.string().nullish(),
  nom_commune_ban: z.string().nullish(),
  code_insee_ban: z.string().nullish(),
  _geopoint: z.string().nullish(),
  _geo_distance: figure,
});

/** A number of two parts (75107_8909) is that of a street. */
const placing = (id: string): "house" | "street" => (id.split("_").length > 2 ? "house" : "street");

function itemOf(row: z.output<typeof Row>) {
  const [latitude, longitude] = (row._geopoint ?? "").split(",").map((degrees) => numeric.safeParse(degrees).data);
  const address = row.adresse_ban || row.adresse_brut;
  return {
    kind: "certificate" as const,
    title: address ?? row.numero_dpe,
    url: `https://observatoire-dpe-audit.ademe.fr/afficher-dpe/${row.numero_dpe}`,
    id: row.numero_dpe,
    replaces: row.numero_dpe_remplace,
    date: isoDate(row.date_etablissement_dpe),
    type: row.type_batiment,
    energyClass: row.etiquette_dpe,
    ghgClass: row.etiquette_ges,
    consumption: row.conso_5_usages_par_m2_ep,
    emissions: row.emission_ges_5_usages_par_m2,
    built: row.annee_construction,
    builtPeriod: row.periode_construction,
    surface: row.surface_habitable_logement,
    address,
    postcode: row.code_postal_ban,
    city: row.nom_commune_ban,
    insee: row.code_insee_ban,
    latitude,
    longitude,
    placedOn: row.identifiant_ban ? placing(row.identifiant_ban) : undefined,
    distanceMetres: row._geo_distance,
  };
}

/** A certificate that a newer one replaces is left out: the newer one comes first. */
export function unreplaced(rows$: Observable<z.output<typeof Row>>) {
  return defer(() => {
    const replaced = new Set<string>();
    return rows$.pipe(
      filter(({ numero_dpe, numero_dpe_remplace: older }) => {
        if (older) replaced.add(older);
        return !replaced.has(numero_dpe);
      }),
      map(itemOf),
    );
  });
}
