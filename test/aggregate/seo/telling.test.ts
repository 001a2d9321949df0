import { describe, test } from "vitest";
import { each, known } from "../../../src/aggregate/seo/competitors/telling.ts";
import { virtualTime } from "../../marbles/virtualTime.ts";

const result = (domain: string) => ({
  rank: 1,
  title: domain,
  url: `https://${domain}/`,
  domain,
  found_in: [],
  positions: [],
});

describe("what becomes known of competitors", () => {
  test("is told whole whenever something is added; what says nothing is nothing new", () =>
    virtualTime(({ cold, expectObservable }) => {
      const news$ = cold("--a-b--n--c--|", {
        a: { index: 0, known: { rank: 5 } },
        b: { index: 1, known: { rank: null } },
        n: { index: 0, known: { created: undefined } },
        c: { index: 0, known: { articles: 3 } },
      });
      expectObservable(news$.pipe(known())).toBe("--a-b-----c--|", {
        a: { index: 0, known: { rank: 5 } },
        b: { index: 1, known: { rank: null } },
        c: { index: 0, known: { rank: 5, articles: 3 } },
      });
    }));

  test("is asked so many at once, and no more when nobody listens", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const first$ = cold("---a|", { a: { rank: 1 } });
      const second$ = cold("--b|", { b: { rank: 2 } });
      const asked$ = (domain: string) => (domain === "a.org" ? first$ : second$);
      const told$ = each([result("a.org"), result("b.org")], ({ domain }) => asked$(domain), 1);
      expectObservable(told$, "-----!").toBe("---a--", { a: { index: 0, known: { rank: 1 } } });
      expectSubscriptions(first$.subscriptions).toBe("^---!");
      expectSubscriptions(second$.subscriptions).toBe("----^!");
    }));

  test("fails as the news fail", () =>
    virtualTime(({ cold, expectObservable }) =>
      expectObservable(cold<{ index: number; known: { rank: number } }>("-#", {}, "gone").pipe(known())).toBe(
        "-#",
        {},
        "gone",
      ),
    ));
});
