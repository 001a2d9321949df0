import { lastValueFrom, toArray } from "rxjs";
import { describe, expect, it } from "vitest";
import { ecb } from "../../../src/sources/finance/ecb.ts";
import { frankfurter } from "../../../src/sources/finance/frankfurter.ts";
import { given, isSymbol } from "../../../src/sources/finance/item.ts";
import type { SourceDefinition } from "../../../src/sources/source.ts";
import { reading } from "../kit/reading.ts";

/** What a source asks for a query; the answer is nothing. */
async function asked(source: SourceDefinition, q: string, options: Record<string, string> = {}): Promise<string> {
  const context = reading(({ url }) => ({
    url,
    status: 404,
    headers: {},
    setCookie: [],
    redirects: [],
    replayed: true,
    body: new Uint8Array(),
  }));
  await lastValueFrom(source.open(q, options, context).pipe(toArray()));
  return decodeURIComponent(URL.parse(context.asked[0]?.url ?? "")?.href ?? "").replace(/^https:\/\/[^/]+/, "");
}

describe("symbols", () => {
  it.each(["AAPL", "MUV2.DE", "^FCHI", "EURUSD=X", "BTC-USD", "BRK-B", "0700.HK", "GC=F", "AIR:Euronext", "EUR/USD"])(
    "%s is one",
    (q) => {
      expect(isSymbol(q)).toBe(true);
    },
  );

  it.each(["Airbus", "apple", "Deutsche Bank", "AT&T Inc", "", "A".repeat(40)])("“%s” is none", (q) => {
    expect(isSymbol(q)).toBe(false);
  });

  it("takes what says that nothing is known as nothing", () => {
    expect([given("N/A"), given("-"), given(""), given(null), given("Nasdaq")]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      "Nasdaq",
    ]);
  });
});

describe("currencies", () => {
  const days = "/v1/2026-10-21..2026-11-21";
  it.each([
    ["EUR/USD", `${days}?base=EUR&symbols=USD`],
    ["eurusd", `${days}?base=EUR&symbols=USD`],
    ["EUR USD,GBP", `${days}?base=EUR&symbols=USD,GBP`],
    ["100 EUR to USD", `${days}?base=EUR&symbols=USD`],
    ["12.50EUR in usd", `${days}?base=EUR&symbols=USD`],
    ["CHF", `${days}?base=CHF`],
  ])("frankfurter takes “%s”", async (q, address) => {
    expect(await asked(frankfurter, q)).toBe(address);
  });

  it.each(["euros", "EUR/", "EUR/US", "100", "<EUR>"])("frankfurter refuses “%s” unless it is a code", async (q) => {
    const rates = asked(frankfurter, q);
    if (q === "EUR/") expect(await rates).toBe(`${days}?base=EUR`);
    else await expect(rates).rejects.toThrow("is no pair or list of currencies");
  });

  it.each([
    ["usd", {}, "/service/data/EXR/D.USD.EUR.SP00.A?format=csvdata&lastNObservations=31"],
    ["USD, GBP", {}, "/service/data/EXR/D.USD+GBP.EUR.SP00.A?format=csvdata&lastNObservations=31"],
    ["*", { observations: "1" }, "/service/data/EXR/D..EUR.SP00.A?format=csvdata&lastNObservations=1"],
    [
      "FM/B.U2.EUR.4F.KR.MRR_FR.LEV",
      { days: "60" },
      "/service/data/FM/B.U2.EUR.4F.KR.MRR_FR.LEV?format=csvdata&startPeriod=2026-09-22",
    ],
    ["EXR.D.USD.EUR.SP00.A", {}, "/service/data/EXR/D.USD.EUR.SP00.A?format=csvdata&lastNObservations=31"],
  ])("ecb takes “%s” with %j", async (q, options, address) => {
    expect(await asked(ecb, q, options)).toBe(address);
  });

  it("ecb refuses what is neither", async () => {
    await expect(asked(ecb, "dollars to euros")).rejects.toThrow("is no list of currencies");
  });
});
