import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { branch, whenKey } from "../kit/compose/steps.ts";
import { withToken } from "../kit/compose/token.ts";
import { json } from "../kit/readers/json.ts";
import { coordinatesIn } from "../kit/requests/coordinates.ts";
import { query } from "../kit/requests/query.ts";
import { get, postForm } from "../kit/requests/request.ts";
import type { Judge } from "../kit/responses/answer.ts";
import { type AskedSpot, atSpot, languageOption, type Spot } from "../kit/services/open-meteo.ts";
import { unixSeconds } from "../kit/values/dates.ts";
import { IsoDate } from "../kit/values/fields.ts";
import { TravelItem } from "./item.ts";

const TOKENS = "https://auth.opensky-network.org/auth/realms/opensky-network/protocol/openid-connect/token";
/** Tokens live for 30 minutes. */
const TOKEN_TTL_MS = 25 * 60_000;
/** Kilometres of a degree of latitude. */
const KM_A_DEGREE = 111.2;

const Options = z.object({
  km: z.coerce.number().min(1).max(500).default(50).describe("how far around a place to look"),
  language: languageOption,
});

type Input = AskedSpot &
  z.output<typeof Options> & {
    readonly icao24?: string | undefined;
    readonly callsign?: string | undefined;
  };

/** Six hexadecimal digits are a transponder's address, an airline's letters and a number a call sign, others a place. */
function asked(q: string, options: z.output<typeof Options>): Input {
  const [, point, km] = /^(-?[\d.]+\s*,\s*-?[\d.]+)\s*,\s*(\d{1,3}(?:\.\d{1,3})?)$/.exec(q) ?? [];
  const spot = coordinatesIn(point ?? q);
  const wide = spot && km ? Number(km) : options.km;
  if (wide < 1 || wide > 500) throw new SourceError("bad-query", "q: the third number is 1 to 500 kilometres.");
  return {
    ...options,
    text: q,
    spot,
    km: wide,
    icao24: /^[\da-f]{6}$/i.test(q) ? q.toLowerCase() : undefined,
    callsign: /^[A-Z]{3}\d[\dA-Z]{0,4}$/i.test(q) ? q.toUpperCase() : undefined,
  };
}

const figure = z.number().nullable();
const Text = z.string().nullable();

/** An aircraft is a list: https://openskynetwork.github.io/opensky-api/rest.html */
const Row = z
  .tuple([z.string(), Text, Text, figure, figure, figure, figure, figure, z.boolean(), figure, figure, figure])
  .rest(z.unknown());

const Further = z.tuple([z.unknown(), figure, Text, z.unknown(), figure]);

/** What OpenSky knows of an aircraft; the last figure only where it was asked for. */
function itemOf(row: z.output<typeof Row>) {
  const [icao24, sign, country, position, contact, longitude, latitude, height, ground, speed, track, climb] = row;
  const [, trueHeight, squawk, , origin] = Further.safeParse(row.slice(12, 17)).data ?? [];
  const category = z.int().safeParse(row[17]).data;
  const callsign = sign?.trim();
  return {
    title: callsign || icao24,
    kind: "flight" as const,
    url: `https://opensky-network.org/network/explorer?icao24=${icao24}`,
    id: icao24,
    callsign,
    country,
    positionTime: unixSeconds(position),
    lastContact: unixSeconds(contact),
    latitude,
    longitude,
    altitudeMetres: height,
    geometricAltitudeMetres: trueHeight,
    onGround: ground,
    speedMetresPerSecond: speed,
    headingDegrees: track,
    climbMetresPerSecond: climb,
    squawk,
    positionSource: ["ADS-B", "ASTERIX", "MLAT", "FLARM"][origin ?? -1],
    category,
  };
}

/** A spent allowance says in a header of its own when there is more. */
const judge: Judge = ({ status, headers }) => {
  if (status !== 429) return undefined;
  const seconds = Number(headers["x-rate-limit-retry-after-seconds"] || Number.NaN);
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1_000 : undefined;
  return new SourceError("rate-limited", "OpenSky's allowance of requests is spent (HTTP 429).", { retryAfterMs });
};

/** The box around a point; it ends at the poles and at the date line. */
function boxOf({ latitude, longitude }: Spot, km: number) {
  const high = km / KM_A_DEGREE;
  const wide = Math.min(180, high / Math.max(0.01, Math.cos((latitude * Math.PI) / 180)));
  const within = (degrees: number, most: number): string => Math.max(-most, Math.min(most, degrees)).toFixed(4);
  return {
    lamin: within(latitude - high, 90),
    lomin: within(longitude - wide, 180),
    lamax: within(latitude + high, 90),
    lomax: within(longitude + wide, 180),
  };
}

const states = json({
  request: ({ icao24, callsign, spot, km }: Input) =>
    get("https://opensky-network.org/api/states/all", {
      extended: 1,
      icao24,
      ...(!icao24 && !callsign && spot && boxOf(spot, km)),
    }),
  judge,
  body: z.object({ time: z.number(), states: z.array(Row).nullable() }),
  items: ({ time, states: rows }, { callsign }) =>
    (rows ?? [])
      .map((row) => ({ ...itemOf(row), dataTime: unixSeconds(time) }))
      .filter((flight) => !callsign || flight.callsign === callsign),
});

const flights = branch(({ icao24, callsign }: Input) => Boolean(icao24 ?? callsign), states, atSpot(states));

export const opensky = defineSource({
  id: "opensky",
  title: "OpenSky live flights",
  docs: "https://openskynetwork.github.io/opensky-api/rest.html",
  terms: "400 credits a day without a key, 4,000 with; not for commercial use; servers of clouds are often refused",
  key: {
    env: ["OPENSKY_CLIENT_ID", "OPENSKY_CLIENT_SECRET"],
    required: false,
    from: "https://opensky-network.org/my-opensky/account",
  },
  query: query({
    describe:
      "a transponder's address (3c6444), a call sign (AFR1234), a place's name, or latitude,longitude and perhaps kilometres",
    example: "Nantes",
    options: Options,
    parse: asked,
  }),
  item: TravelItem.extend({
    id: z.string().describe("the transponder's ICAO 24-bit address"),
    callsign: z.string().optional(),
    country: z.string().optional().describe("of its registration"),
    positionTime: IsoDate.optional(),
    lastContact: IsoDate.optional(),
    altitudeMetres: z.number().optional().describe("by air pressure"),
    geometricAltitudeMetres: z.number().optional(),
    onGround: z.boolean().optional(),
    speedMetresPerSecond: z.number().optional().describe("over ground"),
    headingDegrees: z.number().optional().describe("clockwise from north"),
    climbMetresPerSecond: z.number().optional(),
    squawk: z.string().optional(),
    positionSource: z.string().optional(),
    category: z.int().optional().describe("of aircraft, a number of the documentation's table"),
    dataTime: IsoDate.optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: whenKey(
    "OPENSKY_CLIENT_SECRET",
    withToken(
      {
        request: (keys) =>
          postForm(TOKENS, {
            grant_type: "client_credentials",
            client_id: keys["OPENSKY_CLIENT_ID"],
            client_secret: keys["OPENSKY_CLIENT_SECRET"],
          }),
        ttlMs: TOKEN_TTL_MS,
      },
      flights,
    ),
    flights,
  ),
});
