import { concatMap, filter, take } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { cachedReader } from "../kit/compose/cached-reader.ts";
import { timed } from "../kit/compose/timed.ts";
import { figure, json } from "../kit/readers/json.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import type { Verdict } from "../kit/responses/refusals.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { isoDate } from "../kit/values/dates.ts";
import { saysAll } from "../kit/values/text.ts";
import type { ReadContext } from "../source.ts";
import { EarthItem } from "./item.ts";

const API = "https://api.tidesandcurrents.noaa.gov";
const DAY_MS = 86_400_000;

/** What a station can be asked for, with its unit. */
const PRODUCTS = {
  predictions: "m",
  water_level: "m",
  water_temperature: "°C",
  air_temperature: "°C",
  wind: "m/s",
} as const;
type Product = keyof typeof PRODUCTS;
const isProduct = (word: string): word is Product => Object.hasOwn(PRODUCTS, word);

const Options = z.object({
  date: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, "a day, e.g. 2026-11-21")
    .optional()
    .describe("first of the two days, default today (of what is measured: the day before)"),
});

interface Input extends z.output<typeof Options> {
  /** A station's number, or words of its name. */
  readonly text: string;
  readonly product: Product;
}

function parse(q: string, options: z.output<typeof Options>): Input {
  const [, text, word = ""] = /^(.*\S)\s+([a-z]{4,11}(?:_[a-z]{5,11})?)$/.exec(q) ?? [];
  return text && isProduct(word)
    ? { ...options, text, product: word }
    : { ...options, text: q, product: "predictions" };
}

/** A station, by its number and, where it is known, name and place. */
interface Station {
  readonly id: string;
  readonly name?: string;
  readonly latitude?: number;
  readonly longitude?: number;
}

const stations = cachedReader(
  DAY_MS,
  json({
    request: () => get(`${API}/mdapi/prod/webapi/stations.json`, { type: "tidepredictions" }),
    body: z.object({
      stations: z.array(
        z.object({ id: z.string(), name: z.string(), state: z.string().nullish(), lat: z.number(), lng: z.number() }),
      ),
    }),
    items: ({ stations }) =>
      stations.map(({ id, name, state, lat, lng }) => ({ id, name, state, latitude: lat, longitude: lng })),
  }),
);

const Text = z.string().nullish();

/** A value at a time; every figure is a text. Wind has s, d, dr and g. */
const Wind = z.object({ s: figure, d: figure, dr: Text, g: figure });
const Reading = Wind.extend({ t: z.string(), v: figure, type: Text, f: Text, q: Text });

const Body = z
  .object({
    metadata: z.object({ id: z.string(), name: Text, lat: figure, lon: figure }).nullish(),
    predictions: z.array(Reading).nullish(),
    data: z.array(Reading).nullish(),
  })
  .refine(({ predictions, data }) => predictions || data, "neither predictions nor data");

const TIDES: Readonly<Record<string, string>> = { H: "high", L: "low", HH: "higher high", LL: "lower low" };

type At = Input & { readonly station: Station };
type Asked = At & { readonly now: number };

/** What a station measured, or what is foretold for it. */
function itemsOf({ metadata, predictions, data }: z.output<typeof Body>, { station, product }: Asked) {
  const name = metadata?.name ?? station.name ?? station.id;
  return (predictions ?? data ?? []).map((reading) => {
    const wind = product === "wind";
    const value = (wind ? reading.s : reading.v) ?? undefined;
    const tide = reading.type ? TIDES[reading.type.trim()] : undefined;
    return {
      title: [name, tide ?? product.replace("_", " "), value, value !== undefined && PRODUCTS[product]]
        .filter((part) => part !== undefined && part !== false)
        .join(" "),
      url: `https://tidesandcurrents.noaa.gov/stationhome.html?id=${station.id}`,
      id: station.id,
      time: isoDate(reading.t),
      place: name,
      latitude: metadata?.lat ?? station.latitude,
      longitude: metadata?.lon ?? station.longitude,
      category: product,
      value,
      unit: PRODUCTS[product],
      tide,
      sigma: wind ? undefined : reading.s,
      windDirectionDegrees: reading.d,
      windDirection: reading.dr,
      gustMs: reading.g,
      flags: reading.f,
      quality: reading.q,
    };
  });
}

/** Failures come under any status: https://api.tidesandcurrents.noaa.gov/api/prod/ */
const Failure = z.object({ error: z.object({ message: z.string() }) });
function refused(body: unknown): Verdict {
  const said = Failure.safeParse(body).data?.error.message.trim();
  if (said === undefined) return undefined;
  return /^No (?:data|predictions?) (?:was|were|data was) found/i.test(said)
    ? "empty"
    : new SourceError("bad-query", `NOAA says: ${quotedSaying(said)}.`);
}

const readings = timed<At, ReturnType<typeof itemsOf>[number]>(
  json({
    request: ({ station, product, date, now }: Asked) => {
      const first = date ?? new Date(product === "predictions" ? now : now - DAY_MS).toISOString().slice(0, 10);
      return get(`${API}/api/prod/datagetter`, {
        station: station.id,
        product,
        begin_date: first.replaceAll("-", ""),
        range: 48,
        ...(PRODUCTS[product] === "m" && { datum: "MLLW" }),
        ...(product === "predictions" && { interval: "hilo" }),
        units: "metric",
        time_zone: "gmt",
        application: "Tributary",
        format: "json",
      });
    },
    refused,
    body: Body,
    items: itemsOf,
  }),
);

/** The station of such a name that the list has first; one of such a number need not be looked up. */
function read(input: Input, context: ReadContext) {
  if (/^\d{7}$/.test(input.text)) return readings({ ...input, station: { id: input.text } }, context);
  return stations({}, { ...context, pages: 1 }).pipe(
    filter(({ name, state }) => saysAll(input.text, name, state ?? undefined)),
    take(1),
    concatMap((station) => {
      context.notice({ kind: "note", text: `understood as station ${station.id}, ${station.name}` });
      return readings({ ...input, station }, context);
    }),
  );
}

export const noaaTides = defineSource({
  id: "noaa_tides",
  title: "NOAA tides and currents",
  docs: "https://api.tidesandcurrents.noaa.gov/api/prod/",
  terms: "no key; coasts of the USA; public domain",
  query: query({
    describe: `a station's number or name, and what is asked of it (${Object.keys(PRODUCTS).join(", ")})`,
    example: "8723970",
    options: Options,
    parse,
  }),
  item: EarthItem.extend({
    value: z.number().optional().describe("in `unit`; levels above mean lower low water (MLLW)"),
    unit: z.string().describe("m, °C or m/s"),
    tide: z.string().optional().describe("high or low"),
    sigma: z.number().optional().describe("standard deviation of a water level, m"),
    windDirectionDegrees: z.number().min(0).max(360).optional(),
    windDirection: z.string().optional(),
    gustMs: z.number().optional().describe("m/s"),
    flags: z.string().optional(),
    quality: z.string().optional().describe("p preliminary, v verified"),
  }),
  polite: { concurrency: 1, minIntervalMs: 300 },
  read,
});
