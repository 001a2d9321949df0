import { describe, expect, it } from "vitest";
import { assumedFare, stayLines, toldFare } from "../../../src/aggregate/formulas/trip-budget.ts";

const EVERYWHERE = (level: number) => ({ roomsAndFood: level, rest: level });
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

describe("what a stay costs", () => {
  const lines = stayLines({ nights: 3, people: 2, level: "mid", priceLevel: EVERYWHERE(0.9) });
  const middle = Object.fromEntries(lines.map(({ item, low, high }) => [item, (low + high) / 2]));

  it("counts rooms by nights, all else by days and people", () => {
    expect(middle).toEqual({
      accommodation: expect.closeTo(270, 8),
      food: expect.closeTo(324, 8),
      local_transport: expect.closeTo(72, 8),
      activities: expect.closeTo(180, 8),
    });
  });

  it("is a range of a quarter either way", () => {
    expect(sum(lines.map(({ low }) => low))).toBeCloseTo(634.5, 8);
    expect(sum(lines.map(({ high }) => high))).toBeCloseTo(1057.5, 8);
  });

  it("puts three in two double rooms, and gives each a bed in a hostel", () => {
    const room = (level: "mid" | "hostel") => stayLines({ nights: 2, people: 3, level, priceLevel: EVERYWHERE(1) })[0];
    expect(room("mid")).toEqual({ item: "accommodation", low: 300, high: 500 });
    expect(room("hostel")).toEqual({ item: "accommodation", low: 135, high: 225 });
  });

  it("scales rooms and food apart from the rest", () => {
    const [rooms, food, local] = stayLines({
      nights: 1,
      people: 1,
      level: "high",
      priceLevel: { roomsAndFood: 2, rest: 0.5 },
    });
    expect([rooms?.low, food?.low, local?.low]).toEqual([330, 270, 15]);
  });

  it("has no room for a day without a night", () => {
    expect(stayLines({ nights: 0, people: 1, level: "mid", priceLevel: EVERYWHERE(1) })[0]).toMatchObject({ high: 0 });
  });

  it("takes other prices than ours", () => {
    const each = { hostel: 1, mid: 1, high: 1 };
    const prices = { room: each, food: each, localTransport: each, activities: each };
    const own = stayLines({ nights: 1, people: 1, level: "mid", priceLevel: EVERYWHERE(1) }, prices);
    expect(own.map(({ high }) => high)).toEqual([1.25, 2.5, 2.5, 2.5]);
  });
});

describe("what getting there costs", () => {
  it("is there and back for everybody, by distance", () => {
    expect(assumedFare("train", 500, 2)).toEqual({ item: "transport_there", low: 180, high: 300 });
    expect(assumedFare("bus", 500, 1)).toEqual({ item: "transport_there", low: 75, high: 125 });
    expect(assumedFare("plane", 1000, 1)).toEqual({ item: "transport_there", low: 210, high: 350 });
  });

  it("is shared in a car", () => {
    expect(assumedFare("car", 500, 4)).toEqual({ item: "transport_there", low: 150, high: 250 });
  });

  it("is nearer to a fare that was told", () => {
    expect(toldFare(50, 2)).toEqual({ item: "transport_there", low: 180, high: expect.closeTo(220, 8) });
  });
});
