import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { changed, type Judge, noPage } from "../kit/answers/answer.ts";
import { upstreamMessage } from "../kit/answers/refusals.ts";
import { rowsRemain } from "../kit/ask/further.ts";
import { query } from "../kit/ask/query.ts";
import { get } from "../kit/ask/request.ts";
import { joined } from "../kit/compose/joined.ts";
import { either, whenKey } from "../kit/compose/steps.ts";
import { timed } from "../kit/compose/timed.ts";
import { csvRows } from "../kit/readers/csv.ts";
import { json } from "../kit/readers/json.ts";
import type { PageAsk } from "../kit/readers/paged.ts";
import { plain } from "../kit/readers/plain.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Decimal, maybeAmount } from "../kit/values/decimal.ts";
import { Count, IsoDate } from "../kit/values/fields.ts";
import { daysOption } from "../kit/values/market.ts";
import { clip, excerpt } from "../kit/values/text.ts";
import { FinanceItem, History, observationsOption } from "./item.ts";

const API = "https://api.stlouisfed.org/fred";
const KEY = "FRED_API_KEY";
const PER_PAGE = 20;
/** Five years of months. */
const VALUES = 60;
/** Values of one answer. */
const MOST = 1000;
const DAY_MS = 86_400_000;

/** The first of so many days. */
const startOf = (days: number | undefined, now: number): string | undefined =>
  days === undefined ? undefined : new Date(now - days * DAY_MS).toISOString().slice(0, 10);

interface Asked {
  readonly text: string;
  /** Whether it is written as ids of series are. */
  readonly id: boolean;
  readonly observations: number;
  readonly days?: number | undefined;
}

const pageOf = (id: string): string => `https://fred.stlouisfed.org/series/${encodeURIComponent(id)}`;

/** A series that does not exist is a bad request. */
const judge: Judge = (response) => {
  const said = upstreamMessage(response) ?? "";
  if (response.status === 400 && /series does not exist/i.test(said)) return "empty";
  return response.status === 400 && /api_key/i.test(said)
    ? new SourceError("missing-key", `FRED says: ${said}`)
    : undefined;
};

/** https://fred.stlouisfed.org/docs/api/fred/series.html */
const Series = z.object({
  id: z.string(),
  title: z.string(),
  observation_start: z.string().nullish(),
  observation_end: z.string().nullish(),
  frequency: z.string().nullish(),
  units: z.string().nullish(),
  seasonal_adjustment: z.string().nullish(),
  last_updated: z.string().nullish(),
  popularity: Count.nullish(),
  notes: z.string().nullish(),
});

const itemOf = (series: z.output<typeof Series>) => ({
  kind: "series" as const,
  title: series.title,
  url: pageOf(series.id),
  snippet: excerpt(series.notes),
  seriesId: series.id,
  frequency: series.frequency,
  unit: series.units,
  seasonalAdjustment: series.seasonal_adjustment,
  observationStart: isoDate(series.observation_start),
  observationEnd: isoDate(series.observation_end),
  popularity: series.popularity,
  time: isoDate(series.last_updated),
});

const Body = z.object({ seriess: z.array(Series), count: Count.nullish() });

const search = json({
  pages: ({ text, page, key }: Asked & PageAsk) =>
    get(`${API}/series/search`, {
      search_text: text,
      api_key: key,
      file_type: "json",
      limit: PER_PAGE,
      offset: (page - 1) * PER_PAGE,
    }),
  judge,
  body: Body,
  items: ({ seriess }) => seriess.map(itemOf),
  next: ({ count }, _asked, response) => rowsRemain(response, "offset", PER_PAGE, count),
});

const series = json({
  request: ({ text, key }: Asked & PageAsk) =>
    get(`${API}/series`, { series_id: text, api_key: key, file_type: "json" }),
  judge,
  body: Body,
  items: ({ seriess }) => seriess.map(itemOf),
});

/** "." is a missing value. */
const Observation = z.object({ date: z.string(), value: maybeAmount });

type Observations = readonly { readonly date: string; readonly value?: string | null | undefined }[];

const known = (rows: Observations) =>
  rows.flatMap(({ date, value }) => (value === undefined || value === null ? [] : [{ date, value }]));

const observations = timed(
  json({
    request: ({ text, key, observations: limit, days, now }: Asked & PageAsk & { readonly now: number }) =>
      get(`${API}/series/observations`, {
        series_id: text,
        api_key: key,
        file_type: "json",
        sort_order: "desc",
        limit: days === undefined ? limit : MOST,
        observation_start: startOf(days, now),
      }),
    judge,
    body: z.object({ observations: z.array(Observation) }),
    items: (body) => [known(body.observations).reverse()],
  }),
);

const bySeries = joined(series, observations, (item, values) => ({
  ...item,
  value: values?.at(-1)?.value,
  valueDate: values?.at(-1)?.date,
  history: values,
}));

/** The file behind a graph: a column of days or months, and one of values. An unknown series is a page with status 404. */
const graph = timed(
  plain({
    request: ({ text, days, now }: Asked & { readonly now: number }) =>
      get("https://fred.stlouisfed.org/graph/fredgraph.csv", { id: text.toUpperCase(), cosd: startOf(days, now) }),
    judge: (response) => (response.status === 404 ? "empty" : noPage("FRED")(response)),
    items: (body, { text, observations: limit, days }) => {
      const id = text.toUpperCase();
      const rows = csvRows(body, [], "fred").map((cells) => {
        const [date = "", value] = Object.values(cells);
        if (!isoDate(date)) throw changed("fred", `no day in its first column: ${clip(date, 30)}`);
        return { date, value: maybeAmount.safeParse(value).data };
      });
      const values = known(rows).slice(days === undefined ? -limit : 0);
      const last = values.at(-1);
      return [
        {
          kind: "series" as const,
          title: id,
          url: pageOf(id),
          snippet: last && `${last.value} on ${last.date}`,
          seriesId: id,
          observationStart: rows[0]?.date,
          observationEnd: rows.at(-1)?.date,
          value: last?.value,
          valueDate: last?.date,
          history: values,
        },
      ];
    },
  }),
);

export const fred = defineSource({
  id: "fred",
  title: "FRED (St. Louis Fed)",
  docs: "https://fred.stlouisfed.org/docs/api/fred/",
  terms: "without a key series by their id, with a free one words too, 120 requests a minute",
  key: { env: [KEY], required: false, from: "https://fredaccount.stlouisfed.org/apikeys" },
  query: query({
    describe: "a series' id in capital letters (DGS10, CPIAUCSL); with a key also words to look for",
    example: "DGS10",
    options: z.object({ observations: observationsOption(VALUES), days: daysOption() }),
    parse: (text, { observations = VALUES, days }): Asked => ({
      text,
      observations,
      days,
      id: /^[A-Z\d_]{2,60}$/.test(text),
    }),
  }),
  item: FinanceItem.extend({
    seriesId: z.string(),
    frequency: z.string().optional().describe("Daily, Monthly …"),
    unit: z.string().optional(),
    seasonalAdjustment: z.string().optional(),
    observationStart: IsoDate.optional(),
    observationEnd: IsoDate.optional(),
    popularity: z.int().min(0).max(100).optional(),
    value: Decimal.optional().describe("the newest that is known"),
    valueDate: IsoDate.optional(),
    history: History.optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 500 },
  read: whenKey(
    KEY,
    either(({ id }: Asked) => id, bySeries, search),
    (asked, context) => {
      if (!/^\w{2,60}$/.test(asked.text))
        throw new SourceError(
          "missing-key",
          `Without a key (environment variable ${KEY}) FRED answers to the id of a series only, not to “${clip(asked.text)}”.`,
        );
      return graph(asked, context);
    },
  ),
});
