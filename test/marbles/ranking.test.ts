import { map } from "rxjs";
import { describe, test } from "vitest";
import { dedupeByUrl, type Hit } from "../../src/operators/dedupeByUrl.ts";
import { type Ranking, ranking } from "../../src/operators/ranking.ts";
import { hit } from "./hits.ts";
import { virtualTime } from "./virtualTime.ts";

const short = (event: Ranking): string =>
  event.event === "result"
    ? `${event.data.id.at(-1)}#${event.data.rank}`
    : event.data.map(({ id }) => id.at(-1)).join("");

const of = (path: string, engine: string, rank: number, title: string): Hit =>
  hit(engine, rank, `https://example.com/${path}`, { title });

describe("ranking", () => {
  test("ranks each change at once, and settles the order when all is known", () =>
    virtualTime(({ cold, expectObservable }) => {
      const hits$ = cold("-abc-|", {
        a: of("a", "e", 1, "News"),
        b: of("b", "e", 2, "Tokio"),
        c: of("c", "f", 1, "Tokio"),
      });
      const order$ = hits$.pipe(dedupeByUrl(), ranking("tokio"), map(short));
      expectObservable(order$).toBe("-xyz-(s|)", { x: "a#1", y: "b#1", z: "c#1", s: "cba" });
    }));

  test("passes an error on, and unsubscribes its source", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const a = of("a", "e", 1, "Tokio");
      expectObservable(cold<Hit>("-a-#", { a }).pipe(dedupeByUrl(), ranking("q"), map(short))).toBe("-x-#", {
        x: "a#1",
      });
      const open$ = cold<Hit>("-a---", { a });
      expectObservable(open$.pipe(dedupeByUrl(), ranking("q"), map(short)), "^--!").toBe("-x--", { x: "a#1" });
      expectSubscriptions(open$.subscriptions).toBe("^--!");
    }));
});
