import { z } from "zod";
import { defineSource } from "../define.ts";
import { figure, listOf } from "../kit/readers/json.ts";
import { query } from "../kit/requests/query.ts";
import { type Registration, registrationIn, understood, understoodNumber } from "../kit/requests/siren.ts";
import { type Place, placeIn } from "../kit/services/communes.ts";
import { type AskedRows, embedded, literal, oneOf, Point, records, Text } from "../kit/services/opendatasoft.ts";
import { isoDate } from "../kit/values/dates.ts";
import { HttpUrl } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { excerpt } from "../kit/values/text.ts";
import { centreOf, codesUnder } from "./at-place.ts";
import { FrenchItem } from "./item.ts";
import { atPlace } from "./near.ts";
import { metresFrom } from "./point.ts";

interface Input {
  readonly text: string;
  readonly id: string | undefined;
  readonly number: Registration | undefined;
  readonly place: Place;
  readonly kind: string | undefined;
}

const Valued = embedded(listOf(z.object({ valeur: Text, description: Text, libelle: Text })));

const Hours = z.object({
  nom_jour_debut: Text,
  nom_jour_fin: Text,
  valeur_heure_debut_1: Text,
  valeur_heure_fin_1: Text,
  valeur_heure_debut_2: Text,
  valeur_heure_fin_2: Text,
  commentaire: Text,
});

/** Nearly every field with parts of its own is JSON within a text. */
const Row = z.object({
  id: z.string(),
  nom: z.string(),
  sigle: Text,
  ancien_nom: Text,
  pivot: embedded(listOf(z.object({ type_service_local: Text, code_insee_commune: listOf(z.string()) }))),
  type_organisme: Text,
  code_insee_commune: z.union([z.string().transform((code) => [code]), listOf(z.string())]).nullish(),
  siret: Text,
  siren: Text,
  adresse: embedded(
    listOf(
      z.object({
        type_adresse: Text,
        complement1: Text,
        complement2: Text,
        numero_voie: Text,
        service_distribution: Text,
        code_postal: Text,
        nom_commune: Text,
        longitude: figure,
        latitude: figure,
        accessibilite: Text,
      }),
    ),
  ),
  telephone: Valued,
  site_internet: Valued,
  formulaire_contact: Text,
  plage_ouverture: embedded(listOf(Hours)),
  mission: Text,
  information_complementaire: Text,
  date_modification: Text,
  url_service_public: Text,
});

const spanOf = (from: string | null | undefined, until: string | null | undefined): string | undefined =>
  from && until ? `${from.slice(0, 5)}–${until.slice(0, 5)}` : undefined;

function hoursOf(hours: z.output<typeof Hours>): string {
  const { nom_jour_debut: first, nom_jour_fin: last, commentaire } = hours;
  const days = last && last !== first ? `${first}–${last}` : first;
  const spans = [
    spanOf(hours.valeur_heure_debut_1, hours.valeur_heure_fin_1),
    spanOf(hours.valeur_heure_debut_2, hours.valeur_heure_fin_2),
  ];
  return [days, spans.filter(Boolean).join(", "), commentaire && `(${commentaire})`].filter(Boolean).join(" ");
}

/** "31/01/2024 14:25:10", the clocks of Paris: the day alone is sure. */
const dayOf = (written: string | null | undefined): string | undefined =>
  isoDate(written?.slice(0, 10).replaceAll("/", ".")) ?? isoDate(written);

function itemOf(row: z.output<typeof Row>, { from }: AskedRows) {
  const place = row.adresse.find(({ type_adresse }) => type_adresse === "Adresse") ?? row.adresse[0];
  const point = Point.safeParse({ lat: place?.latitude, lon: place?.longitude }).data;
  const town = [place?.code_postal, place?.nom_commune].filter(Boolean).join(" ");
  const street = [place?.complement1, place?.complement2, place?.numero_voie, place?.service_distribution, town];
  return {
    title: row.nom,
    url: webUrl(row.url_service_public),
    snippet: excerpt(row.mission || row.information_complementaire),
    id: row.id,
    acronym: row.sigle,
    formerName: row.ancien_nom,
    kinds: row.pivot.flatMap(({ type_service_local }) => type_service_local ?? []),
    type: row.type_organisme,
    siret: row.siret,
    siren: row.siren,
    insee: row.code_insee_commune?.[0] ?? row.pivot[0]?.code_insee_commune[0],
    address: street.filter(Boolean).join(", "),
    postcode: place?.code_postal,
    city: place?.nom_commune,
    ...point,
    distanceMetres: metresFrom(from, point?.latitude, point?.longitude),
    wheelchairAccess: place?.accessibilite,
    phone: row.telephone[0]?.valeur,
    phones: row.telephone.flatMap(({ valeur }) => valeur || []),
    website: webUrl(row.site_internet[0]?.valeur),
    contactForm: webUrl(row.formulaire_contact),
    openingHours: row.plage_ouverture.map(hoursOf),
    updatedAt: dayOf(row.date_modification),
  };
}

const services = records({
  portal: "api-lannuaire.service-public.gouv.fr",
  dataset: "api-lannuaire-administration",
  row: Row,
  item: itemOf,
});

/** A condition, within one kind of service where one is asked for. */
const within = (where: string, kind: string | undefined): { readonly where: string } => ({
  where: kind ? `(${where}) and pivot like ${literal(kind)}` : where,
});

const at = (kind: string | undefined) =>
  atPlace(services, {
    inCommune: (its) => ({
      condition: within(oneOf("code_insee_commune", codesUnder(its)), kind),
      from: centreOf(its),
    }),
    byWords: (text) => ({ condition: within(`search(nom,${literal(text)})`, kind) }),
  });

export const servicePublic = defineSource({
  id: "service_public",
  title: "Annuaire de l'administration (service-public.gouv.fr)",
  docs: "https://api-lannuaire.service-public.gouv.fr/explore/dataset/api-lannuaire-administration/api/",
  terms: "no key; 50,000 requests a day; Licence Ouverte 2.0",
  query: query({
    describe:
      "a service's name, SIREN, SIRET or the directory's id, or a commune's name, postal code or INSEE code for the services there",
    example: "mairie Nantes",
    options: z.object({
      kind: z
        .string()
        .regex(/^\w{2,60}$/, "a code of the directory")
        .optional()
        .describe("services of one kind, by the directory's code: mairie, prefecture, epci …"),
    }),
    parse: (text, { kind }): Input => {
      const id = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? text.toLowerCase() : undefined;
      return { text, id, number: id ? undefined : registrationIn(text), place: placeIn(text), kind };
    },
  }),
  item: FrenchItem.extend({
    acronym: z.string().optional(),
    formerName: z.string().optional(),
    kinds: z.array(z.string()).optional().describe("codes of the directory: mairie, epci …"),
    wheelchairAccess: z.string().optional().describe("ACC accessible, DEM on request, NAC not accessible"),
    phones: z.array(z.string()).optional(),
    website: HttpUrl.optional(),
    contactForm: HttpUrl.optional(),
    openingHours: z.array(z.string()).optional().describe("Lundi–Jeudi 08:00–12:00, 13:30–17:30"),
  }),
  polite: { concurrency: 2 },
  read: ({ text, id, number, place, kind }, context) => {
    if (!id && !number) return at(kind)(place, context);
    context.notice(id ? understood(text, "the directory's id") : understoodNumber(text, number, "words"));
    const key = id ? `id=${literal(id)}` : undefined;
    const body = number?.siret ? `siret=${literal(number.siret)}` : `siren=${literal(number?.siren ?? "")}`;
    return services({ condition: within(key ?? body, kind) }, context);
  },
});
