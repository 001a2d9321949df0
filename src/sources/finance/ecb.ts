import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { timed } from "../kit/compose/timed.ts";
import { csvRows } from "../kit/readers/csv.ts";
import { plain } from "../kit/readers/plain.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { emptyOn } from "../kit/responses/answer.ts";
import { Decimal, maybeAmount } from "../kit/values/decimal.ts";
import { Count } from "../kit/values/fields.ts";
import { DAYS, daysOption } from "../kit/values/market.ts";
import { clip } from "../kit/values/text.ts";
import { FinanceItem, History, observationsOption } from "./item.ts";

const DAY_MS = 86_400_000;
const API = "https://data-api.ecb.europa.eu/service/data";

interface Asked {
  /** "EXR" */
  readonly flow: string;
  /** "D.USD.EUR.SP00.A"; "" between points stands for all. */
  readonly series: string;
  readonly values: number;
  readonly days?: number | undefined;
}

/** Currencies against the euro, `*` for all of them, or a series by its key, with its flow before a slash or a point. */
function askedIn(q: string): Omit<Asked, "values" | "days"> {
  const [, flow, key] = /^([A-Z\d_]{2,20})[/.]([A-Z\d_.+]{1,300})$/.exec(q.toUpperCase()) ?? [];
  if (flow && key) return { flow, series: key };
  const codes = q === "*" ? [] : q.toUpperCase().split(/[\s,+]+/);
  if (!codes.every((code) => /^[A-Z]{3}$/.test(code)))
    throw new SourceError("bad-query", `q: “${clip(q)}” is no list of currencies (USD+GBP) and no series (FM/B.U2…).`);
  return { flow: "EXR", series: `D.${codes.join("+")}.EUR.SP00.A` };
}

type Row = Readonly<Record<string, string>>;

/** Rows of one series have the same key; without that column, the same in all that is neither a time nor an observation. */
const seriesOf = (row: Row): string =>
  row["KEY"] ||
  Object.entries(row)
    .filter(([name]) => name !== "TIME_PERIOD" && !name.startsWith("OBS_"))
    .map(([, value]) => value)
    .join(".");

/** A series: what it is, its last value, and the values before. */
function itemOf(series: string, rows: readonly Row[], { flow }: Asked) {
  const history = rows.flatMap((row) => {
    const value = maybeAmount.safeParse(row["OBS_VALUE"]).data;
    return value ? [{ date: row["TIME_PERIOD"] ?? "", value }] : [];
  });
  const [row = {}] = rows;
  const last = history.at(-1);
  const key = row["KEY"];
  return {
    kind: "series" as const,
    title: row["TITLE_COMPL"] || row["TITLE"] || series,
    url: `https://data.ecb.europa.eu/data/datasets/${key ? `${key.split(".")[0]}/${key}` : flow}`,
    snippet: last && `${last.value} ${row["UNIT"] ?? ""} on ${last.date}`.replace("  ", " "),
    series: key,
    currency: row["CURRENCY"],
    base: row["CURRENCY_DENOM"],
    frequency: row["FREQ"],
    unit: row["UNIT"],
    decimals: row["DECIMALS"] ? Number(row["DECIMALS"]) : undefined,
    time: last?.date.match(/^\d{4}(?:-\d\d){0,2}$/)?.[0],
    period: last?.date,
    value: last?.value,
    history,
  };
}

export const ecb = defineSource({
  id: "ecb",
  title: "European Central Bank data portal",
  docs: "https://data.ecb.europa.eu/help/api/overview",
  terms: "no key; free to use with the source named",
  query: query({
    describe:
      "currencies against the euro (USD+GBP, * for all), or a series' key after its flow: FM/B.U2.EUR.4F.KR.MRR_FR.LEV",
    example: "USD",
    options: z.object({ observations: observationsOption(DAYS), days: daysOption() }),
    parse: (q, { observations = DAYS, days }): Asked => ({ ...askedIn(q), values: observations, days }),
  }),
  item: FinanceItem.extend({
    series: z.string().optional().describe("the key, with its flow"),
    base: z.string().optional().describe("the currency of which one unit is priced"),
    frequency: z.string().optional().describe("D, M, Q, A … of SDMX's code list"),
    unit: z.string().optional(),
    decimals: Count.optional(),
    period: z.string().optional().describe("of the last value: 2026-11-20, 2026-10, 2026-Q3"),
    value: Decimal.optional().describe("the last: units of `currency` for one of `base`, or in `unit`"),
    history: z
      .array(History.element.extend({ date: z.string().describe("a day, a month, a quarter (2026-Q3)") }))
      .describe("the oldest first"),
  }),
  polite: { concurrency: 2, minIntervalMs: 200 },
  read: timed(
    plain({
      request: ({ flow, series, values, days, now }: Asked & { readonly now: number }) =>
        get(
          `${API}/${flow}/${series}`,
          {
            format: "csvdata",
            lastNObservations: days === undefined ? values : undefined,
            startPeriod: days && new Date(now - days * DAY_MS).toISOString().slice(0, 10),
          },
          { headers: { accept: "text/csv" } },
        ),
      // "No results found."
      judge: emptyOn(404),
      items: (body, asked) =>
        [...Map.groupBy(csvRows(body, ["TIME_PERIOD", "OBS_VALUE"], "ecb"), seriesOf)].map(([series, rows]) =>
          itemOf(series, rows, asked),
        ),
    }),
  ),
});
