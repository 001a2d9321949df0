import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { enriched } from "../../kit/compose/enriched.ts";
import { timed } from "../../kit/compose/timed.ts";
import { json } from "../../kit/readers/json.ts";
import type { PageRequest } from "../../kit/readers/paged.ts";
import { rowsRemain } from "../../kit/requests/further.ts";
import { get } from "../../kit/requests/request.ts";
import type { Judge } from "../../kit/responses/answer.ts";
import { upstreamMessage } from "../../kit/responses/refusals.ts";
import { quotedSaying } from "../../kit/responses/said.ts";
import { isoDate } from "../../kit/values/dates.ts";
import { maybeAmount } from "../../kit/values/decimal.ts";
import { Count } from "../../kit/values/fields.ts";
import { excerpt } from "../../kit/values/text.ts";

const API = "https://api.stlouisfed.org/fred";
export const KEY = "FRED_API_KEY";
const PER_PAGE = 20;
/** Five years of months. */
export const VALUES = 60;
/** Values of one answer. */
const MOST = 1000;
const DAY_MS = 86_400_000;

/** The first of so many days. */
export const startOf = (days: number | undefined, now: number): string | undefined =>
  days === undefined ? undefined : new Date(now - days * DAY_MS).toISOString().slice(0, 10);

export interface Asked {
  readonly text: string;
  /** Whether it is written as ids of series are. */
  readonly id: boolean;
  readonly observations: number;
  readonly days?: number | undefined;
}

export const pageOf = (id: string): string => `https://fred.stlouisfed.org/series/${encodeURIComponent(id)}`;

/** A series that does not exist is a bad request. */
const judge: Judge = (response) => {
  const said = upstreamMessage(response) ?? "";
  if (response.status === 400 && /series does not exist/i.test(said)) return "empty";
  return response.status === 400 && /api_key/i.test(said)
    ? new SourceError("missing-key", `FRED says: ${quotedSaying(said)}.`)
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

/** A recording has a series alone: what a search adds is written against https://fred.stlouisfed.org/docs/api/fred/series_search.html */
export const search = json({
  pages: ({ text, page, key }: Asked & PageRequest) =>
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
  request: ({ text, key }: Asked & PageRequest) =>
    get(`${API}/series`, { series_id: text, api_key: key, file_type: "json" }),
  judge,
  body: Body,
  items: ({ seriess }) => seriess.map(itemOf),
});

/**
 * "." is a missing value. No recording was found: written against
 * https://fred.stlouisfed.org/docs/api/fred/series_observations.html
 */
const Observation = z.object({ date: z.string(), value: maybeAmount });

type Observations = readonly { readonly date: string; readonly value?: string | null | undefined }[];

export const known = (rows: Observations) =>
  rows.flatMap(({ date, value }) => (value === undefined || value === null ? [] : [{ date, value }]));

const observations = timed(
  json({
    request: ({ text, key, observations: limit, days, now }: Asked & PageRequest & { readonly now: number }) =>
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

export const bySeries = enriched(series, observations, (item, values) => ({
  ...item,
  value: values?.at(-1)?.value,
  valueDate: values?.at(-1)?.date,
  history: values,
}));
