import { afterAll, beforeAll, expect } from "vitest";
import { type Bench, bench, type Json } from "../support.ts";
import { type Gateway, gatewayOver } from "../world.ts";
import { ASKED, WORLD } from "../worlds/valdor.ts";

/*
 * What tests reckon with that find an analysis' figures once more. Nothing here is imported from the service: what is reckoned
 * twice by one piece of code is reckoned once.
 */

export const DAY_MS = 86_400_000;

/** Numbers from 0 to 1, the same for a seed: Marsaglia's xorshift. */
export function random(seed: number): () => number {
  let x = (seed * 2_654_435_761) >>> 0 || 1;
  return () => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    x >>>= 0;
    return x / 2 ** 32;
  };
}

/** What a share of values lies under, between the two next to it: Hyndman and Fan's type 7. */
export function under(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const [low = 0, high = low] = [sorted[Math.trunc(place)], sorted[Math.trunc(place) + 1]];
  return low + (place - Math.trunc(place)) * (high - low);
}

export const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
export const mean = (values: readonly number[]): number => sum(values) / values.length;

/** Within what rounding to so many decimals takes away. */
export const near = (told: unknown, wanted: number, decimals: number): void => {
  expect(told).toBeTypeOf("number");
  expect(Math.abs(Number(told) - wanted), `${told} for ${wanted}`).toBeLessThanOrEqual(0.5 * 10 ** -decimals + 1e-9);
};

/** Kilometres between two points: the angle between their vectors, on a sphere of a mean radius of 6,371 km. */
export function kilometres(a: readonly [number, number], b: readonly [number, number]): number {
  const vector = ([lat, lon]: readonly [number, number]): readonly [number, number, number] => {
    const [phi, lambda] = [(lat * Math.PI) / 180, (lon * Math.PI) / 180];
    return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
  };
  const [u, v] = [vector(a), vector(b)];
  return 6_371 * Math.acos(Math.min(1, u[0] * v[0] + u[1] * v[1] + u[2] * v[2]));
}

/** How often each value stands in a list. */
export function tally<T>(values: Iterable<T>): ReadonlyMap<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** A page's text between two of its tags, without those within. */
export const plain = (html: string): string => html.replace(/<[^>]*>/g, "");

/** Its words, in small letters. */
export const spelled = (text: string): readonly string[] => text.toLowerCase().match(/[a-z0-9']+/g) ?? [];

/** The one world that all analyses share, for the tests of one file. */
export interface Town {
  /** What an analysis says, asked as the world's list has it. */
  answer(path: string, more?: Readonly<Record<string, string>>): Promise<Json>;
  /** What an upstream says, as it comes. */
  raw(url: string): Promise<string>;
  json<T = Json>(url: string): Promise<T>;
}

/** Serves the one world while the tests of a file run. */
export function town(): Town {
  let at: Bench;
  let gateway: Gateway;
  beforeAll(async () => {
    [at, gateway] = await Promise.all([bench(WORLD), gatewayOver(WORLD)]);
  });
  afterAll(async () => {
    gateway.close();
    await at.close();
  });
  const raw = async (url: string): Promise<string> => {
    const response = await fetch(gateway.url, { headers: { "x-upstream-url": new URL(url).href } });
    const text = await response.text();
    expect(response.ok, text).toBe(true);
    return text;
  };
  return {
    answer: (path, more = {}) => at.json(path, { ...ASKED[path], ...more }),
    raw,
    json: async (url) => JSON.parse(await raw(url)),
  };
}

/** Rounded to so many decimals, as answers give figures. */
export const to = (decimals: number, value: number): number => Number(value.toFixed(decimals));
