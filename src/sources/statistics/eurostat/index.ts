import { concatMap, filter, type Observable, take, takeWhile } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { defineSource } from "../../define.ts";
import { best, nameRank } from "../../kit/compose/best.ts";
import { cachedReader } from "../../kit/compose/cached-reader.ts";
import { understood } from "../../kit/compose/understood.ts";
import { json } from "../../kit/readers/json.ts";
import { plain } from "../../kit/readers/plain.ts";
import { query } from "../../kit/requests/query.ts";
import { get } from "../../kit/requests/request.ts";
import { changed } from "../../kit/responses/answer.ts";
import type { Verdict } from "../../kit/responses/refusals.ts";
import { quotedSaying } from "../../kit/responses/said.ts";
import { isoDate } from "../../kit/values/dates.ts";
import { saysAll } from "../../kit/values/text.ts";
import type { ReadContext, Reader } from "../../source.ts";
import { countriesApart } from "../countries.ts";
import { ObservationItem } from "../item.ts";
import { Cube, itemsOf } from "./record.ts";

const API = "https://ec.europa.eu/eurostat/api/dissemination";
const DAY_MS = 86_400_000;
/** A page of values, and of data sets. */
const PER_PAGE = 1000;
const SETS = 50;

const Options = z.object({
  language: z.enum(["en", "fr", "de"]).default("en").describe("language of the labels"),
});

interface Input extends z.output<typeof Options> {
  /** A data set's code, or words of its title. */
  readonly words: string;
  /** Codes by dimension, and the parameters sinceTimePeriod, untilTimePeriod, lastTimePeriod, geoLevel. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
}

/** Codes have an underscore, or begin small and end in digits: une_rt_a, tps00001, prc_hicp_manr. */
const isCode = (words: string): boolean => /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$|^[a-z]{2,10}\d{2,6}$/i.test(words);

/** Eurostat's codes of countries are those of ISO 3166-1 but for two. */
const geoOf = (iso2: string): string => ({ GR: "EL", GB: "UK" })[iso2] ?? iso2;

function parse(q: string, options: z.output<typeof Options>): Input {
  const parts = q.split(/\s+/);
  const given = parts.flatMap((part) => {
    const [, name, codes] = /^([A-Za-z_]{2,40})=([\w.,;+-]{1,300})$/.exec(part) ?? [];
    return name && codes ? [[name, codes.split(/[,;+]/)] as const] : [];
  });
  const filters = new Map<string, readonly string[]>();
  for (const [name, codes] of given) filters.set(name, [...(filters.get(name) ?? []), ...codes]);
  const rest = parts.filter((part) => !part.includes("=")).join(" ");
  const { words, countries } = isCode(rest) ? { words: rest, countries: [] } : countriesApart(rest);
  if (!words)
    throw new SourceError("bad-query", "q: a data set's code or words of its title are missing, e.g. une_rt_a geo=DE.");
  if (countries.length > 0 && !filters.has("geo"))
    filters.set(
      "geo",
      countries.map(({ iso2 }) => geoOf(iso2)),
    );
  return { ...options, words: isCode(words) ? words.toLowerCase() : words, filters: Object.fromEntries(filters) };
}

const COLUMNS = [
  "title",
  "code",
  "type",
  "last update of data",
  "last table structure change",
  "data start",
  "data end",
];

/** The table of contents: a line for each folder, table and data set, fields in quotes, indented by their depth. */
const contents = cachedReader(
  DAY_MS,
  plain({
    request: () => get(`${API}/catalogue/toc/txt`, { lang: "en" }),
    items: (body) => {
      const [head = "", ...lines] = body.split(/\r?\n/);
      const fields = (line: string) => line.split("\t").map((field) => field.replace(/^"|"$/g, "").trim());
      if (COLUMNS.some((column, at) => fields(head)[at] !== column)) throw changed("eurostat", "other columns");
      return lines.flatMap((line) => {
        const [title, code, type, updated, , start, end] = fields(line);
        if (!title || !code || type === "folder") return [];
        return [{ title, code, type, updated, start, end }];
      });
    },
  }),
);

const Failure = z.object({ status: z.int().nullish(), label: z.string() });
const Refused = z.object({ error: z.union([z.array(Failure), Failure.transform((one) => [one])]) });
const Warned = z.object({ warning: z.union([z.array(Failure), Failure.transform((one) => [one])]) });

/** A slice that is too large is answered later, which is of no use here. */
function refused(body: unknown): Verdict {
  const said = Refused.safeParse(body).data?.error[0];
  const late = Warned.safeParse(body).data?.warning[0];
  if (said?.status === 413 || late?.status === 413)
    return new SourceError("bad-query", `q: too many values: narrow them by filters (geo=DE, time=2019 …).`);
  if (!said) return undefined;
  if (said.status === 404) return new SourceError("not-found", `Eurostat says: ${quotedSaying(said.label)}.`);
  return (said.status ?? 400) < 500
    ? new SourceError("bad-query", `Eurostat says: ${quotedSaying(said.label)}.`)
    : undefined;
}

const cubes = json({
  request: ({ words, filters, language }: Input) =>
    get(`${API}/statistics/1.0/data/${encodeURIComponent(words)}`, {
      format: "JSON",
      lang: language,
      ...filters,
      ...(!Object.keys(filters).some((name) => /time/i.test(name)) && { lastTimePeriod: 10 }),
    }),
  refused,
  body: Cube,
  items: (cube, { words }) => itemsOf(cube, words),
});

type Value = ReturnType<typeof itemsOf>[number];

const values: Reader<Input, Value> = (input, context) => {
  const most = PER_PAGE * context.pages;
  const within = (_value: Value, index: number): boolean => {
    if (index === most) context.notice({ kind: "note", text: `only the first ${most} values: filters narrow them` });
    return index < most;
  };
  return cubes(input, context).pipe(takeWhile(within));
};

/** The data sets whose titles say the words; with filters beside them, or countries, the values of the best of them. */
function byTitle(input: Input, context: ReadContext): Observable<Value | ReturnType<typeof setOf>> {
  const sets$ = contents({}, { ...context, pages: 1 });
  if (Object.keys(input.filters).length === 0)
    return sets$.pipe(
      filter(({ title }) => saysAll(input.words, title)),
      concatMap((set) => [setOf(set)]),
      take(SETS * context.pages),
    );
  return sets$.pipe(
    best(({ title }) => nameRank(input.words, title)),
    concatMap(({ code, title }) =>
      understood(() => `${code}, ${title}`, values)({ ...input, words: code.toLowerCase() }, context),
    ),
  );
}

interface Listed {
  readonly title: string;
  readonly code: string;
  readonly type: string | undefined;
  readonly updated: string | undefined;
  readonly start: string | undefined;
  readonly end: string | undefined;
}

const setOf = ({ title, code, type, updated, start, end }: Listed) => ({
  title,
  url: `https://ec.europa.eu/eurostat/databrowser/view/${encodeURIComponent(code.toLowerCase())}/default/table`,
  id: code,
  dataset: code,
  type,
  updatedAt: isoDate(updated),
  dataStart: start,
  dataEnd: end,
});

export const eurostat = defineSource({
  id: "eurostat",
  title: "Eurostat statistics",
  docs: "https://ec.europa.eu/eurostat/web/user-guides/data-browser/api-data-access/api-getting-started/api",
  terms: "no key; data CC BY 4.0",
  query: query({
    describe:
      "a data set's code with filters (une_rt_a geo=DE,FR age=Y15-74 time=2019; without a time: the last ten), or words of a title: with a country or filters its values, alone the data sets that there are",
    example: "une_rt_a geo=DE age=Y15-74 sex=T unit=PC_ACT time=2019",
    options: Options,
    parse,
  }),
  item: ObservationItem.extend({
    type: z.string().optional().describe("of a data set: dataset or table"),
    dataStart: z.string().optional().describe("of a data set: its first period"),
    dataEnd: z.string().optional().describe("of a data set: its last period"),
  }),
  polite: { concurrency: 1, minIntervalMs: 500 },
  read: (input, context) => (isCode(input.words) ? values(input, context) : byTitle(input, context)),
});
