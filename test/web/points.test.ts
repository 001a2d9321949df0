import { describe, expect, it } from "vitest";
import { frameOf, pointsOf, scaleBar } from "../../src/web/app/kit/points.ts";

const PARIS = { latitude: 48.8566, longitude: 2.3522 };
const SYDNEY = { latitude: -33.8688, longitude: 151.2093 };

describe("the places of rows", () => {
  it.each([
    ["their own", { title: "here", ...PARIS, url: "https://p.example/" }],
    ["short names", { title: "here", lat: PARIS.latitude, lon: PARIS.longitude, url: "https://p.example/" }],
    ["held in a field", { name: "here", location: PARIS, url: "https://p.example/" }],
    ["GeoJSON", { label: "here", coordinates: [PARIS.longitude, PARIS.latitude], url: "https://p.example/" }],
  ])("are read: %s", (_, row) => {
    expect(pointsOf([row])).toEqual([{ ...PARIS, name: "here", url: "https://p.example/", row }]);
  });

  it.each([
    ["no coordinates", { title: "a" }],
    ["one of two", { latitude: 1 }],
    ["texts", { latitude: "48", longitude: "2" }],
    ["beyond the globe", { latitude: 91, longitude: 0 }],
    ["a list of a single number", { coordinates: [1] }],
  ])("are none: %s", (_, row) => {
    expect(pointsOf([row])).toEqual([]);
  });
});

describe("the part of the globe that is drawn", () => {
  const size = [720, 400] as const;
  it.each([
    ["one place", [PARIS]],
    ["two far from each other", [PARIS, SYDNEY]],
    [
      "two near the pole",
      [
        { latitude: 89, longitude: -170 },
        { latitude: 88, longitude: 170 },
      ],
    ],
  ])("holds %s, north above south, and no more of the globe than that takes", (_, points) => {
    const frame = frameOf(points, size);
    for (const { latitude, longitude } of points) {
      expect(frame.x(longitude)).toBeGreaterThanOrEqual(0);
      expect(frame.x(longitude)).toBeLessThanOrEqual(720);
      expect(frame.y(latitude)).toBeGreaterThanOrEqual(0);
      expect(frame.y(latitude)).toBeLessThanOrEqual(400);
    }
    expect(frame.y(1)).toBeLessThan(frame.y(0));
    expect(frame.x(1)).toBeGreaterThan(frame.x(0));
  });

  it("is a smaller one around a place when it is looked at more nearly", () => {
    const frame = frameOf([PARIS, SYDNEY], size, 4, PARIS);
    expect(frame.x(PARIS.longitude)).toBe(360);
    expect(frame.y(PARIS.latitude)).toBe(200);
    expect(frame.scaleY).toBeGreaterThan(3 * frameOf([PARIS, SYDNEY], size).scaleY);
  });

  it.each([
    [1, 10_000],
    [100, 100],
    [50_000, 0.2],
  ])("has a bar of a round length: %d pixels of a degree", (scaleY, km) => {
    const bar = scaleBar({ scaleY }, 120);
    expect(bar.km).toBeCloseTo(km, 6);
    expect(bar.px).toBeLessThanOrEqual(120);
    expect(bar.px).toBeGreaterThan(40);
  });
});
