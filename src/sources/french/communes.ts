import { map } from "rxjs";
import { z } from "zod";
import { defineSource } from "../define.ts";
import { type Commune, communesOf, place } from "../kit/services/communes.ts";
import { Count } from "../kit/values/fields.ts";
import { FrenchItem } from "./item.ts";

const itemOf = ({ name, insee, hectares, ...commune }: Commune) => ({
  ...commune,
  title: name,
  url: `https://geo.api.gouv.fr/communes/${insee}`,
  snippet: [commune.postcodes.join(", "), commune.population !== undefined && `${commune.population} inhabitants`]
    .filter(Boolean)
    .join(" – "),
  id: insee,
  code: insee,
  insee,
  city: name,
  postcode: commune.postcodes.length === 1 ? commune.postcodes[0] : undefined,
  surfaceHectares: hectares,
});

export const communes = defineSource({
  id: "communes",
  title: "API Découpage administratif: French communes",
  docs: "https://geo.api.gouv.fr/decoupage-administratif/communes",
  terms: "Licence Ouverte 2.0; 50 requests a second",
  query: place("Marseille"),
  item: FrenchItem.extend({
    code: z.string().describe("INSEE code"),
    postcodes: z.array(z.string()),
    population: Count.optional().describe("inhabitants"),
    surfaceHectares: z.number().optional(),
    departmentCode: z.string().optional(),
    regionCode: z.string().optional(),
    epci: z.string().optional().describe("the group of communes that it belongs to; arrondissements have none"),
    epciCode: z.string().optional().describe("the group's SIREN number"),
    matchScore: z.number().optional().describe("how well the name fits, for this query alone"),
  }),
  polite: { concurrency: 8 },
  read: (asked, context) => communesOf(asked, context).pipe(map(itemOf)),
});
