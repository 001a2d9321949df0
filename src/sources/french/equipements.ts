import { catchError, concatMap, filter, map, of, toArray } from "rxjs";
import { z } from "zod";
import { toSourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { cachedReader } from "../kit/compose/cached-reader.ts";
import { figure, json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { get } from "../kit/requests/request.ts";
import { type Commune, place } from "../kit/services/communes.ts";
import { territoryOf } from "../kit/services/insee-codes.ts";
import { Count } from "../kit/values/fields.ts";
import { atCommune } from "./at-place.ts";
import { FrenchItem } from "./item.ts";

/*
 * No recording of this data set was found: its dimensions are those of the interface's documentation, the envelope that of
 * another data set of it.
 */

const DAY_MS = 86_400_000;

/** The mark of a total in a dimension. */
const TOTAL = "_T";

const LEVELS = ["total", "domain", "sub-domain", "type"] as const;

const Options = z.object({
  level: z
    .enum(LEVELS)
    .optional()
    .describe("only totals, domains, sub-domains or types; they must not be added together"),
});

type Asked = z.output<typeof Options> & { readonly commune: Commune };

const DIMENSIONS = new Set(["FACILITY_DOM", "FACILITY_SDOM", "FACILITY_TYPE"]);

/** The words for all codes: the same for every commune. */
const labels = cachedReader(
  DAY_MS,
  json({
    request: (_asked: unknown) => get("https://api.insee.fr/melodi/range/DS_BPE"),
    body: z.object({
      range: z.array(
        z.object({
          concept: z.object({ code: z.string() }),
          values: z
            .array(
              z.object({
                code: z.string(),
                label: z.object({ fr: z.string().nullish(), en: z.string().nullish() }).nullish(),
              }),
            )
            .nullish(),
        }),
      ),
    }),
    items: ({ range }) =>
      range
        .filter(({ concept }) => DIMENSIONS.has(concept.code))
        .flatMap(({ values }) => values ?? [])
        .filter(({ code }) => code !== TOTAL)
        .map(({ code, label }) => ({ code, fr: label?.fr, en: label?.en })),
  }),
);

type Labels = ReadonlyMap<string, { readonly fr?: string | null | undefined; readonly en?: string | null | undefined }>;

const Observation = z.object({
  dimensions: z.object({
    GEO: z.string(),
    TIME_PERIOD: z.coerce.string(),
    BPE_MEASURE: z.string(),
    FACILITY_DOM: z.string(),
    FACILITY_SDOM: z.string(),
    FACILITY_TYPE: z.string(),
  }),
  measures: z.object({ OBS_VALUE_NIVEAU: z.object({ value: figure }).nullish() }).nullish(),
});

const facilities = json({
  pages: ({ commune: { insee }, page }: Asked & PageRequest) =>
    get("https://api.insee.fr/melodi/data/DS_BPE", {
      GEO: territoryOf(insee),
      maxResult: 6000,
      page: page > 1 ? page : undefined,
    }),
  body: z.object({
    observations: z.array(Observation),
    paging: z.object({ next: z.string().nullish() }).nullish(),
  }),
  items: ({ observations }) => observations,
  next: ({ paging }) => (paging?.next ? undefined : null),
});

/** The finest dimension that is no total. */
function levelOf({ FACILITY_DOM, FACILITY_SDOM, FACILITY_TYPE }: z.output<typeof Observation>["dimensions"]) {
  if (FACILITY_TYPE !== TOTAL) return { level: "type", code: FACILITY_TYPE } as const;
  if (FACILITY_SDOM !== TOTAL) return { level: "sub-domain", code: FACILITY_SDOM } as const;
  if (FACILITY_DOM !== TOTAL) return { level: "domain", code: FACILITY_DOM } as const;
  return { level: "total", code: TOTAL } as const;
}

function itemOf({ dimensions, measures }: z.output<typeof Observation>, { name, insee }: Commune, words: Labels) {
  const { level, code } = levelOf(dimensions);
  const label = level === "total" ? { fr: "Ensemble des équipements", en: "All facilities" } : words.get(code);
  const count = measures?.OBS_VALUE_NIVEAU?.value;
  return {
    title: label?.fr ?? code,
    titleEnglish: label?.en,
    url: "https://catalogue-donnees.insee.fr/fr/catalogue/recherche/DS_BPE",
    id: code,
    type: level,
    level,
    code,
    domain: dimensions.FACILITY_DOM === TOTAL ? undefined : dimensions.FACILITY_DOM,
    subDomain: dimensions.FACILITY_SDOM === TOTAL ? undefined : dimensions.FACILITY_SDOM,
    count,
    year: Number(dimensions.TIME_PERIOD.slice(0, 4)),
    geo: dimensions.GEO,
    city: name,
    insee,
  };
}

export const equipements = defineSource({
  id: "equipements",
  title: "BPE: shops, services and facilities of a commune (INSEE)",
  docs: "https://api.insee.fr/melodi/swagger-ui/index.html",
  terms: "Licence Ouverte 2.0; 30 requests a minute; the newest vintage",
  query: place("Nantes", Options),
  item: FrenchItem.extend({
    titleEnglish: z.string().optional(),
    level: z.enum(LEVELS).describe("what is counted; levels must not be added together"),
    code: z
      .string()
      .describe(
        "of the type (B105), the sub-domain (B1) or the domain (B): A services, B shops, C education, D health and social, E transport, F sport, leisure and culture, G tourism",
      ),
    domain: z.string().optional(),
    subDomain: z.string().optional(),
    count: Count.optional().describe("absent where it is withheld; a facility that the commune lacks has no line"),
    year: z.int(),
    geo: z.string().describe("the territory's code, with its vintage"),
  }),
  polite: { minIntervalMs: 2000, concurrency: 1 },
  read: atCommune((asked: Asked, context) =>
    labels(asked, { ...context, pages: 1 }).pipe(
      toArray(),
      // Codes without their words are better than nothing.
      catchError((error) => {
        context.notice({ kind: "note", text: toSourceError(error).message });
        return of([]);
      }),
      map((all): Labels => new Map(all.map(({ code, ...words }) => [code, words]))),
      concatMap((words) =>
        facilities(asked, context).pipe(
          filter(({ dimensions }) => dimensions.BPE_MEASURE === "FACILITIES"),
          map((observation) => itemOf(observation, asked.commune, words)),
          filter(({ level }) => asked.level === undefined || level === asked.level),
        ),
      ),
    ),
  ),
});
