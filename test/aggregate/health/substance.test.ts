import { describe, expect, test } from "vitest";
import { hasWords, isNamed, isOf, keysOf, substanceKey } from "../../../src/aggregate/health/drugs/substance.ts";

describe("a substance's key", () => {
  test.each([
    ["Ibuprofène", "ibuprofen"],
    ["METFORMINE (CHLORHYDRATE DE)", "metformin hydrochloride"],
    ["Acide acétylsalicylique", "aspirin"],
    ["acetaminophen", "PARACÉTAMOL"],
    ["Codéine (phosphate de) hémihydraté", "codeine phosphate hemihydrate"],
    ["sulfaméthoxazole", "Sulfamethoxazole"],
    ["AMOXICILLINE TRIHYDRATÉE", "amoxicillin trihydrate"],
    ["Oméprazole magnésien", "omeprazole magnesium"],
    ["Hydroxyde d'aluminium", "aluminum hydroxide"],
    ["atorvastatine calcique trihydratée", "atorvastatin calcium"],
    ["Macrogol 4000", "polyethylene glycol 4000"],
    ["vitamine D3", "cholecalciferol"],
    ["Suxaméthonium", "succinylcholine"],
    ["orciprénaline", "metaproterenol"],
    ["torasémide", "torsemide"],
    ["Chlorhydrate de tramadol", "tramadol hydrochloride"],
    ["glibenclamide", "glyburide"],
    ["sulfate ferreux", "ferrous sulfate"],
  ])("is one for %s and %s", (one, other) => expect(substanceKey(one)).toBe(substanceKey(other)));

  test.each([
    ["ibuprofen", "ibutilide"],
    ["codeine", "morphine"],
    ["prednisone", "prednisolone"],
    ["esomeprazole", "omeprazole"],
    ["hydroxyzine", "hydralazine"],
    ["insulin glargine", "insulin lispro"],
    ["calcium carbonate", "lithium carbonate"],
    ["magnesium sulfate", "ferrous sulfate"],
    ["vitamin B1", "vitamin B12"],
    ["sodium bicarbonate", "potassium bicarbonate"],
  ])("tells %s from %s", (one, other) => expect(substanceKey(one)).not.toBe(substanceKey(other)));
});

describe("a register's row", () => {
  const ibuprofen = { name: "Ibuprofen", brands: ["Advil"], set: keysOf(["ibuprofen"]) };
  const row = (fields: object) => ({ source: "s", ...fields });

  test("is of the medicine where it has its substances and no further ones", () => {
    expect(isOf(ibuprofen, row({ substances: ["IBUPROFEN"] }))).toBe(true);
    expect(isOf(ibuprofen, row({ substances: ["IBUPROFEN", "FAMOTIDINE"] }))).toBe(false);
    expect(isOf(ibuprofen, row({ inn: "ibuprofen / codeine" }))).toBe(false);
    expect(isOf(ibuprofen, row({ title: "Advil", substances: ["WARFARIN SODIUM"] }))).toBe(false);
  });

  test("of a French register may write the salt and the part of it that works", () => {
    const principles = [
      { substance: "AMLODIPINE (BÉSILATE D')", nature: "active substance" },
      { substance: "AMLODIPINE", nature: "therapeutic fraction" },
    ];
    expect(isOf({ name: "amlodipine", brands: [], set: keysOf(["amlodipine"]) }, row({ principles }))).toBe(true);
  });

  test("without substances is told by whole words of its names, never by their beginnings", () => {
    expect(isOf(ibuprofen, row({ product: "Ibuprofen tablets 200 mg" }))).toBe(true);
    expect(isOf(ibuprofen, row({ title: "Advil Liqui-Gels" }))).toBe(true);
    expect(isOf(ibuprofen, row({ title: "Advilanta" }))).toBe(false);
    expect(isOf({ name: "Dol", brands: [] }, row({ title: "DOLIX 500 mg" }))).toBe(false);
    expect(hasWords("DOLIPRANE 500 mg", "doliprane")).toBe(true);
    expect(isNamed("acetaminophen 325 MG Oral Tablet", "paracetamol")).toBe(true);
  });
});
