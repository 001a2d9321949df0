export type TripLevel = "hostel" | "mid" | "high";
export type TripMode = "train" | "bus" | "car" | "plane" | "ferry" | "mixed";

/** What a trip costs where prices are those of the EU's average, in euros. */
export interface TripPrices {
  /** A night: a bed in a hostel, else a double room. */
  readonly room: Readonly<Record<TripLevel, number>>;
  /** The others a person and day. */
  readonly food: Readonly<Record<TripLevel, number>>;
  readonly localTransport: Readonly<Record<TripLevel, number>>;
  readonly activities: Readonly<Record<TripLevel, number>>;
}

/** Our assumptions: no statistics give them. */
export const TRIP_PRICES: TripPrices = {
  room: { hostel: 30, mid: 100, high: 220 },
  food: { hostel: 25, mid: 45, high: 90 },
  localTransport: { hostel: 6, mid: 10, high: 20 },
  activities: { hostel: 10, mid: 25, high: 60 },
};

export interface TripStay {
  readonly nights: number;
  readonly people: number;
  readonly level: TripLevel;
  /** Prices beside the EU's average, 1 being equal: of rooms and food, and of all else. */
  readonly priceLevel: { readonly roomsAndFood: number; readonly rest: number };
}

export type TripItem = "accommodation" | "food" | "local_transport" | "activities" | "transport_there";

/** What a part of a trip may cost, in euros. */
export interface TripLine {
  readonly item: TripItem;
  readonly low: number;
  readonly high: number;
}

/** How far an assumption may be off, and a fare that a source told. */
const ASSUMED = 0.25;
const TOLD = 0.1;

const between = (item: TripItem, amount: number, off: number): TripLine => ({
  item,
  low: amount * (1 - off),
  high: amount * (1 + off),
});

/**
 * What staying costs, each part as a range of ±25 %: rooms for the nights (a double room for two, a bed for each in a hostel),
 * food, local transport and activities for every day, of which there is one more than nights. Price level indices scale the
 * EU's prices to a country's (Eurostat–OECD Methodological Manual on Purchasing Power Parities, 2024).
 */
export function stayLines(
  { nights, people, level, priceLevel }: TripStay,
  prices: TripPrices = TRIP_PRICES,
): readonly TripLine[] {
  const rooms = level === "hostel" ? people : Math.ceil(people / 2);
  const days = people * (nights + 1);
  return [
    between("accommodation", prices.room[level] * rooms * nights * priceLevel.roomsAndFood, ASSUMED),
    between("food", prices.food[level] * days * priceLevel.roomsAndFood, ASSUMED),
    between("local_transport", prices.localTransport[level] * days * priceLevel.rest, ASSUMED),
    between("activities", prices.activities[level] * days * priceLevel.rest, ASSUMED),
  ];
}

/** What getting there costs a kilometre, in euros; a flight has a fixed part besides, and a car carries all together. */
const PER_KM: Readonly<Record<TripMode, number>> = {
  train: 0.12,
  bus: 0.1,
  car: 0.2,
  plane: 0.1,
  ferry: 0.12,
  mixed: 0.12,
};
const FLIGHT = 40;

/** What the way there and back costs all travellers by distance, ±25 %. */
export function assumedFare(mode: TripMode, kilometres: number, people: number): TripLine {
  const way = PER_KM[mode] * kilometres + (mode === "plane" ? FLIGHT : 0);
  return between("transport_there", 2 * way * (mode === "car" ? 1 : people), ASSUMED);
}

/** What the way there and back costs all travellers by a fare of one person and way, in any currency, ±10 %. */
export const toldFare = (fare: number, people: number): TripLine => between("transport_there", 2 * fare * people, TOLD);
