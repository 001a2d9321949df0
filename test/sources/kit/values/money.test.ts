import { describe, expect, it } from "vitest";
import { moneyIn } from "../../../../src/sources/kit/values/money.ts";

describe("moneyIn", () => {
  it.each([
    ["24,99\u00a0€", "USD", [24.99], "EUR"],
    ["€2.95", "USD", [2.95], "EUR"],
    ["$1,299.00", "CAD", [1299], "CAD"],
    ["US $1,299.5", "CAD", [1299.5], "USD"],
    ["EUR 3,79 bis EUR 9,99", "USD", [3.79, 9.99], "EUR"],
    ["R$ 1.042,47", "ARS", [1042.47], "BRL"],
    ["$ 459.999", "ARS", [459999], "ARS"],
    ["1 234,56 €", "USD", [1234.56], "EUR"],
    ["CHF 1'250.00", "EUR", [1250], "CHF"],
    ["₹1,23,456", "USD", [123456], "INR"],
    ["￥1,980", "JPY", [1980], "JPY"],
    ["$10.00 to $20.00", "USD", [10, 20], "USD"],
  ])("reads %s", (written, own, amounts, currency) => {
    expect(moneyIn(written, own)).toEqual({ amounts, currency });
  });

  it("finds nothing where there is no amount", () => {
    expect(moneyIn("Currently unavailable", "USD")).toBeUndefined();
    expect(moneyIn(undefined, "USD")).toBeUndefined();
  });
});
