import { metresBetween } from "../../../sources/kit/values/distance.ts";
import {
  assumedFare,
  stayLines,
  TRIP_PRICES,
  type TripItem,
  type TripLevel,
  type TripLine,
  toldFare,
} from "../../formulas/trip-budget.ts";
import type { Place } from "../../places/place.ts";
import type { Dates } from "./dates.ts";
import type { Journey } from "./journeys.ts";
import type { PriceLevel } from "./price-level.ts";
import type { Rate } from "./rate.ts";

/** What a budget is made of. */
export interface Costs {
  readonly dates: Dates;
  readonly people: number;
  readonly level: TripLevel;
  /** What was asked for. */
  readonly currency: string;
  readonly priceLevel: PriceLevel | undefined;
  readonly rate: Rate | undefined;
  readonly from: Place | undefined;
  readonly to: Place;
  readonly journeys: readonly Journey[];
}

interface Line extends TripLine {
  readonly basis: "assumption" | "fare";
  readonly detail: string;
  readonly source: string;
}

/** Beyond so many kilometres, or hours on the way, one flies where nothing else is quicker. */
const FAR_KM = 1000;
const LONG_MINUTES = 600;
/** Nobody flies so short a way, whether a router knows the road or not. */
const NEAR_KM = 150;
/** A way is so much longer than the straight line, where its own length is not known. */
const DETOUR = 1.2;

const cents = (amount: number): number => Math.round(amount * 100) / 100;

const WORDS: Readonly<Record<Exclude<TripItem, "transport_there">, string>> = {
  accommodation: "a night",
  food: "a person and day",
  local_transport: "a person and day",
  activities: "a person and day",
};

const BASE = {
  accommodation: TRIP_PRICES.room,
  food: TRIP_PRICES.food,
  local_transport: TRIP_PRICES.localTransport,
  activities: TRIP_PRICES.activities,
} as const;

function stay({ dates, people, level, priceLevel }: Costs): readonly Line[] {
  const [rooms, rest] = [(priceLevel?.value ?? 100) / 100, (priceLevel?.rest ?? 100) / 100];
  return stayLines({ nights: dates.nights, people, level, priceLevel: { roomsAndFood: rooms, rest } }).flatMap(
    (line) => {
      const { item } = line;
      if (item === "transport_there") return [];
      const factor = item === "accommodation" || item === "food" ? rooms : rest;
      const house = item === "accommodation" ? (level === "hostel" ? "a bed " : "a double room ") : "";
      return [
        {
          ...line,
          basis: "assumption" as const,
          detail: `${house}${BASE[item][level]} EUR ${WORDS[item]} × price level ${factor}, ±25 %`,
          source: priceLevel?.source ?? "assumption",
        },
      ];
    },
  );
}

/** The way there and back: by the cheapest fare that was told, else by distance. */
function there({ people, from, to, journeys, currency, rate }: Costs): readonly Line[] {
  if (!from) return [];
  const fares = journeys.flatMap(({ fare, mode, source }) => {
    const amount = Number(fare?.amount);
    if (!fare || !Number.isFinite(amount)) return [];
    if (fare.currency === "EUR") return [{ amount, mode, source }];
    return fare.currency === currency && rate ? [{ amount: amount / rate.value, mode, source }] : [];
  });
  const [cheapest] = fares.toSorted((a, b) => a.amount - b.amount);
  if (cheapest)
    return [
      {
        ...toldFare(cheapest.amount, people),
        basis: "fare",
        detail: `${cheapest.mode}, there and back, by a fare of ${cents(cheapest.amount)} EUR a person and way, ±10 %`,
        source: cheapest.source,
      },
    ];
  const straight = metresBetween(from, to) / 1000;
  const ride = journeys.find(
    ({ mode, duration_min }) => mode !== "car" && mode !== "plane" && duration_min <= LONG_MINUTES,
  );
  const car = journeys.find(({ mode }) => mode === "car");
  const mode = ride?.mode ?? (straight <= (car ? FAR_KM : NEAR_KM) ? "car" : "plane");
  const kilometres = mode === "plane" ? straight : (car?.distance_km ?? straight * DETOUR);
  return [
    {
      ...assumedFare(mode, kilometres, people),
      basis: "assumption",
      detail: `${mode}, there and back, by ${Math.round(kilometres)} km, ±25 %`,
      source: mode === "plane" || !car ? "assumption" : car.source,
    },
  ];
}

/** What a trip may cost, in the currency that was asked for where its rate is known. */
export function budgetOf(costs: Costs) {
  const { people, currency, rate, priceLevel, from } = costs;
  const factor = currency === "EUR" ? 1 : (rate?.value ?? 1);
  const known = currency === "EUR" || rate !== undefined;
  const lines = [...stay(costs), ...there(costs)].map((line) => ({
    ...line,
    low: cents(line.low * factor),
    high: cents(line.high * factor),
  }));
  const sum = (of: "low" | "high"): number => cents(lines.reduce((total, line) => total + line[of], 0));
  const [low, high] = [sum("low"), sum("high")];
  return {
    currency: known ? currency : "EUR",
    total_low: low,
    total_high: high,
    per_person_low: cents(low / people),
    per_person_high: cents(high / people),
    lines,
    price_level: priceLevel,
    rate: currency === "EUR" ? undefined : rate,
    assumptions: [
      `Base prices at the EU's average are ours: rooms ${TRIP_PRICES.room[costs.level]}, food ${TRIP_PRICES.food[costs.level]}, local transport ${TRIP_PRICES.localTransport[costs.level]}, activities ${TRIP_PRICES.activities[costs.level]} EUR (${costs.level}); days are nights and one.`,
      ...(priceLevel ? [] : ["No price level of the country is known: prices are those of the EU's average."]),
      ...(from ? [] : ["Without a place to start from, the way there is not counted."]),
      ...(known ? [] : [`No rate of ${currency} is known: amounts are in EUR.`]),
    ],
  };
}
