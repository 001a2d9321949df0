import { describe, expect, it } from "vitest";
import { conditionOf, matchOf, productWords } from "../../../src/aggregate/formulas/same-product.ts";

const sony = { name: "sony wh-1000xm5" };
const match = (title: string, name = sony.name) => matchOf({ name }, { title });

describe("productWords", () => {
  it("joins numbers and their units, as one writes them elsewhere", () => {
    expect(productWords("Téléphone 128 Go, 6.1 inch")).toEqual(["telephone", "128gb", "6", "1in"]);
    expect(productWords("128GB")).toEqual(productWords("128 gb"));
  });
});

describe("matchOf", () => {
  it.each([
    "Sony WH-1000XM5 Black",
    "SONY WH1000XM5 Noise Cancelling Headphones",
    "Sony WH-1000XM5 Wireless Headphones with Carrying Case",
    "Sony WH 1000XM5 headphones for travel",
  ])("is the product: %s", (title) => {
    expect(match(title)).toBe(1);
  });

  it.each([
    "Case for Sony WH-1000XM5",
    "Sony WH-1000XM4",
    "Ear pads for Sony WH-1000XM5",
    "Hard Cover Sony WH-1000XM5",
    "Housse pour Sony WH-1000XM5",
    "Sony WH-1000XM5 box only",
    "Sony WH-1000XM5 for parts",
    "Sony WH-1000XM5 user manual",
    "XM5",
    "",
  ])("is not: %s", (title) => {
    expect(match(title)).toBeUndefined();
  });

  it("wants every word with a digit, and most of the others", () => {
    expect(match("Apple iPhone15 128 GB Blue", "apple iphone 15 128gb")).toBe(1);
    expect(match("iPhone 15 128 Go", "apple iphone 15 128gb")).toBeUndefined();
    // Of four words without a number one may be missing, of three none: “Hue Go” is not “Hue Play”.
    expect(match("Dyson Airwrap hair styler", "dyson airwrap complete hair styler")).toBeCloseTo(0.8);
    expect(match("Dyson Airwrap Complete", "dyson airwrap styler")).toBeUndefined();
    expect(match("Dyson Supersonic", "dyson airwrap styler")).toBeUndefined();
  });

  it.each([
    ["Apple iPhone 15 Pro 128GB", "iphone 15"],
    ["ASUS GeForce RTX 4070 SUPER", "geforce rtx 4070"],
    ["Samsung Galaxy S23 Ultra", "samsung galaxy s23"],
  ])("tells %s from %s", (title, name) => {
    expect(match(title, name)).toBeUndefined();
    expect(match(title, title)).toBe(1);
  });

  it("takes an accessory where one was asked for", () => {
    expect(match("Sony WH-1000XM5 case", "sony wh-1000xm5 case")).toBe(1);
  });

  it("knows a product by its GTIN, leading zeros apart, whatever its name", () => {
    const offer = { title: "Something else", gtin: "0027242923782" };
    expect(matchOf({ name: "027242923782", gtin: "027242923782" }, offer)).toBe(1);
    expect(matchOf({ name: "4548736132610", gtin: "4548736132610" }, offer)).toBeUndefined();
  });

  it("finds the brand and model that the source tells besides the title", () => {
    expect(matchOf(sony, { title: "Wireless headphones", brand: "Sony", model: "WH-1000XM5" })).toBe(1);
  });
});

describe("conditionOf", () => {
  it("is what the source says, else what the title says", () => {
    expect(conditionOf({ title: "Sony (Renewed)", condition: "new" })).toBe("new");
    expect(conditionOf({ title: "Sony (Renewed)" })).toBe("refurbished");
    expect(conditionOf({ title: "Sony, d'occasion" })).toBe("used");
    expect(conditionOf({ title: "Sony, brand new" })).toBe("new");
    expect(conditionOf({ title: "Sony" })).toBe("unknown");
  });
});
