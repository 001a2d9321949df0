import { z } from "zod";
import { defineSource } from "../define.ts";
import { branch, steps } from "../kit/compose/steps.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { get } from "../kit/requests/request.ts";
import { type AskedSpot, atSpot, type Spot, spotQuery } from "../kit/services/open-meteo.ts";
import { isoDate } from "../kit/values/dates.ts";
import { HttpUrl, IsoDate } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { metric } from "../kit/values/units.ts";
import { WeatherItem } from "./item.ts";

const API = "https://api.weather.gov";
const GEOJSON = { headers: { accept: "application/geo+json" } };

const Options = z.object({
  hourly: z.enum(["true", "false"]).optional().describe("true: hour by hour instead of half-days"),
});

type Input = AskedSpot &
  z.output<typeof Options> & {
    /** `zone/ORZ006` or `?area=OR`: whose warnings are asked for. */
    readonly alerts?: string | undefined;
  };

type AtGrid = Input & { readonly spot: Spot; readonly grid: string };

const Text = z.string().nullish();

const points = json({
  request: ({ spot }: Input & { readonly spot: Spot }) => {
    const [latitude, longitude] = [spot.latitude, spot.longitude].map((degrees) => Math.round(degrees * 1e4) / 1e4);
    return get(`${API}/points/${latitude},${longitude}`, {}, GEOJSON);
  },
  body: z.object({ properties: z.object({ gridId: z.string(), gridX: z.int(), gridY: z.int() }) }),
  items: ({ properties: { gridId, gridX, gridY } }, input): AtGrid[] => [
    { ...input, grid: `${encodeURIComponent(gridId)}/${gridX},${gridY}` },
  ],
});

const Period = z.object({
  name: Text,
  startTime: z.string(),
  endTime: Text,
  isDaytime: z.boolean().nullish(),
  temperature: z.number().nullish(),
  temperatureUnit: Text,
  probabilityOfPrecipitation: z.object({ value: z.number().nullish() }).nullish(),
  dewpoint: z.object({ value: z.number().nullish() }).nullish(),
  relativeHumidity: z.object({ value: z.number().nullish() }).nullish(),
  windSpeed: Text,
  windDirection: Text,
  icon: Text,
  shortForecast: Text,
  detailedForecast: Text,
});

/** "5 to 10 mph" as its greater figure, in km/h. */
function windIn(written: string | null | undefined): number | undefined {
  const [, figure, unit] = /(\d{1,3})\s{0,3}(mph|km\/h)$/.exec(written ?? "") ?? [];
  return figure ? metric(Number(figure), unit) : undefined;
}

/** The title of an hour, which has no name: "2026-11-21 18:00: 41 °F, Mostly Clear". */
const hourly = ({ startTime, temperature, temperatureUnit, shortForecast }: z.output<typeof Period>): string => {
  const degrees = typeof temperature === "number" ? `${temperature} °${temperatureUnit ?? "F"}` : "";
  return `${startTime.slice(0, 16).replace("T", " ")}: ${[degrees, shortForecast].filter(Boolean).join(", ")}`;
};

/** What the service foretells for a half-day or an hour. */
const periodOf = (period: z.output<typeof Period>, { spot, grid }: AtGrid) => ({
  title: period.name || hourly(period),
  url: `${API}/gridpoints/${grid}/forecast`,
  snippet: period.detailedForecast,
  time: period.startTime,
  start: isoDate(period.startTime),
  end: isoDate(period.endTime),
  ...spot,
  condition: period.shortForecast,
  shortForecast: period.shortForecast,
  temperature: period.temperature,
  temperatureUnit: period.temperatureUnit,
  temperatureC: metric(period.temperature, period.temperatureUnit ?? "F"),
  dewPointC: period.dewpoint?.value,
  humidityPercent: period.relativeHumidity?.value,
  precipitationProbabilityPercent: period.probabilityOfPrecipitation?.value,
  wind: period.windSpeed,
  windKmh: windIn(period.windSpeed),
  windDirection: period.windDirection,
  isDaytime: period.isDaytime,
  icon: webUrl(period.icon),
});

const forecast = json({
  request: ({ grid, hourly }: AtGrid) =>
    get(`${API}/gridpoints/${grid}/forecast${hourly === "true" ? "/hourly" : ""}`, {}, GEOJSON),
  body: z.object({ properties: z.object({ periods: z.array(Period) }) }),
  items: ({ properties }, input) => properties.periods.map((period) => periodOf(period, input)),
});

const Alert = z.object({
  "@id": Text,
  id: z.string(),
  event: z.string(),
  headline: Text,
  description: Text,
  instruction: Text,
  areaDesc: Text,
  severity: Text,
  certainty: Text,
  urgency: Text,
  effective: Text,
  onset: Text,
  expires: Text,
  ends: Text,
  senderName: Text,
});

/** What it warns of. */
const alertOf = (alert: z.output<typeof Alert>) => ({
  title: alert.headline || alert.event,
  url: webUrl(alert["@id"]) ?? `${API}/alerts/${encodeURIComponent(alert.id)}`,
  snippet: alert.description,
  time: isoDate(alert.effective),
  start: isoDate(alert.onset) ?? isoDate(alert.effective),
  end: isoDate(alert.ends) ?? isoDate(alert.expires),
  event: alert.event,
  headline: alert.headline,
  severity: alert.severity,
  certainty: alert.certainty,
  urgency: alert.urgency,
  area: alert.areaDesc,
  effective: isoDate(alert.effective),
  expires: isoDate(alert.expires),
  instruction: alert.instruction,
  office: alert.senderName,
});

const alerts = json({
  pages: ({ alerts, cursor }: Input & PageRequest) => get(cursor ?? `${API}/alerts/active${alerts}`, {}, GEOJSON),
  body: z.object({
    features: z.array(z.object({ properties: Alert })),
    pagination: z.object({ next: Text }).nullish(),
  }),
  items: ({ features }, { alerts }, _response, { notice }) => {
    notice({ kind: "note", text: `understood as the warnings for ${alerts?.replace(/^.*[/=]/, "")}` });
    return features.map(({ properties }) => alertOf(properties));
  },
  next: ({ pagination }) => {
    const next = URL.parse(pagination?.next ?? "");
    return next?.origin === API ? next.href : null;
  },
});

const asked = spotQuery("where in the USA, or for warnings a zone (ORZ006) or state (OR)", "38.8894,-77.0352", Options);

export const nws = defineSource({
  id: "nws",
  title: "US National Weather Service",
  docs: "https://www.weather.gov/documentation/services-web-api",
  terms: "no key, a User-Agent that names who asks; public domain",
  query: {
    ...asked,
    parse: (q, options): Input => {
      const input = asked.parse(q, options);
      if (/^[A-Z]{2}[CZ]\d{3}$/.test(q.trim())) return { ...input, alerts: `/zone/${q.trim()}` };
      return /^[A-Z]{2}$/.test(q.trim()) ? { ...input, alerts: `?area=${q.trim()}` } : input;
    },
  },
  item: WeatherItem.extend({
    start: IsoDate.optional(),
    end: IsoDate.optional(),
    shortForecast: z.string().optional(),
    temperature: z.number().optional().describe("in `temperatureUnit`, as the service writes it"),
    temperatureUnit: z.string().optional().describe("F or C"),
    wind: z.string().optional().describe("as the service writes it: 5 to 10 mph"),
    windKmh: z.number().nonnegative().optional().describe("the greatest"),
    windDirection: z.string().optional().describe("point of the compass: NW"),
    isDaytime: z.boolean().optional(),
    icon: HttpUrl.optional(),
    event: z.string().optional().describe("what is warned of: Flood Watch …"),
    headline: z.string().optional(),
    severity: z.string().optional().describe("Extreme, Severe, Moderate, Minor or Unknown"),
    certainty: z.string().optional(),
    urgency: z.string().optional(),
    area: z.string().optional(),
    effective: IsoDate.optional(),
    expires: IsoDate.optional(),
    instruction: z.string().optional(),
    office: z.string().optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 200 },
  read: branch(({ alerts }: Input) => alerts !== undefined, alerts, atSpot(steps(points, forecast))),
});
