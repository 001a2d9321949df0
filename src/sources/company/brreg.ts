import { z } from "zod";
import { defineSource } from "../define.ts";
import { branch, onEmpty } from "../kit/compose/steps.ts";
import { understood } from "../kit/compose/understood.ts";
import { figure, json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { emptyOn } from "../kit/responses/answer.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, Money } from "../kit/values/fields.ts";
import { addressOf, CompanyItem, siteOf } from "./item.ts";
import { checked, mod11 } from "./numbers.ts";

const API = "https://data.brreg.no/enhetsregisteret/api";
const PER_PAGE = 20;
/** Further hits cannot be reached. */
const LAST_ROW = 10_000;
const WEIGHTS = [3, 2, 7, 6, 5, 4, 3, 2];

interface Input {
  readonly text: string;
  /** Nine digits. */
  readonly number?: string;
}

/** A number may stand within a VAT number: NO923609016MVA. */
function parse(q: string): Input {
  const number = /^(?:NO)?(\d{9})(?:MVA)?$/.exec(q.toUpperCase().replace(/[\s.]/g, ""))?.[1];
  if (!number) return { text: q };
  return { text: q, number: checked(number, "organisation number", mod11(number, WEIGHTS)) };
}

const Text = z.string().nullish();
const Flag = z.boolean().nullish();
const Coded = z.object({ kode: Text, beskrivelse: Text }).nullish();
const Address = z
  .object({ adresse: z.array(z.string().nullable()).nullish(), postnummer: Text, poststed: Text, land: Text })
  .nullish();

/** A unit of the register; a sub-unit has `beliggenhetsadresse` and `overordnetEnhet` besides. */
const Unit = z.object({
  organisasjonsnummer: z.string(),
  navn: Text,
  organisasjonsform: Coded,
  forretningsadresse: Address,
  beliggenhetsadresse: Address,
  postadresse: Address,
  naeringskode1: Coded,
  antallAnsatte: Count.nullish(),
  registreringsdatoEnhetsregisteret: Text,
  stiftelsesdato: Text,
  slettedato: Text,
  hjemmeside: Text,
  konkurs: Flag,
  underAvvikling: Flag,
  underTvangsavviklingEllerTvangsopplosning: Flag,
  registrertIMvaregisteret: Flag,
  kapital: z.object({ belop: figure, valuta: Text }).nullish(),
  sisteInnsendteAarsregnskap: Text,
  overordnetEnhet: Text,
  historiskeNavn: z.array(z.object({ navn: z.string() })).nullish(),
  aktivitet: z.array(z.string()).nullish(),
});

const written = (address: z.output<typeof Address>): string | undefined =>
  address
    ? addressOf(
        ...(address.adresse ?? []),
        addressOf(address.postnummer, address.poststed).replace(",", ""),
        address.land,
      )
    : undefined;

/** What the register says of a unit. */
const itemOf = (unit: z.output<typeof Unit>) => ({
  title: unit.navn || unit.organisasjonsnummer,
  url: `https://virksomhet.brreg.no/nb/oppslag/enheter/${unit.organisasjonsnummer}`,
  snippet: unit.aktivitet?.join(" "),
  id: unit.organisasjonsnummer,
  country: "NO",
  legalForm: unit.organisasjonsform?.beskrivelse,
  legalFormCode: unit.organisasjonsform?.kode,
  address: written(unit.forretningsadresse ?? unit.beliggenhetsadresse ?? unit.postadresse),
  activity: unit.naeringskode1?.beskrivelse,
  activityCode: unit.naeringskode1?.kode,
  employees: unit.antallAnsatte,
  otherNames: unit.historiskeNavn?.map(({ navn }) => navn),
  website: siteOf(unit.hjemmeside),
  registeredAt: isoDate(unit.registreringsdatoEnhetsregisteret),
  foundedAt: isoDate(unit.stiftelsesdato),
  endedAt: isoDate(unit.slettedato),
  bankrupt: unit.konkurs,
  windingUp: unit.underAvvikling,
  compulsoryDissolution: unit.underTvangsavviklingEllerTvangsopplosning,
  vatRegistered: unit.registrertIMvaregisteret,
  capital:
    typeof unit.kapital?.belop === "number" && unit.kapital.valuta
      ? { amount: unit.kapital.belop, currency: unit.kapital.valuta }
      : undefined,
  lastAccounts: unit.sisteInnsendteAarsregnskap,
  partOf: unit.overordnetEnhet,
});

/** A list of units, or one by itself; without a hit there is no list. */
const Units = z.object({ enheter: z.array(Unit).nullish(), underenheter: z.array(Unit).nullish() });
const Lone = z.looseObject({ organisasjonsnummer: z.string() });
const Body = z.preprocess(
  (value) => (Lone.safeParse(value).success ? { _embedded: { enheter: [value] }, page: { totalPages: 1 } } : value),
  z.object({ _embedded: Units.nullish(), page: z.object({ totalPages: Count }) }),
);

const reading = {
  body: Body,
  items: ({ _embedded }: z.output<typeof Body>) =>
    [...(_embedded?.enheter ?? []), ...(_embedded?.underenheter ?? [])].map(itemOf),
};

const byNumber = (kind: "enheter" | "underenheter") =>
  json({
    ...reading,
    request: ({ number = "" }: Input) => get(`${API}/${kind}/${number}`),
    ...(kind === "enheter" && { judge: emptyOn(404) }),
  });

const byName = json({
  ...reading,
  pages: ({ text, page }: Input & PageRequest) =>
    page * PER_PAGE <= LAST_ROW ? get(`${API}/enheter`, { navn: text, page: page - 1, size: PER_PAGE }) : undefined,
  next: ({ page }, _input, response) =>
    Number(URL.parse(response.url)?.searchParams.get("page") ?? 0) + 1 < page.totalPages ? undefined : null,
});

export const brreg = defineSource({
  id: "brreg",
  title: "Brønnøysund register (Norway)",
  docs: "https://data.brreg.no/enhetsregisteret/api/docs/index.html",
  terms: "no key; data NLOD 2.0",
  query: query({
    describe: "a Norwegian company's name, or its organisation number of nine digits",
    example: "EQUINOR",
    parse,
  }),
  item: CompanyItem.extend({
    legalFormCode: z.string().optional().describe("AS, ASA, ENK …"),
    employees: Count.optional(),
    bankrupt: z.boolean().optional(),
    windingUp: z.boolean().optional(),
    compulsoryDissolution: z.boolean().optional(),
    vatRegistered: z.boolean().optional(),
    capital: Money.optional(),
    lastAccounts: z.string().optional().describe("year of the last accounts that were filed"),
    partOf: z.string().optional().describe("of a sub-unit: number of the unit above it"),
  }),
  polite: { concurrency: 2, minIntervalMs: 200 },
  read: branch(
    ({ number }: Input) => number !== undefined,
    understood(
      ({ number }: Input) => `the organisation number ${number}`,
      onEmpty(byNumber("enheter"), byNumber("underenheter")),
    ),
    byName,
  ),
});
