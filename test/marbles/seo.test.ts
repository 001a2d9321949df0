import { EMPTY, map } from "rxjs";
import { describe, test } from "vitest";
import { firstAndLast } from "../../src/aggregate/seo/first-and-last.ts";
import { known } from "../../src/aggregate/seo/known.ts";
import { inLanguage } from "../../src/aggregate/seo/language.ts";
import { notBefore } from "../../src/aggregate/seo/not-before.ts";
import { virtualTime } from "./virtualTime.ts";

describe("known", () => {
  const big = known((letter: string) => (letter === "b" ? "B" : undefined));

  test("passes on what there is of each value", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const source$ = cold("             --a--b--a|");
      expectObservable(source$.pipe(big)).toBe("-----B---|");
      expectSubscriptions(source$.subscriptions).toBe("^--------!");
    }));

  test("fails as its source does, and leaves it when nobody listens", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      expectObservable(cold("-b-#").pipe(big)).toBe("-B-#");
      const source$ = cold("-b-b-b");
      expectObservable(source$.pipe(big), "^--!").toBe("-B-");
      expectSubscriptions(source$.subscriptions).toBe("^--!");
    }));
});

describe("notBefore", () => {
  test("holds a value back until the others are over, however they end", () =>
    virtualTime(({ cold, expectObservable }) => {
      const value$ = cold("--v|");
      expectObservable(notBefore(value$, [cold("a---b|"), cold("------#")])).toBe("------(v|)");
      expectObservable(notBefore(cold("-------v|"), [cold("--|")])).toBe("-------v|");
    }));

  test("fails as its value does, without waiting", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const other$ = cold("-----|");
      expectObservable(notBefore(cold("--#"), [other$])).toBe("--#");
      expectSubscriptions(other$.subscriptions).toBe("^-!");
    }));

  test("has nothing where there is no value, and leaves all when nobody listens", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      expectObservable(notBefore(EMPTY, [cold("---|")])).toBe("---|");
      const [value$, other$] = [cold("-v|"), cold("---------|")];
      expectObservable(notBefore(value$, [other$]), "^---!").toBe("-----");
      expectSubscriptions(value$.subscriptions).toBe("^-!");
      expectSubscriptions(other$.subscriptions).toBe("^---!");
    }));
});

describe("firstAndLast", () => {
  const late = firstAndLast((letter: string) => letter >= "b");

  test("tells the first that counts at once, and the last at the end", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const source$ = cold("              --a--b--c--d|");
      expectObservable(source$.pipe(late)).toBe("-----b------(d|)");
      expectSubscriptions(source$.subscriptions).toBe("^-----------!");
    }));

  test("tells the last where none counts, and nothing of nothing", () =>
    virtualTime(({ cold, expectObservable }) => {
      expectObservable(cold("--a--a|").pipe(late)).toBe("------(a|)");
      expectObservable(cold("--b|").pipe(late)).toBe("  --b(b|)");
      expectObservable(cold("---|").pipe(late)).toBe("  ---|");
    }));

  test("fails as its source does, and leaves it when nobody listens", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      expectObservable(cold("-b-c-#").pipe(late)).toBe("-b---#");
      const source$ = cold("-b-c-d");
      expectObservable(source$.pipe(late), "^---!").toBe("-b--");
      expectSubscriptions(source$.subscriptions).toBe("^---!");
    }));
});

describe("inLanguage", () => {
  const page = (lang: string | undefined) => ({ items: [{ lang }], answered: true });
  const words = map(({ language }: { readonly language?: string }) => language ?? "-");

  test("says at once what was understood, and then in which language", () =>
    virtualTime(({ cold, expectObservable }) => {
      const page$ = cold("---(p|)", { p: page("pt-BR") });
      expectObservable(inLanguage({}, undefined, page$).pipe(words)).toBe("u--(v|)", { u: "-", v: "pt" });
    }));

  test("is English where the page does not say, or has no two letters for it", () =>
    virtualTime(({ cold, expectObservable }) => {
      for (const lang of [undefined, "haw", "", "1"]) {
        const page$ = cold("---(p|)", { p: page(lang) });
        expectObservable(inLanguage({}, undefined, page$).pipe(words)).toBe("u--(v|)", { u: "-", v: "en" });
      }
    }));

  test("asks no page where the language is given", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const page$ = cold("---(p|)", { p: page("pt") });
      expectObservable(inLanguage({}, "de", page$).pipe(words)).toBe("(u|)", { u: "de" });
      expectSubscriptions(page$.subscriptions).toBe([]);
    }));
});
