import { afterEach, describe, expect, test } from "vitest";
import { type Bench, bench, type Json, type World } from "../support.ts";
import * as sentiment from "../worlds/sentiment.ts";
import * as trends from "../worlds/trends.ts";
import { near, random } from "./reckoning.ts";

/*
 * Figures of what is written, reckoned once more over drawn worlds by code that shares nothing with the formulas.
 */

let at: Bench | undefined;
afterEach(() => at?.close());
const over = async (world: World): Promise<Bench> => {
  at = await bench(world);
  return at;
};

describe.each([1, 2, 3])("world %i", (seed) => {
  test("/social/sentiment: counts, shares and their intervals", async () => {
    const draw = random(seed + 400);
    const moods = ["good", "bad", "plain"] as const;
    const written = Array.from({ length: 12 + Math.floor(draw() * 25) }, (_, place) => ({
      id: String(place),
      mood: moods[Math.floor(draw() * 3)] ?? "plain",
      day: `2026-11-${String(1 + Math.floor(draw() * 18)).padStart(2, "0")}`,
    }));
    const TEXTS = {
      good: "Charging electric cars was good",
      bad: "Charging electric cars was bad",
      plain: "Charging electric cars at the station",
    };
    const { json } = await over({
      ...sentiment.WORLD,
      hosts: {
        "mastodon.social": () =>
          sentiment.statuses(
            written.map(({ id, mood, day }) => ({ id, text: `${TEXTS[mood]} at plug ${id}`, language: "en", day })),
          ),
      },
    });
    const answer = await json(sentiment.PATH, { ...sentiment.Q, sources: "mastodon" });
    expect((answer["volume"] as Json)["mentions"]).toBe(written.length);
    const told = answer["sentiment"] as Json;
    const n = written.length;
    expect(told["n"]).toBe(n);
    for (const [name, mood] of [
      ["positive", "good"],
      ["negative", "bad"],
      ["neutral", "plain"],
    ] as const) {
      const p = written.filter((one) => one.mood === mood).length / n;
      near(told[name], p, 4);
      if (name !== "positive") continue;
      // The two proportions of which the observed one is 1.96 standard errors off: roots of a quadratic equation.
      const z = 1.959964 ** 2;
      const [a, b, c] = [1 + z / n, -(2 * p + z / n), p * p];
      const root = Math.sqrt(b * b - 4 * a * c);
      near(told["positive_low"], (-b - root) / (2 * a), 3);
      near(told["positive_high"], (-b + root) / (2 * a), 3);
    }
    expect((answer["sources"] as Json[]).map(({ id, status }) => [id, status])).toEqual([["mastodon", "ok"]]);
  });

  test("/tech/trends: what is counted in a week, in the three before, and the ratio of both", async () => {
    const draw = random(seed + 500);
    const ages = Array.from({ length: 20 + Math.floor(draw() * 30) }, () => Math.floor(draw() * 270) / 10);
    const hits = ages.map((age, place) =>
      trends.hit(place + 1, `Story ${place} of webassembly`, age, 1 + place, place),
    );
    const { json } = await over({
      ...trends.WORLD,
      hosts: {
        "hn.algolia.com": (url) => ({
          body: { hits: url.searchParams.get("page") === "0" ? hits : [], page: 0, nbPages: 1 },
        }),
      },
    });
    const answer = await json(trends.PATH, { ...trends.Q, sources: "hackernews" });
    const week = ages.filter((age) => age < 7).length;
    const told = answer["trend"] as Json;
    expect([told["items_7d"], told["items_28d"]]).toEqual([week, ages.length]);
    const momentum = (week + 1) / ((ages.length - week) / 3 + 1);
    near(told["momentum"], momentum, 2);
    expect(told["direction"]).toBe(momentum >= 1.5 ? "rising" : momentum <= 0.67 ? "falling" : "steady");
    const best = ages
      .map((age, place) => Math.log10(1 + (1 + place) + 2 * place) * 2 ** (-age / 7))
      .sort((a, b) => b - a)[0];
    near((answer["discussions"] as Json[])[0]?.["score"], best ?? 0, 2);
  });
});
