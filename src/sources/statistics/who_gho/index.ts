import { concatMap, find } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { defineSource } from "../../define.ts";
import { best, nameRank } from "../../kit/compose/best.ts";
import { cachedReader } from "../../kit/compose/cached-reader.ts";
import { understood } from "../../kit/compose/understood.ts";
import { json } from "../../kit/readers/json.ts";
import type { PageRequest } from "../../kit/readers/paged.ts";
import { query } from "../../kit/requests/query.ts";
import { get } from "../../kit/requests/request.ts";
import type { Judge } from "../../kit/responses/answer.ts";
import type { ReadContext } from "../../source.ts";
import { countriesApart } from "../countries.ts";
import { ObservationItem } from "../item.ts";
import { Body, itemOf } from "./record.ts";

const API = "https://ghoapi.azureedge.net/api";
const PER_PAGE = 50;
const DAY_MS = 86_400_000;

interface Input {
  /** An indicator's code, or words of its name. */
  readonly words: string;
  /** ISO 3166-1, three letters. */
  readonly countries: readonly string[];
}

const isCode = (words: string): boolean => /^[A-Za-z][A-Za-z0-9]*_[A-Za-z0-9_.-]+$/.test(words);

function parse(q: string): Input {
  const { words, countries } = countriesApart(q);
  if (words) return { words, countries: countries.map(({ iso3 }) => iso3) };
  throw new SourceError("bad-query", "q: an indicator is missing, e.g. life expectancy FRA.");
}

/** A text within OData's quotes. */
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The service's end was announced for 2025; until then unknown indicators are a 404 too. */
const judge: Judge = ({ status }) =>
  status === 404 || status === 410
    ? new SourceError(
        "not-found",
        `The WHO's service has no such indicator, or was retired (HTTP ${status}): see https://www.who.int/data/gho.`,
      )
    : undefined;

type Asked = Input & { readonly name?: string | undefined };

const lookUp = ($filter: (words: string) => string) =>
  json({
    request: ({ words }: Input) => get(`${API}/Indicator`, { $filter: $filter(words) }),
    judge,
    body: Body,
    items: ({ value }) =>
      value.flatMap((row) => ("IndicatorName" in row && !/archived/i.test(row.IndicatorName) ? [row] : [])),
  });

const byName = lookUp((words) =>
  words
    .split(/\s+/)
    .map((word) => `contains(tolower(IndicatorName),${quoted(word.toLowerCase())})`)
    .join(" and "),
);

/** An indicator's name, which says its unit. */
const byCode = cachedReader(
  DAY_MS,
  lookUp((code) => `IndicatorCode eq ${quoted(code)}`),
);

const values = json({
  pages: ({ words, countries, page }: Asked & PageRequest) =>
    get(`${API}/${encodeURIComponent(words)}`, {
      $filter: countries.map((country) => `SpatialDim eq '${country}'`).join(" or ") || undefined,
      $orderby: "TimeDim desc",
      $top: PER_PAGE,
      $skip: (page - 1) * PER_PAGE,
    }),
  judge,
  body: Body,
  items: ({ value }, { name }) => value.map((row) => itemOf(row, name)),
  next: ({ value }) => (value.length < PER_PAGE ? null : undefined),
});

/** Words are looked up: with a country the values of the best indicator, alone the indicators that there are. */
function read(input: Input, context: ReadContext) {
  const lookup = { ...context, pages: 1 };
  if (isCode(input.words))
    return byCode(input, lookup).pipe(
      find(({ IndicatorCode }) => IndicatorCode === input.words),
      concatMap((found) => values({ ...input, name: found?.IndicatorName }, context)),
    );
  const found$ = byName(input, lookup);
  if (input.countries.length === 0) return found$.pipe(concatMap((row) => [itemOf(row, undefined)]));
  return found$.pipe(
    best(({ IndicatorName }) => nameRank(input.words, IndicatorName) ?? Number.MAX_SAFE_INTEGER),
    concatMap(({ IndicatorCode: words, IndicatorName: name }) =>
      understood(() => `${words}, ${name}`, values)({ ...input, words, name }, context),
    ),
  );
}

export const whoGho = defineSource({
  id: "who_gho",
  title: "WHO Global Health Observatory",
  docs: "https://www.who.int/data/gho/info/gho-odata-api",
  terms: "no key; data CC BY-NC-SA 3.0 IGO",
  query: query({
    describe:
      "an indicator's code or words of its name, and countries by name or code; words alone for the indicators that there are",
    example: "WHOSIS_000001 FRA",
    parse,
  }),
  item: ObservationItem.extend({
    indicator: z.string().optional().describe("its code"),
    country: z.string().optional().describe("its name, or the code of a region"),
    iso3: z.string().optional(),
    unit: z.string().optional().describe("as the indicator's name says it"),
    placeType: z.string().optional().describe("COUNTRY, REGION …"),
    region: z.string().optional().describe("the WHO's"),
    low: z.number().optional().describe("lower bound of the value"),
    high: z.number().optional().describe("upper bound of the value"),
    display: z.string().optional().describe("the value as the WHO writes it"),
    comments: z.string().optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 500 },
  read,
});
