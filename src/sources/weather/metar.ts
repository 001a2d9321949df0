import { concat, EMPTY } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { emptyOn } from "../kit/responses/answer.ts";
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

/**
 * A report (METAR), or a forecast of an airport (TAF), as the API answers it; dates are ISO 8601 since September 2025,
 * "2023-10-27 15:30:00" before.
 */
const Row = Station.extend({
  rawOb: Text,
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
  rawTAF: Text,
  issueTime: Text,
  validTimeFrom: Time,
  validTimeTo: Time,
}).refine(({ rawOb, rawTAF }) => rawOb || rawTAF, "neither a report nor a forecast");

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

/** What an airport reports, or foretells. */
function itemOf(row: z.output<typeof Row>) {
  const taf = !row.rawOb;
  const raw = row.rawOb ?? row.rawTAF ?? "";
  return {
    ...stationOf(row),
    kind: taf ? ("TAF" as const) : ("METAR" as const),
    title: [row.icaoId, taf ? "TAF" : row.fltCat].filter(Boolean).join(" "),
    url: `${SITE}/data/${taf ? "taf" : "metar"}/?ids=${encodeURIComponent(row.icaoId)}`,
    snippet: raw,
    raw,
    time: taf ? isoDate(row.issueTime) : (isoDate(row.reportTime) ?? instant(row.obsTime)),
    validFrom: instant(row.validTimeFrom),
    validUntil: instant(row.validTimeTo),
    condition: row.wxString,
    temperatureC: row.temp,
    dewPointC: row.dewp,
    pressureHpa: row.altim,
    windKt: row.wspd,
    windKmh: metric(row.wspd, "kt"),
    gustKt: row.wgst,
    gustKmh: metric(row.wgst, "kt"),
    windDirectionDegrees: typeof row.wdir === "number" ? row.wdir : undefined,
    windVariable: row.wdir === "VRB" ? (true as const) : undefined,
    visibilityMiles: row.visib?.toString(),
    weather: row.wxString,
    clouds: row.clouds?.map(({ cover, base }) => ({ cover, baseFeet: base })),
    flightCategory: row.fltCat,
  };
}

const rowsAt = (kind: "metar" | "taf") =>
  json({
    request: ({ ids, hours = "2" }: Input) =>
      get(`${SITE}/api/data/${kind}`, { ids, format: "json", ...(kind === "metar" && { hours }) }),
    judge: emptyOn(204),
    body: z.array(Row),
    items: (rows) => rows.map(itemOf),
  });

const reports = rowsAt("metar");
const forecasts = rowsAt("taf");

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
