import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { defineSource } from "../../define.ts";
import { json } from "../../kit/readers/json.ts";
import type { PageRequest } from "../../kit/readers/paged.ts";
import { coordinatesIn } from "../../kit/requests/coordinates.ts";
import { pagesRemain } from "../../kit/requests/further.ts";
import { query } from "../../kit/requests/query.ts";
import { get } from "../../kit/requests/request.ts";
import { type Registration, registrationIn, understoodNumber } from "../../kit/requests/siren.ts";
import { quotedSaying } from "../../kit/responses/said.ts";
import type { Spot } from "../../kit/services/open-meteo.ts";
import { Count, Currency, IsoDate, Money } from "../../kit/values/fields.ts";
import { FrenchItem } from "../item.ts";
import { Company, companyOf } from "./record.ts";

const API = "https://recherche-entreprises.api.gouv.fr";
const PER_PAGE = 20;
/** Rows beyond are refused. */
const FURTHEST = 10_000;

const code = (pattern: RegExp, what: string) => z.string().regex(pattern, what).optional().describe(what);

const options = z.object({
  code_postal: code(/^\d{5}(,\d{5})*$/, "postal codes, joined by commas"),
  code_commune: code(/^(\d|2[AB])[\dAB]\d{3}(,[\dAB]{5})*$/, "INSEE codes of communes, joined by commas"),
  departement: code(/^(\d{2,3}|2[AB])(,[\dAB]{2,3})*$/, "codes of departments, joined by commas"),
  activite_principale: code(/^[\d.A-Z,]{2,200}$/, "NAF codes, e.g. 62.01Z, joined by commas"),
  nature_juridique: code(/^\d{4}(,\d{4})*$/, "codes of legal forms, e.g. 5710, joined by commas"),
  etat_administratif: z.enum(["A", "C"]).optional().describe("A active, C ceased"),
  nom_personne: z.string().max(100).optional().describe("surname of a director or elected person"),
  prenoms_personne: z.string().max(100).optional().describe("given names of that person"),
  type_personne: z.enum(["dirigeant", "elu"]).optional().describe("dirigeant or elu"),
  est_association: z.enum(["true", "false"]).optional().describe("associations only, or none of them"),
  ca_min: code(/^-?\d{1,15}$/, "least turnover in EUR"),
  ca_max: code(/^-?\d{1,15}$/, "greatest turnover in EUR"),
  radius: z.coerce.number().gt(0).max(50).optional().describe("km around latitude,longitude; default 5"),
});

interface Input {
  readonly text: string;
  readonly number: Registration | undefined;
  readonly spot: Spot | undefined;
  readonly radius: number | undefined;
  readonly filters: Omit<z.output<typeof options>, "radius">;
}

/** Companies by name or number; near a point, those with an establishment there. */
const request = ({ text, number, spot, radius, filters, page }: Input & PageRequest) =>
  spot
    ? get(`${API}/near_point`, {
        lat: spot.latitude,
        long: spot.longitude,
        radius,
        ...filters,
        page,
        per_page: PER_PAGE,
      })
    : get(`${API}/search`, { q: number?.siret ?? number?.siren ?? text, ...filters, page, per_page: PER_PAGE });

const read = json({
  pages: (asked: Input & PageRequest) => (asked.page * PER_PAGE > FURTHEST ? undefined : request(asked)),
  body: z.object({ results: z.array(Company), total_results: z.int().nullish() }),
  refused: (body, { status }) => {
    const refusal = z.object({ erreur: z.string() }).safeParse(body).data;
    return refusal && status < 429
      ? new SourceError("bad-query", `The register refused the query: ${quotedSaying(refusal.erreur)}`)
      : undefined;
  },
  items: ({ results }) => results.map(companyOf),
  next: ({ total_results }, _input, response) => pagesRemain(response, PER_PAGE, total_results),
});

const Establishment = z.object({
  siret: z.string().optional(),
  sign: z.string().optional(),
  address: z.string().optional(),
  city: z.string().optional(),
  isHeadOffice: z.boolean().optional(),
  status: z.string().optional().describe("A active, F closed"),
  naf: z.string().optional(),
  created: IsoDate.optional(),
  closed: IsoDate.optional(),
});

const Director = z.object({
  type: z.enum(["person", "company"]),
  name: z.string().optional().describe("absent where the person does not let it be published"),
  role: z.string().optional(),
  birth: IsoDate.optional().describe("month or year of birth"),
  nationality: z.string().optional(),
  siren: z.string().optional(),
});

export const rechercheEntreprises = defineSource({
  id: "recherche_entreprises",
  title: "API Recherche d'entreprises (register record, directors)",
  docs: "https://recherche-entreprises.api.gouv.fr/docs/",
  terms: "no key; 7 requests a second; Licence Ouverte 2.0",
  query: query({
    describe:
      "a company's name, SIREN, SIRET or French VAT number, a director's name, or latitude,longitude for what is around",
    example: "Danone",
    options,
    parse: (text, { radius, ...filters }): Input => {
      if (text.length < 3) throw new SourceError("bad-query", "q: give at least three characters of the name.");
      return { text, number: registrationIn(text), spot: coordinatesIn(text), radius, filters };
    },
  }),
  item: FrenchItem.extend({
    date: IsoDate.optional().describe("when it was founded"),
    address: z.string().optional().describe("of the head office, as are postcode, city and coordinates"),
    siret: FrenchItem.shape.siret.describe("number of the head office"),
    legalName: z.string().optional(),
    acronym: z.string().optional(),
    vat: z.string().optional().describe("VAT number"),
    naf: z.string().optional().describe("code of the main activity, NAF rev. 2"),
    naf25: z.string().optional().describe("code of the main activity, NAF 2025"),
    section: z.string().optional().describe("letter of the activity's section in the NAF"),
    legalForm: z.string().optional().describe("INSEE code of the legal form, e.g. 5710"),
    size: z.string().optional().describe("PME, ETI or GE"),
    headcountCode: z
      .string()
      .optional()
      .describe("INSEE band of employees: 00 none, 01 1–2 … 53 10,000 and more, NN unknown"),
    headcountYear: z.int().optional(),
    status: z.string().optional().describe("A active, C ceased"),
    diffusion: z.string().optional().describe("O public, P partly"),
    closed: IsoDate.optional(),
    establishments: Count.optional(),
    establishmentsOpen: Count.optional(),
    registered: IsoDate.optional().describe("entry in the national register (RNE)"),
    struckOff: IsoDate.optional(),
    capital: Money.optional(),
    directors: z.array(Director).optional(),
    finances: z
      .array(
        z.object({
          year: z.int(),
          turnover: z.number().optional(),
          netIncome: z.number().optional(),
          currency: Currency,
        }),
      )
      .optional()
      .describe("of the accounts it filed, the newest first"),
    isAssociation: z.boolean().optional(),
    rna: z.string().optional().describe("number in the register of associations"),
    labels: z.array(z.string()).optional().describe("what else registers say of it: rge, ess, bio, qualiopi …"),
    matching: z.array(Establishment).optional().describe("establishments that fit the question"),
  }),
  polite: { concurrency: 2, minIntervalMs: 150 },
  read: (input, context) => {
    const { text, number, spot } = input;
    context.notice(understoodNumber(text, number, spot ? "coordinates" : "a name"));
    return read(input, context);
  },
});
