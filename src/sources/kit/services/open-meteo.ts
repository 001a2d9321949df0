import { concatMap, EMPTY, map, of } from "rxjs";
import { z } from "zod";
import type { QuerySpec, Reader } from "../../source.ts";
import { cachedReader } from "../compose/cached-reader.ts";
import { onEmpty } from "../compose/steps.ts";
import { json } from "../readers/json.ts";
import { coordinatesIn, type Point } from "../requests/coordinates.ts";
import { query } from "../requests/query.ts";
import { get } from "../requests/request.ts";
import { clip } from "../values/text.ts";
import { metric } from "../values/units.ts";

/*
 * Open-Meteo's geocoder (https://open-meteo.com/en/docs/geocoding-api), by which places become coordinates, and the
 * shape that its forecasts share: parallel arrays, with their units beside them.
 */

const DAY_MS = 86_400_000;

/** A point, and what it is called. */
export interface Spot extends Point {
  /** "Nantes", where it was asked for by name. */
  readonly place?: string | undefined;
  readonly country?: string | undefined;
}

/** A place as it is asked for: its coordinates, or words that must be looked up. */
export interface AskedSpot {
  readonly text: string;
  readonly spot?: Spot | undefined;
  /** Two letters: of the place's name. */
  readonly language?: string | undefined;
}

/** A place's name, or `latitude,longitude`. */
export const spotQuery = <Shape extends z.ZodObject = z.ZodObject<Record<string, never>>>(
  describe: string,
  example: string,
  options?: Shape,
): QuerySpec<AskedSpot & z.output<Shape>> =>
  query({
    describe: `${describe}: a place's name, or latitude,longitude in degrees`,
    example,
    ...(options && { options }),
    parse: (q, given) => ({ ...given, text: q, spot: coordinatesIn(q) }),
  });

/** The language of names, as an option. */
export const languageOption = z
  .string()
  .regex(/^[a-z]{2}$/, "a two-letter language code")
  .optional()
  .describe("language of names, e.g. fr; default English");

const located = cachedReader(
  DAY_MS,
  json({
    request: ({ text, language }: AskedSpot) =>
      get("https://geocoding-api.open-meteo.com/v1/search", {
        name: text,
        count: 1,
        language: language ?? "en",
        format: "json",
      }),
    // Without a hit there is no list, only the time that the search took.
    body: z
      .object({
        results: z
          .array(
            z.object({
              name: z.string(),
              latitude: z.number(),
              longitude: z.number(),
              country: z.string().nullish(),
              admin1: z.string().nullish(),
            }),
          )
          .nullish(),
        generationtime_ms: z.number().nullish(),
      })
      .refine(({ results, generationtime_ms }) => results ?? generationtime_ms, "no places"),
    items: ({ results }) => results?.slice(0, 1) ?? [],
  }),
);

/** Says that no place goes by a name. */
export const unheardOf: Reader<AskedSpot, never> = ({ text }, { notice }) => {
  notice({ kind: "note", text: `no place is known by the name of “${clip(text)}”` });
  return EMPTY;
};

const found = onEmpty<AskedSpot, Spot>(
  (asked, context) =>
    located(asked, { ...context, pages: 1 }).pipe(
      map(({ name, country, admin1, latitude, longitude }) => {
        const whole = [name, admin1, country].filter(Boolean).join(", ");
        context.notice({ kind: "note", text: `understood as ${whole} (${latitude}, ${longitude})` });
        return { latitude, longitude, place: name, country: country ?? undefined };
      }),
    ),
  unheardOf,
);

/** Where a place is: words are looked up, and it is said which place was understood; unknown ones give nothing. */
export const spotted: Reader<AskedSpot, Spot> = (asked, context) =>
  asked.spot ? of(asked.spot) : found(asked, context);

/** Reads at a place, which is looked up first where it was asked for in words. */
export function atSpot<Input extends AskedSpot, Out>(
  reader: Reader<Input & { readonly spot: Spot }, Out>,
): Reader<Input, Out> {
  return (input, context) => spotted(input, context).pipe(concatMap((spot) => reader({ ...input, spot }, context)));
}

const Value = z.union([z.number(), z.string()]).nullable();
export const Units = z.record(z.string(), z.string());

/** The state of things at one time. */
export const Moment = z.record(z.string(), Value);

/** Values by name, one for each of `time`. */
export const Series = z.object({ time: z.array(z.string()) }).catchall(z.array(Value));

type Row = z.output<typeof Moment>;

/** The values of a series at each of its times. */
export const rowsOf = (series: z.output<typeof Series>): Row[] =>
  series.time.map((_time, place) =>
    Object.fromEntries(Object.entries(series).map(([name, values]) => [name, values[place] ?? null])),
  );

/** Reads figures of a row by name, in metric units; undefined for what was not measured. */
export const measured =
  (row: Row, units: z.output<typeof Units> | null | undefined) =>
  (name: string): number | undefined =>
    metric(row[name], units?.[name]);

/** A local time without a zone ("2026-03-04T06:48"), with the zone that its offset from UTC in seconds means. */
export function zoned(local: unknown, offsetSeconds: number | null | undefined): string | undefined {
  if (typeof local !== "string" || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(local)) return undefined;
  const minutes = Math.round(Math.abs(offsetSeconds ?? 0) / 60);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${local}${(offsetSeconds ?? 0) < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
