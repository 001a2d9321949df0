import { catchError, concatMap, defaultIfEmpty, map, of, take } from "rxjs";
import { z } from "zod";
import { SourceError, toSourceError } from "../../../errors.ts";
import { defineSource } from "../../define.ts";
import { cachedReader } from "../../kit/compose/cached-reader.ts";
import { json } from "../../kit/readers/json.ts";
import type { PageRequest } from "../../kit/readers/paged.ts";
import { query } from "../../kit/requests/query.ts";
import { get } from "../../kit/requests/request.ts";
import type { Judge } from "../../kit/responses/answer.ts";
import { commune, placeIn } from "../../kit/services/communes.ts";
import { territoryOf } from "../../kit/services/insee-codes.ts";
import type { ReadContext, Reader } from "../../source.ts";
import { ObservationItem } from "../item.ts";
import { Bilingual, Body, inWords, itemsOf, type Language, OF_POPULATIONS, POPULATIONS, type Words } from "./record.ts";

const API = "https://api.insee.fr/melodi";
const DAY_MS = 86_400_000;
const PER_PAGE = 1000;

const Options = z.object({
  language: z.enum(["fr", "en"]).default("fr").describe("language of titles and labels"),
  year: z
    .string()
    .regex(/^\d{4}$/, "a year, e.g. 2023")
    .optional(),
});

interface Input extends z.output<typeof Options> {
  readonly dataset: string;
  /** Level and code: COM-44109, DEP-44, EPCI-244400404, DEP-44*COM. */
  readonly geo?: string;
  /** A commune's name or code, as all sources understand them. */
  readonly text: string;
  readonly filters: Readonly<Record<string, string>>;
  readonly place?: string;
}

/** Its words are told apart by their forms: insee:44109, COM-44109, DS_RP_POPULATION_PRINC, SEX=F; the rest is the place. */
function parse(q: string, options: z.output<typeof Options>): Input {
  let dataset = POPULATIONS;
  let geo: string | undefined;
  const filters: Record<string, string> = {};
  const rest: string[] = [];
  for (const word of q.split(/\s+/)) {
    const [, name, value] = /^([A-Z][A-Z0-9_]{1,40})=([\w.*-]{1,60})$/.exec(word) ?? [];
    const code = /^insee:((?:\d{2}|2[AB])\d{3})$/i.exec(word)?.[1];
    if (name && value) filters[name] = value;
    else if (code) geo = territoryOf(code.toUpperCase());
    else if (/^(?:\d{4}-)?[A-Z]{2,8}\d{0,4}-[\dA-Z]{1,12}(?:\*[A-Z]{2,8})?$/.test(word)) geo = word;
    else if (/^[A-Z]{2,10}(?:_[A-Z0-9]+)+$/.test(word)) dataset = word;
    else rest.push(word);
  }
  const text = rest.join(" ");
  if (!geo && !text)
    throw new SourceError("bad-query", "q: a territory is missing, e.g. Nantes, insee:44109 or DEP-44.");
  return { ...options, dataset, text, filters, ...(geo && { geo }) };
}

/** A territory as it is: a commune that was named is looked up. */
const territory: Reader<Input, Input> = (input, context) =>
  input.geo !== undefined
    ? of(input)
    : commune(placeIn(input.text), context).pipe(
        map(({ name, insee }) => ({ ...input, geo: territoryOf(insee), place: name })),
      );

const Dimension = z.object({
  concept: z.object({ code: z.string() }),
  values: z
    .array(z.object({ code: z.string().nullish(), id: z.string().nullish(), label: Bilingual.nullish() }))
    .nullish(),
});

/** The codes of a data set in words: of each dimension those that occur. */
const range = cachedReader(
  DAY_MS,
  json({
    request: ({ dataset }: Input) => get(`${API}/range/${encodeURIComponent(dataset)}`),
    body: z.object({
      range: z.array(Dimension),
    }),
    items: (body) => [body.range],
  }),
);

/** Without the words the codes must do, and it is said why. */
function wordsOf(input: Input, context: ReadContext) {
  if (input.dataset === POPULATIONS) return of(OF_POPULATIONS);
  const none: Words = new Map();
  return range(input, { ...context, pages: 1 }).pipe(
    take(1),
    concatMap((dimensions) => of(wordsIn(dimensions, input.language))),
    catchError((error) => {
      context.notice({ kind: "note", text: `codes are not put in words: ${toSourceError(error).message}` });
      return of(none);
    }),
    defaultIfEmpty(none),
  );
}

const wordsIn = (dimensions: readonly z.output<typeof Dimension>[], language: Language): Words =>
  new Map(
    dimensions.map(({ concept, values }) => [
      concept.code,
      new Map(
        (values ?? []).flatMap(({ id, code, label }) => {
          const words = inWords(label, language);
          // Places have a short code and, as the observations do, a long one.
          const key = id ?? code;
          return key && words ? [[key, words] as const] : [];
        }),
      ),
    ]),
  );

/** Of an unknown data set it says only that something unexpected happened. */
const judge: Judge = ({ status }) =>
  status === 500
    ? new SourceError("unreachable", "INSEE's service failed (HTTP 500): it does so for unknown data sets too.")
    : undefined;

const observations = json({
  pages: ({ dataset, geo, year, filters, page }: Input & { readonly words: Words } & PageRequest) =>
    get(`${API}/data/${encodeURIComponent(dataset)}`, {
      GEO: geo,
      TIME_PERIOD: year,
      ...filters,
      maxResult: PER_PAGE,
      page,
    }),
  judge,
  body: Body,
  items: itemsOf,
  next: ({ paging }) => (paging?.next ? undefined : null),
});

export const insee = defineSource({
  id: "insee",
  title: "INSEE Melodi: French official statistics",
  docs: "https://portail-api.insee.fr/catalog/api/a890b735-159c-4c91-90b7-35159c7c9126",
  terms: "no key; 30 requests a minute; Licence Ouverte 2.0",
  query: query({
    describe: `a commune (name, postal code, insee:44109) or a territory (COM-44109, EPCI-244400404, DEP-44, REG-52, FRANCE-F), and a data set (default ${POPULATIONS}) with filters (SEX=F)`,
    example: "Nantes",
    options: Options,
    parse,
  }),
  item: ObservationItem.extend({
    place: z.string().optional(),
    geo: z.string().optional().describe("year of the map, level and code: 2025-COM-44109"),
    geoLevel: z.string().optional().describe("COM, ARM, EPCI, DEP, REG …"),
    insee: z.string().optional().describe("INSEE code of a commune or arrondissement"),
  }),
  polite: { concurrency: 1, minIntervalMs: 2000 },
  read: (input, context) =>
    territory(input, { ...context, pages: 1 }).pipe(
      concatMap((placed) =>
        wordsOf(placed, context).pipe(concatMap((words) => observations({ ...placed, words }, context))),
      ),
    ),
});
