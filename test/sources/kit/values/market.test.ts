import { describe, expect, it } from "vitest";
import {
  amount,
  decimalOf,
  maybeAmount,
  percentAbove,
  shifted,
  times,
} from "../../../../src/sources/kit/values/decimal.ts";
import { candleItem, localTime, todayIn } from "../../../../src/sources/kit/values/market.ts";

describe("a decimal", () => {
  it.each([
    ["0.27050000", "0.27050000"],
    [" 123456789012345678901234567890.123456789012345678 ", "123456789012345678901234567890.123456789012345678"],
    ["-007.50", "-7.50"],
    [".5", "0.5"],
    ["5.", "5"],
    ["+3", "3"],
    ["1.5e-7", "0.00000015"],
    ["1.25E3", "1250"],
    [1e-7, "0.0000001"],
    [1.5e21, "1500000000000000000000"],
    [56875, "56875"],
  ])("keeps every digit of %s", (written, exact) => {
    expect(decimalOf(written)).toBe(exact);
  });

  it.each([undefined, null, "", ".", "-", "1,234", "0x10", "1e999", "12 USD", Number.NaN, Number.POSITIVE_INFINITY])(
    "is not made of %s",
    (written) => {
      expect(decimalOf(written)).toBeUndefined();
    },
  );

  it("is moved by places", () => {
    expect(shifted("12345", -2)).toBe("123.45");
    expect(shifted("0.5", -2)).toBe("0.005");
    expect(shifted("1.5", 1)).toBe("15");
  });

  it("is multiplied exactly", () => {
    expect(times("100", "1.1194")).toBe("111.94");
    expect(times("0.1", "0.2")).toBe("0.02");
    expect(times("-2.50", "4")).toBe("-10");
    expect(times("0", "1.5")).toBe("0");
  });

  it("is compared in percent", () => {
    expect(percentAbove("110", "100")).toBe(10);
    expect(percentAbove("0.792", "0.691")).toBe(14.6165);
    expect(percentAbove("1", "0")).toBeUndefined();
    expect(percentAbove(undefined, "1")).toBeUndefined();
  });

  it("is read where an upstream writes one, and absent where it writes that it knows none", () => {
    expect(amount.parse(1.5)).toBe("1.5");
    expect(amount.safeParse("n/a").success).toBe(false);
    for (const none of ["", ".", "-", "None", "N/A", "NaN", null, undefined])
      expect(maybeAmount.parse(none) ?? "absent").toBe("absent");
    expect(maybeAmount.safeParse("a lot").success).toBe(false);
  });
});

describe("the days of a market", () => {
  const noon = Date.parse("2026-11-21T12:00:00Z");

  it("are complete once the next one has begun", () => {
    const complete = (day: string) =>
      candleItem({ seconds: Date.parse(day) / 1000, close: "1" }, "BTC/USD", "USD", noon).complete;
    expect([complete("2026-11-20"), complete("2026-11-21")]).toEqual([true, false]);
  });

  it("begin at midnight of the exchange's zone", () => {
    expect(todayIn("Asia/Tokyo", Date.parse("2026-11-21T16:00:00Z"))).toBe("2026-11-22");
    expect(todayIn("US/Eastern", Date.parse("2026-11-21T03:00:00Z"))).toBe("2026-11-20");
    expect(todayIn(undefined, noon)).toBe("2026-11-21");
    expect(todayIn("Nowhere/Land", noon)).toBe("2026-11-21");
  });

  it("have times with their zone's offset", () => {
    expect(localTime("2017-12-18 14:56:00", "US/Eastern")).toBe("2017-12-18T14:56:00-05:00");
    expect(localTime("2026-07-01 09:00:00", "Asia/Kolkata")).toBe("2026-07-01T09:00:00+05:30");
    expect(localTime("2023-07-03", "America/New_York")).toBe("2023-07-03");
  });
});
