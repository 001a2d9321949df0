import { describe, expect, it } from "vitest";
import { metresBetween } from "../../../../src/sources/kit/values/distance.ts";

describe("the distance between two points", () => {
  it("is measured along the earth", () => {
    const [paris, london] = [
      { latitude: 48.8566, longitude: 2.3522 },
      { latitude: 51.5074, longitude: -0.1278 },
    ];
    expect(metresBetween(paris, london)).toBeCloseTo(343_556, -3);
    expect(metresBetween(london, paris)).toBe(metresBetween(paris, london));
    expect(metresBetween(paris, paris)).toBe(0);
  });

  it("goes the short way over the date line, and halfway round at most", () => {
    const equator = (longitude: number) => ({ latitude: 0, longitude });
    expect(metresBetween(equator(179.5), equator(-179.5))).toBe(metresBetween(equator(0), equator(1)));
    expect(metresBetween(equator(0), equator(180))).toBe(Math.round(Math.PI * 6_371_008.8));
  });
});
