import { concat, EMPTY } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { emptyOn } from "../kit/answers/answer.ts";
import { query } from "../kit/ask/query.ts";
import { get } from "../kit/ask/request.ts";
import { json } from "../kit/readers/json.ts";
import { isoDate, unixSeconds } from "../kit/values/dates.ts";
import { IsoDate } from "../kit/values/fields.ts";
import { clip } from "../kit/values/text.ts";
import { metric } from "../kit/values/units.ts";
import { WeatherItem } from "./item.ts";

const SITE = "https://aviationweather.gov";

const Options = z.object({
  hours: z
    .string()
    .regex(/^\d{1,3}$/, "hours")
    .refine((hours) => Number(hours) >= 1 && Number(hours) <= 360, "1 to 360")
    .optional()
    .describe("how far back reports go, default 2 hours, at most 360"),
  taf: z.enum(["true", "false"]).optional().describe("true: the airports' forecasts, too"),
});

interface Input extends z.output<typeof Options> {
  /** `LFRS,EGLL` */
  readonly ids: string;
}

const Figure = z.number().nullish();
const Text = z.string().nullish();
const Time = z.union([z.string(), z.number()]).nullish();

const Station = z.object({ icaoId: z.string(), name: Text, lat: Figure, lon: Figure, elev: Figure });

/** A report as the API answers it; dates are ISO 8601 since September 2025, "2023-10-27 15:30:00" before. */
const Report = Station.extend({
  rawOb: z.string(),
  reportTime: Text,
  obsTime: Time,
  temp: Figure,
  dewp: Figure,
  wdir: z.union([z.number(), z.string()]).nullish(),
  wspd: Figure,
  wgst: Figure,
  visib: z.union([z.number(), z.string()]).nullish(),
  altim: Figure,
  wxString: Text,
  clouds: z.array(z.object({ cover: z.string(), base: Figure })).nullish(),
  fltCat: Text,
});

/** A forecast of an airport. */
const Forecast = Station.extend({
  rawTAF: z.string(),
  issueTime: Text,
  validTimeFrom: Time,
  validTimeTo: Time,
});

/** Seconds since 1970, or a written date. */
const instant = (time: z.output<typeof Time>) => (typeof time === "number" ? unixSeconds(time) : isoDate(time));

const stationOf = ({ icaoId, name, lat, lon, elev }: z.output<typeof Station>) => ({
  stationId: icaoId,
  station: name,
  place: name,
  latitude: lat,
  longitude: lon,
  elevationMetres: elev,
});

const reports = json({
  request: ({ ids, hours = "2" }: Input) => get(`${SITE}/api/data/metar`, { ids, format: "json", hours }),
  judge: emptyOn(204),
  body: z.array(Report),
  items: (rows) =>
    rows.map((report) => ({
      ...stationOf(report),
      kind: "METAR" as const,
      title: [report.icaoId, report.fltCat].filter(Boolean).join(" "),
      url: `${SITE}/data/metar/?ids=${encodeURIComponent(report.icaoId)}`,
      snippet: report.rawOb,
      raw: report.rawOb,
      time: isoDate(report.reportTime) ?? instant(report.obsTime),
      condition: report.wxString,
      temperatureC: report.temp,
      dewPointC: report.dewp,
      pressureHpa: report.altim,
      windKt: report.wspd,
      windKmh: metric(report.wspd, "kt"),
      gustKt: report.wgst,
      gustKmh: metric(report.wgst, "kt"),
      windDirectionDegrees: typeof report.wdir === "number" ? report.wdir : undefined,
      windVariable: report.wdir === "VRB" ? (true as const) : undefined,
      visibilityMiles: report.visib?.toString(),
      weather: report.wxString,
      clouds: report.clouds?.map(({ cover, base }) => ({ cover, baseFeet: base })),
      flightCategory: report.fltCat,
    })),
});

const forecasts = json({
  request: ({ ids }: Input) => get(`${SITE}/api/data/taf`, { ids, format: "json" }),
  judge: emptyOn(204),
  body: z.array(Forecast),
  items: (rows) =>
    rows.map((forecast) => ({
      ...stationOf(forecast),
      kind: "TAF" as const,
      title: `${forecast.icaoId} TAF`,
      url: `${SITE}/data/taf/?ids=${encodeURIComponent(forecast.icaoId)}`,
      snippet: forecast.rawTAF,
      raw: forecast.rawTAF,
      time: isoDate(forecast.issueTime),
      validFrom: instant(forecast.validTimeFrom),
      validUntil: instant(forecast.validTimeTo),
    })),
});

export const metar = defineSource({
  id: "metar",
  title: "Aviation weather METAR/TAF",
  docs: "https://aviationweather.gov/data/api/",
  terms: "no key, 100 requests a minute, of each kind one; a User-Agent that names who asks; public domain",
  query: query({
    describe: "airports' ICAO codes, separated by commas",
    example: "LFRS",
    options: Options,
    parse: (q, options): Input => {
      const ids = q.toUpperCase().split(/[\s,]+/);
      if (!ids.every((id) => /^[A-Z][A-Z\d]{3}$/.test(id)))
        throw new SourceError("bad-query", `“${clip(q)}” is no list of ICAO codes, for example KJFK,EGLL.`);
      return { ...options, ids: ids.join(",") };
    },
  }),
  item: WeatherItem.extend({
    kind: z.enum(["METAR", "TAF"]),
    stationId: z.string().describe("ICAO code"),
    station: z.string().optional(),
    raw: z.string().describe("the report as it was sent"),
    windKt: z.number().nonnegative().optional().describe("knots"),
    gustKt: z.number().nonnegative().optional().describe("knots"),
    windVariable: z.literal(true).optional().describe("it comes from changing directions"),
    visibilityMiles: z.string().optional().describe("statute miles: 6+ means more than 6"),
    weather: z.string().optional().describe("codes of the weather: -RA, FG …"),
    clouds: z.array(z.object({ cover: z.string(), baseFeet: z.number().optional() })).optional(),
    flightCategory: z.string().optional().describe("VFR, MVFR, IFR or LIFR"),
    validFrom: IsoDate.optional(),
    validUntil: IsoDate.optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: (input, context) => concat(reports(input, context), input.taf === "true" ? forecasts(input, context) : EMPTY),
});
