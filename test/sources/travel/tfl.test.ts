import { lastValueFrom, toArray } from "rxjs";
import { describe, expect, it } from "vitest";
import { tfl } from "../../../src/sources/travel/tfl/index.ts";
import { answer, reading } from "../kit/reading.ts";

const options = (...places: readonly (readonly [string, number])[]) => ({
  matchStatus: "list",
  disambiguationOptions: places.map(([parameterValue, matchQuality]) => ({
    parameterValue,
    matchQuality,
    place: { commonName: `place ${parameterValue}` },
  })),
});

describe("an ambiguous place of London", () => {
  const journey = {
    startDateTime: "2026-12-05T08:00:00",
    arrivalDateTime: "2026-12-05T08:10:00",
    duration: 10,
    legs: [],
  };

  it("is the one that fits best, which is said and asked for", async () => {
    const choice = {
      fromLocationDisambiguation: { matchStatus: "identified" },
      toLocationDisambiguation: options(["1", 800], ["2/2", 990]),
    };
    const context = reading(({ url }) =>
      url.includes("2%2F2")
        ? JSON.stringify({ journeys: [journey] })
        : answer(JSON.stringify(choice), { status: 300, url }),
    );
    const items = await lastValueFrom(tfl.open("King's Cross to Bank", {}, context).pipe(toArray()));
    expect(items).toMatchObject([{ departure: "2026-12-05T08:00:00+00:00", durationSeconds: 600 }]);
    expect(context.asked.map(({ url }) => new URL(url).pathname)).toEqual([
      "/Journey/JourneyResults/King's%20Cross/to/Bank",
      "/Journey/JourneyResults/King's%20Cross/to/2%2F2",
    ]);
    expect(context.notices).toContainEqual({ kind: "note", text: "understood as place 2/2" });
  });
});
