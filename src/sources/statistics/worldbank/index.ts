import { concatMap } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { defineSource } from "../../define.ts";
import { best, nameRank } from "../../kit/compose/best.ts";
import { cachedReader } from "../../kit/compose/cached-reader.ts";
import { timed } from "../../kit/compose/timed.ts";
import { understood } from "../../kit/compose/understood.ts";
import { json } from "../../kit/readers/json.ts";
import type { PageRequest } from "../../kit/readers/paged.ts";
import { query } from "../../kit/requests/query.ts";
import { get } from "../../kit/requests/request.ts";
import type { Verdict } from "../../kit/responses/refusals.ts";
import { quotedSaying } from "../../kit/responses/said.ts";
import { isoDate } from "../../kit/values/dates.ts";
import type { ReadContext } from "../../source.ts";
import { countriesApart } from "../countries.ts";
import { ObservationItem } from "../item.ts";
import { Body, itemOf, Text } from "./record.ts";

const API = "https://api.worldbank.org/v2";
const DAY_MS = 86_400_000;
/** The World Bank's own code of the world. */
const WORLD = "WLD";
/** The first of the World Bank's series. */
const FIRST_YEAR = 1960;

/** The indicators that are asked for most, by their common names; others are looked up by theirs. */
const ALIASES: Readonly<Record<string, string>> = {
  gdp: "NY.GDP.MKTP.CD",
  "gdp per head": "NY.GDP.PCAP.CD",
  "gdp per capita": "NY.GDP.PCAP.CD",
  population: "SP.POP.TOTL",
  inflation: "FP.CPI.TOTL.ZG",
  unemployment: "SL.UEM.TOTL.ZS",
  "life expectancy": "SP.DYN.LE00.IN",
  co2: "EN.GHG.CO2.PC.CE.AR5",
};

const Year = z
  .string()
  .regex(/^\d{4}$/, "a year, e.g. 2015")
  .optional();

const Options = z.object({
  from: Year.describe("first year"),
  to: Year.describe("last year"),
  latest: z.coerce.number().int().min(1).max(60).optional().describe("only so many of the latest values of a country"),
});

interface Input extends z.output<typeof Options> {
  /** An indicator's code, or words of its name; "" for the country's own record. */
  readonly words: string;
  /** Codes joined by `;`. */
  readonly countries: string;
}

const isCode = (words: string): boolean => /^[A-Za-z][\w-]*(?:\.[\w-]+)+$/.test(words);

/** Beside countries there are groups of them, whose codes have three letters: EUU, WLD, ARB. */
function parse(q: string, options: z.output<typeof Options>): Input {
  const { words, countries } = countriesApart(q);
  if (countries.length > 0) return { ...options, words, countries: countries.map(({ iso2 }) => iso2).join(";") };
  const [, before = "", codes] = /^(?:(.*\S)\s+)?([A-Z]{3}(?:[;,][A-Z]{2,3})*|all)$/.exec(q) ?? [];
  if (codes && (before || !(q.toLowerCase() in ALIASES)))
    return { ...options, words: before, countries: codes.replaceAll(",", ";") };
  return { ...options, words: q, countries: WORLD };
}

const Refusal = z.tuple([z.object({ message: z.array(z.object({ id: Text, key: Text, value: Text })) })]);

/** Failures come under HTTP 200. */
function refused(body: unknown): Verdict {
  const said = Refusal.safeParse(body).data?.[0].message[0];
  if (!said) return undefined;
  const words = `The World Bank says: ${quotedSaying(`${said.key ?? "error"}: ${said.value ?? `code ${said.id}`}`)}`;
  return new SourceError(/not found/i.test(words) ? "not-found" : "bad-query", words.replace(/\.?$/, "."));
}

const reading = { refused, body: Body };

const indicators = cachedReader(
  DAY_MS,
  json({
    ...reading,
    request: () => get(`${API}/indicator`, { format: "json", source: 2, per_page: 2000 }),
    items: ({ rows }) => rows.flatMap((row) => (row.kind === "indicator" ? [row] : [])),
  }),
);

const figures = timed<Input, ReturnType<typeof itemOf>>(
  json({
    ...reading,
    pages: ({ words, countries, from, to, latest, now, page }: Input & { readonly now: number } & PageRequest) =>
      get(`${API}/country/${countries}${words && `/indicator/${encodeURIComponent(words)}`}`, {
        format: "json",
        per_page: 50,
        page,
        date: from || to ? `${from ?? FIRST_YEAR}:${to ?? new Date(now).getUTCFullYear()}` : undefined,
        mrv: latest,
      }),
    items: ({ about, rows }) => rows.map((row) => itemOf(row, isoDate(about.lastupdated))),
    next: ({ about }) => ((about.page ?? 1) < (about.pages ?? 1) ? undefined : null),
  }),
);

const places = ({ countries }: Input): string => (countries === WORLD ? "the world" : countries);

/** An indicator by its code or common name is asked for at once; by words of its name it is looked up. */
function read(input: Input, context: ReadContext) {
  const { words } = input;
  if (!words || isCode(words))
    return understood(() => (words && input.countries === WORLD ? `${words} of the world` : undefined), figures)(
      input,
      context,
    );
  const code = ALIASES[words.toLowerCase()];
  if (code) return understood(() => `${code} of ${places(input)}`, figures)({ ...input, words: code }, context);
  return indicators({}, { ...context, pages: 1 }).pipe(
    best(({ name }) => nameRank(words, name)),
    concatMap(({ id, name }) =>
      understood(() => `${id}, ${name}, of ${places(input)}`, figures)({ ...input, words: id }, context),
    ),
  );
}

export const worldbank = defineSource({
  id: "worldbank",
  title: "World Bank indicators",
  docs: "https://datahelpdesk.worldbank.org/knowledgebase/articles/889392-about-the-indicators-api-documentation",
  terms: "no key; data CC BY 4.0",
  query: query({
    describe:
      "an indicator's code or words of its name, and countries by name or code (several: JPN;USA; all; groups: EUU; default: the world); a country alone for its record",
    example: "NY.GDP.MKTP.CD FR",
    options: Options,
    parse,
  }),
  item: ObservationItem.extend({
    indicator: z.string().optional().describe("its code"),
    unit: z.string().optional().describe("as the indicator's name says it"),
    iso2: z.string().optional().describe("the World Bank's two letters: ISO 3166-1, or those of a group"),
    iso3: z.string().optional(),
    decimals: z.number().optional().describe("places that count"),
    region: z.string().optional(),
    incomeLevel: z.string().optional(),
    lendingType: z.string().optional(),
    capital: z.string().optional(),
    longitude: z.number().optional(),
    latitude: z.number().optional(),
  }),
  polite: { concurrency: 2, minIntervalMs: 200 },
  read,
});
