import { describe, expect, test } from "vitest";
import { conditionOf, matchOf } from "../../../src/aggregate/formulas/same-product.ts";

const is = (name: string, title: string): boolean => matchOf({ name }, { title }) !== undefined;

describe("the same product", () => {
  test.each([
    ["Garmin Fenix 7", "Garmin Fenix 7 GPS Watch, Black"],
    ["Garmin Fenix 7", "GARMIN fenix7 45mm"],
    ["Fuji X100V", "Fuji X100V Camera, Silver, with charging cable"],
    ["RX 7800", "Sapphire RX 7800 Pulse 16GB, dual fan"],
    ["Jabra Elite 85t", "Jabra Elite 85T/G earbuds, 25h battery, charging case included"],
    ["Galaxy Tab S9 128 GB", "Galaxy Tab S9 128GB WiFi"],
  ])("%s: %s", (name, title) => expect(is(name, title)).toBe(true));
});

describe("another product", () => {
  test.each([
    ["Garmin Fenix 7", "Garmin Fenix 7 Pro"],
    ["Garmin Fenix 7", "Garmin Fenix 7S"],
    ["Galaxy A54", "Galaxy A54+ 128GB"],
    ["RX 7800", "RX 7800 XT 16GB"],
    ["RX 7800", "RX 7800 M laptop module"],
    ["Nikon Z6", "Nikon Z6 Mark II"],
    ["Nikon Z6", "Nikon Z6 III body"],
    ["PlayStation Portal", "PlayStation Portal 2"],
    ["Pixel 8 Pro", "Pixel 8 Pro Fold"],
    ["Pixel 8 Pro", "Pixel 8"],
    ["Pixel 8", "Pixel 6, Android 8"],
    ["Galaxy Tab S9 128 GB", "Galaxy Tab S9 256GB"],
    ["Echo Dot", "Echo Dot (4th generation)"],
  ])("%s: %s", (name, title) => expect(is(name, title)).toBe(false));
});

describe("a thing for it, a part of it, a bundle, a machine that has it", () => {
  test.each([
    ["Bose QC45", "Ear pads Bose QC45"],
    ["Bose QC45", "Ersatz Ohrpolster für Bose QC45"],
    ["Pixel 8", "Pixel 8 ケース 透明"],
    ["Pixel 8", "Coque Pixel 8 silicone"],
    ["Pixel 8", "Funda para Pixel 8"],
    ["Pixel 8", "Pixel 8 tempered glass 2 pack"],
    ["RX 7800", "RX 7800 water block"],
    ["RX 7800", "RX 7800 fan replacement"],
    ["RX 7800", "Gaming PC, Ryzen 7, RX 7800, 32GB DDR5"],
    ["RX 7800", "HP Omen laptop with RX 7800"],
    ["Pixel 8", "Pixel 8 bundle with charger"],
  ])("%s: %s", (name, title) => expect(is(name, title)).toBe(false));
});

test.each([
  ["Pixel 8, never used", "unknown"],
  ["Pixel 8 like new", "used"],
  ["Pixel 8 wie neu", "used"],
  ["Pixel 8 comme neuf", "used"],
  ["【中古】Pixel 8", "used"],
  ["Pixel 8 整備済み品", "refurbished"],
  ["Pixel 8 d'occasion", "used"],
  ["Dress watch for every occasion", "unknown"],
  ["Pixel 8 neuf", "new"],
  ["Pixel 8, unused", "new"],
  ["Pixel 8 neuwertig", "used"],
  ["Pixel 8 open-box", "used"],
  ["Pixel 8 très bon état", "used"],
  ["Pixel 8 Ausstellungsstück", "used"],
  ["Pixel 8 refurb", "refurbished"],
])("the condition of “%s” is %s", (title, condition) => expect(conditionOf({ title })).toBe(condition));
